import { cut } from '../parameters/values';

/** Types whose content is never JSON or XML with reports; for multipart forms, n8n passes on no bytes at all. */
const NEVER_REPORTS =
	/^(?:(?:multipart|image|audio|video|font|model)\/.*|application\/(?:pdf|wasm|zip|gzip|x-gzip|zstd|x-xz|x-bzip2?|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar|java-archive))$/;
const FORM = 'application/x-www-form-urlencoded';

/** Encodings that n8n decompresses, or none. It compares them exactly, including case. */
const READABLE_ENCODINGS = ['', 'identity', 'gzip', 'deflate'];
/** The first bytes of content compressed with gzip or Zstandard. */
const COMPRESSED_STARTS = [
	[0x1f, 0x8b],
	[0x28, 0xb5, 0x2f, 0xfd],
];

/** Why no body with this Content-Type can contain reports (HTTP 415); undefined if the content has to decide. */
export function neverReportsReason(contentType: string | undefined): string | undefined {
	const mediaType = mediaTypeOf(contentType);
	return NEVER_REPORTS.test(mediaType)
		? `A body of type ${cut(mediaType)} cannot be a notification: it must be JSON or XML`
		: undefined;
}

/** Why a body in which no report was found cannot be read at all (HTTP 415); undefined if it can, so that it simply contains none. */
export function unreadableReason(
	body: Uint8Array,
	contentType: string | undefined,
	contentEncoding = '',
): string | undefined {
	if (!READABLE_ENCODINGS.includes(contentEncoding)) {
		return `n8n cannot decompress the body (${cut(contentEncoding)}); use gzip, deflate or no compression`;
	}
	if (COMPRESSED_STARTS.some((start) => start.every((byte, index) => body[index] === byte))) {
		return 'The body is compressed, but has no Content-Encoding header';
	}
	return mediaTypeOf(contentType) === FORM
		? `The body is a form (${FORM}), but a notification must be JSON or XML`
		: undefined;
}

function mediaTypeOf(contentType = ''): string {
	return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}
