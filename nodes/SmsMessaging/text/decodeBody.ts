const BYTE_ORDER_MARKS: ReadonlyArray<readonly [charset: string, bytes: readonly number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];
const CHARSET_PARAMETER = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const XML_DECLARED_ENCODING = /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)["']/;
/** Longer than an XML declaration. */
const BEGINNING_BYTES = 200;

/**
 * A request body as text, without byte order mark. The charset is taken from the byte order mark, the Content-Type header,
 * or the XML declaration; without any, or if it is unknown, UTF-8 is used. Bytes invalid in the charset become U+FFFD: one
 * invalid byte in a text must not lose a whole report.
 */
export function decodeBody(body: Uint8Array, contentType = ''): string {
	// A text that is readable byte by byte is not in UTF-16, whatever is said
	const isWide = body.subarray(0, BEGINNING_BYTES).includes(0);
	const said = [CHARSET_PARAMETER.exec(contentType)?.[1], declaredEncoding(body)];
	const named = said.find((charset) => charset !== undefined && (isWide || !/^utf-16/i.test(charset)));
	return decode(body, markedCharset(body) ?? named);
}

const markedCharset = (body: Uint8Array): string | undefined =>
	BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0];

function declaredEncoding(body: Uint8Array): string | undefined {
	const beginning = new TextDecoder('latin1').decode(body.subarray(0, BEGINNING_BYTES));
	return XML_DECLARED_ENCODING.exec(beginning)?.[1];
}

function decode(body: Uint8Array, charset: string | undefined): string {
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

/** Ten times the size of 1,000 log entries with texts of several segments. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Reads an answer as it arrives, up to MOST_ANSWER_BYTES. A body that is lost does not reject: the answer's status counts anyway.
 * @returns `cut`: why the rest is missing, to follow 'the answer'
 */
export async function readAnswerBody(
	body: AsyncIterable<Uint8Array>,
	contentType: string,
	deadline: AbortSignal,
): Promise<{ text: string; cut?: string | undefined }> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	let cut: string | undefined;
	try {
		for await (const chunk of body) {
			length += chunk.length;
			// Leaving the loop closes the connection
			if (length > MOST_ANSWER_BYTES) {
				cut = `is larger than ${MOST_ANSWER_BYTES / 1024 / 1024} MiB`;
				break;
			}
			chunks.push(chunk);
		}
	} catch (error) {
		cut = deadline.aborted ? 'did not arrive in time' : `was cut off${codeOf(error)}`;
	}
	return { text: decodeBody(Buffer.concat(chunks), contentType), cut };
}

function codeOf(error: unknown): string {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === 'string' && code !== '' ? ` (${code})` : '';
}
