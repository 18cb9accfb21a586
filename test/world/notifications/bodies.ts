import { deflateSync, gzipSync } from 'node:zlib';

import type { SentSMSReport } from '../../../sandbox/entries';
import { notificationBody } from '../../../sandbox/notificationBody';

type StatusGroup = 'PENDING' | 'DELIVERED' | 'EXPIRED' | 'REJECTED';

/** A report that the service may push, and what a trigger's filter has to know of it. */
interface PoolEntry {
	report: Record<string, unknown> & { messageId: string; to: string };
	group?: StatusGroup;
	isFinal: boolean;
}

const DELIVERED = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET', description: 'Message delivered to handset' };
const EXPIRED = { groupId: 4, groupName: 'EXPIRED', id: 15, name: 'EXPIRED_EXPIRED' };
const PENDING = { groupId: 1, groupName: 'PENDING', id: 7, name: 'PENDING_ENROUTE' };
const BIG_ID = '1457717814630853757';
const FIRST = { messageId: 'm-1', to: '436600000001', from: 'A', callbackData: 'order-1', status: DELIVERED };

/** Few, so that they meet; any two differ in what a trigger tells reports apart by, some in one thing alone. */
export const POOL: PoolEntry[] = [
	{ report: FIRST, group: 'DELIVERED', isFinal: true },
	{ report: { ...FIRST, to: '436600000002' }, group: 'DELIVERED', isFinal: true },
	{ report: { ...FIRST, status: EXPIRED }, group: 'EXPIRED', isFinal: true },
	{ report: { ...FIRST, error: { groupId: 1, id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true } }, group: 'DELIVERED', isFinal: true },
	{ report: { ...FIRST, status: PENDING }, group: 'PENDING', isFinal: false },
	{ report: { messageId: 'm-2', to: '436600000001', from: 'B', callbackData: 'other', status: { groupId: 77, groupName: 'PARKED', id: 900, name: 'PARKED_A_WHILE' } }, isFinal: true },
	{ report: { messageId: BIG_ID, to: '436600000003', status: DELIVERED }, group: 'DELIVERED', isFinal: true },
	{ report: { messageId: '<m&3>"ü', to: '436600000004', from: 'A', callbackData: 'order-ü', status: { groupName: 'rejected', name: 'REJECTED_BY_NAME' } }, group: 'REJECTED', isFinal: true },
];

/** How the service writes a notification. */
export type Form = 'json' | 'jsonList' | 'jsonTextIds' | 'SMSReportResponse' | 'reportResponse';
/** What is odd about the bytes that it sends; all of them arrive. */
export type Oddity =
	| 'none'
	| 'gzip'
	| 'deflate'
	| 'gzipUndeclared'
	| 'gzipCut'
	| 'gzipFalselyDeclared'
	| 'brotli'
	| 'byteOrderMark'
	| 'utf16'
	| 'latin1'
	| 'unknownCharset'
	| 'cut'
	| 'empty'
	| 'html'
	| 'number'
	| 'noReport'
	| 'doctype'
	| 'deep'
	| 'multipart'
	| 'tooLarge';

/** What the service says in one push. */
export interface Notification {
	/** Places in the pool. */
	reports: number[];
	/** How many entries that are no reports stand beside them. */
	others: number;
	form: Form;
	oddity: Oddity;
	contentType?: string;
}

export interface Body {
	bytes: Buffer;
	headers: Record<string, string>;
	/** As n8n's helper fails on it. */
	isTooLarge: boolean;
}

/** What a trigger has to answer when it lets the sender in and gets all bytes. */
export function expectedStatus({ oddity, reports, others }: Notification): 200 | 400 | 415 {
	if (['gzipUndeclared', 'brotli', 'multipart'].includes(oddity)) return 415;
	if (['gzipCut', 'gzipFalselyDeclared', 'cut', 'empty', 'html', 'number', 'noReport', 'doctype', 'deep', 'tooLarge'].includes(oddity)) return 400;
	return reports.length === 0 && others > 0 ? 400 : 200;
}

export function bodyOf({ reports, others, form, oddity, contentType }: Notification): Body {
	const isXml = form === 'SMSReportResponse' || form === 'reportResponse';
	const entries = [...reports.map((place) => POOL[place]!.report), ...Array.from({ length: others }, () => ({ foo: 1 }))];
	const text = isXml ? notificationBody(entries as unknown as SentSMSReport[], 'application/xml', form) : jsonOf(entries, form);
	const type = contentType ?? (isXml ? 'application/xml' : 'application/json');
	const of = (bytes: Buffer, headers: Record<string, string> = {}): Body => ({ bytes, headers: { 'content-type': type, ...headers }, isTooLarge: oddity === 'tooLarge' });
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
			return of(Buffer.from(text, 'latin1'), { 'content-type': `${type.split(';')[0]!}; charset=ISO-8859-1` });
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

function jsonOf(entries: object[], form: Form): string {
	const text = JSON.stringify(form === 'jsonList' ? entries : { results: entries });
	return form === 'jsonTextIds' ? text.replace(/"id":(\d+)/g, '"id":"$1"') : text.replace(`"${BIG_ID}"`, BIG_ID);
}
