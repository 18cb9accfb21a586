import { deflateSync, gzipSync } from 'node:zlib';

import type { SentSMSReport } from '../../../sandbox/entries';
import { notificationBody } from '../../../sandbox/notificationBody';
import { entryIn3 } from '../version3';

/** How the service writes a notification. */
const FORMS_1 = ['json', 'jsonList', 'jsonTextIds', 'SMSReportResponse', 'reportResponse'] as const;
const FORMS_3 = ['json3', 'DeliveryReports'] as const;
type Form = (typeof FORMS_1 | typeof FORMS_3)[number];
/** By the version of the interface; a service writes a report in one. */
export const FORMS: Record<1 | 3, readonly Form[]> = { 1: FORMS_1, 3: FORMS_3 };

const TOO_LARGE = 4 * 1024 * 1024 + 1;
/** What is written of a text, and the headers that go with it. */
type Written = [bytes: Buffer, headers?: Record<string, string>];

type Writer = (text: string, isXml: boolean, type: string) => Written;
const declared = (encoding: string) => ({ 'content-encoding': encoding });

/** Harmless oddities in the bytes sent; the content stays the same. */
const HARMLESS_BYTES = {
	gzip: (text) => [gzipSync(text), declared('gzip')],
	deflate: (text) => [deflateSync(text), declared('deflate')],
	byteOrderMark: (text) => [Buffer.from(`\uFEFF${text}`)],
	utf16: (text) => [Buffer.from(`\uFEFF${text}`, 'utf16le')],
	latin1: (text, isXml, type) => [
		Buffer.from(referring(text, isXml, 0xff), 'latin1'),
		{ 'content-type': `${type}; charset=ISO-8859-1` },
	],
	unknownCharset: (text, _, type) => [Buffer.from(text), { 'content-type': `${type}; charset=of-nobody` }],
	references: (text, isXml) => [Buffer.from(referring(text, isXml, 0x7e))],
	multipart: (text) => [Buffer.from(text), { 'content-type': 'multipart/form-data; boundary=x' }],
} satisfies Record<string, Writer>;
export const HARMLESS = Object.keys(HARMLESS_BYTES) as Array<keyof typeof HARMLESS_BYTES>;

/** Bytes in which no report can be found, although all of them arrive. */
const UNREADABLE_BYTES = {
	gzipUndeclared: (text) => [gzipSync(text)],
	brotli: () => [Buffer.from('8b05807b7d03', 'hex'), declared('br')],
	gzipCut: (text) => [gzipSync(text).subarray(0, -12), declared('gzip')],
	gzipFalselyDeclared: (text) => [Buffer.from(text), declared('gzip')],
	cut: (text) => [Buffer.from(text).subarray(0, Math.floor(Buffer.byteLength(text) * 0.6))],
	empty: () => [Buffer.of()],
	html: () => [Buffer.from('<html><body>hello</body></html>'), { 'content-type': 'text/html' }],
	number: () => [Buffer.from('5')],
	noReport: () => [Buffer.from('{"results":[{"messageId":"m-1"}]}')],
	doctype: () => [Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')],
	deep: () => [Buffer.from('['.repeat(5000))],
	tooLarge: (text) => [Buffer.from(text.padEnd(TOO_LARGE))],
} satisfies Record<string, Writer>;
export const UNREADABLE = Object.keys(UNREADABLE_BYTES) as Array<keyof typeof UNREADABLE_BYTES>;

const ODD: Record<string, Writer> = { none: (text) => [Buffer.from(text)], ...HARMLESS_BYTES, ...UNREADABLE_BYTES };
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
}

/** The correct answer to reports written this way, if all bytes arrive. */
export function expectedStatus({ oddity }: Writing): 200 | 400 | 413 {
	if (oddity === 'tooLarge') return 413;
	return oddity in UNREADABLE_BYTES ? 400 : 200;
}

/** @param bigId a message ID that JSON writes as a number */
export function bodyOf(entries: object[], { form, oddity, contentType }: Writing, bigId = '-'): Body {
	const isXml = form === 'SMSReportResponse' || form === 'reportResponse' || form === 'DeliveryReports';
	const is3 = FORMS[3].includes(form);
	const written = is3 ? entries.map((entry) => entryIn3(entry, 'to')) : entries;
	const text = isXml ? xmlOf(written, form) : jsonOf(written, form, bigId);
	const type = contentType ?? (isXml ? 'application/xml' : 'application/json');
	const [bytes, headers] = ODD[oddity]!(text, isXml, type.split(';')[0]!);
	return { bytes, headers: { 'content-type': type, ...headers } };
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

/** documents: version 3 names the root otherwise */
function xmlOf(entries: object[], form: 'SMSReportResponse' | 'reportResponse' | 'DeliveryReports'): string {
	const root = form === 'DeliveryReports' ? 'reportResponse' : form;
	const text = notificationBody(entries as unknown as SentSMSReport[], 'application/xml', root);
	return text.replaceAll(`${root}>`, `${form}>`);
}

function jsonOf(entries: object[], form: Form, bigId: string): string {
	const text = JSON.stringify(form === 'jsonList' ? entries : { results: entries });
	return form === 'jsonTextIds' ? text.replace(/"id":(\d+)/g, '"id":"$1"') : text.replace(`"${bigId}"`, bigId);
}
