import { deflateSync, gzipSync } from 'node:zlib';

import type { SentSMSReport } from '../../../sandbox/entries';
import { notificationBody } from '../../../sandbox/notificationBody';

/** How the service writes a notification. */
export const FORMS = ['json', 'jsonList', 'jsonTextIds', 'SMSReportResponse', 'reportResponse'] as const;
export type Form = (typeof FORMS)[number];
/** Harmless oddities in the bytes sent; the content stays the same. */
export const HARMLESS = [
	'gzip',
	'deflate',
	'byteOrderMark',
	'utf16',
	'latin1',
	'unknownCharset',
	'references',
	'multipart',
] as const;
/** Bytes in which no report can be found, although all of them arrive. */
export const UNREADABLE = [
	'gzipUndeclared',
	'brotli',
	'gzipCut',
	'gzipFalselyDeclared',
	'cut',
	'empty',
	'html',
	'number',
	'noReport',
	'doctype',
	'deep',
	'tooLarge',
] as const;
export type Oddity = 'none' | (typeof HARMLESS)[number] | (typeof UNREADABLE)[number];

/** How a push is written. */
export interface Writing {
	form: Form;
	oddity: Oddity;
	contentType?: string;
}

export interface Body {
	bytes: Buffer;
	headers: Record<string, string>;
	/** Whether n8n's helper fails on it because of its size. */
	isTooLarge: boolean;
}

/** The correct answer to reports written this way, if all bytes arrive. */
export function expectedStatus({ oddity }: Writing): 200 | 400 {
	return UNREADABLE.some((one) => one === oddity) ? 400 : 200;
}

/** @param bigId a message ID that JSON writes as a number */
export function bodyOf(entries: object[], { form, oddity, contentType }: Writing, bigId: string): Body {
	const isXml = form === 'SMSReportResponse' || form === 'reportResponse';
	const text = isXml
		? notificationBody(entries as unknown as SentSMSReport[], 'application/xml', form)
		: jsonOf(entries, form, bigId);
	const type = contentType ?? (isXml ? 'application/xml' : 'application/json');
	const of = (bytes: Buffer, headers: Record<string, string> = {}): Body => ({
		bytes,
		headers: { 'content-type': type, ...headers },
		isTooLarge: oddity === 'tooLarge',
	});
	const utf8 = Buffer.from(text);
	switch (oddity) {
		case 'gzip':
			return of(gzipSync(utf8), { 'content-encoding': 'gzip' });
		case 'deflate':
			return of(deflateSync(utf8), { 'content-encoding': 'deflate' });
		case 'gzipUndeclared':
			return of(gzipSync(utf8));
		case 'gzipCut':
			return of(gzipSync(utf8).subarray(0, -12), { 'content-encoding': 'gzip' });
		case 'gzipFalselyDeclared':
			return of(utf8, { 'content-encoding': 'gzip' });
		case 'brotli':
			return of(Buffer.from('8b05807b7d03', 'hex'), { 'content-encoding': 'br' });
		case 'byteOrderMark':
			return of(Buffer.from(`\uFEFF${text}`));
		case 'utf16':
			return of(Buffer.from(`\uFEFF${text}`, 'utf16le'));
		case 'latin1':
			return of(Buffer.from(referring(text, isXml, 0xff), 'latin1'), {
				'content-type': `${type.split(';')[0]!}; charset=ISO-8859-1`,
			});
		case 'references':
			return of(Buffer.from(referring(text, isXml, 0x7e)));
		case 'unknownCharset':
			return of(utf8, { 'content-type': `${type.split(';')[0]!}; charset=of-nobody` });
		case 'cut':
			return of(utf8.subarray(0, Math.floor(utf8.length * 0.6)));
		case 'empty':
			return of(Buffer.of());
		case 'html':
			return of(Buffer.from('<html><body>hello</body></html>'), { 'content-type': 'text/html' });
		case 'number':
			return of(Buffer.from('5'));
		case 'noReport':
			return of(Buffer.from('{"results":[{"messageId":"m-1"}]}'));
		case 'doctype':
			return of(Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`));
		case 'deep':
			return of(Buffer.from('['.repeat(5000)));
		case 'multipart':
			return of(utf8, { 'content-type': 'multipart/form-data; boundary=x' });
		default:
			return of(utf8);
	}
}

/** With a reference for each unit of the text beyond a code: that is two for a character beyond 16 bits, though XML does not allow that. */
function referring(text: string, isXml: boolean, last: number): string {
	return text
		.split('')
		.map((unit) => {
			const code = unit.charCodeAt(0);
			if (code <= last) return unit;
			return isXml ? `&#${code};` : `\\u${code.toString(16).padStart(4, '0')}`;
		})
		.join('');
}

function jsonOf(entries: object[], form: Form, bigId: string): string {
	const text = JSON.stringify(form === 'jsonList' ? entries : { results: entries });
	return form === 'jsonTextIds' ? text.replace(/"id":(\d+)/g, '"id":"$1"') : text.replace(`"${bigId}"`, bigId);
}
