import { createHash } from 'node:crypto';
import { deflateSync, gzipSync, brotliCompressSync, zstdCompressSync } from 'node:zlib';

/** One generated push. */
export interface FuzzedPush {
	/** What it is, for the table of results. */
	kind: string;
	body: Uint8Array<ArrayBuffer>;
	headers: Record<string, string>;
	/** IDs of the reports that must start a run; none for what is no report; undefined where nobody can tell. */
	reportIds: string[] | undefined;
	/** How a sender breaks off: after this many bytes, without waiting for an answer. */
	breaksOffAfter?: number;
}

/** Every ID of a generated report looks so, and every ID in what is no report like the other. */
const REPORT_ID = /(?:report-|90071992547)(\d{8})(\d{6})/g;
export const NO_REPORT_ID = /never-\d+/;

/** The IDs of generated reports in a text. An ID that was spoiled is none of them: its check digits tell. */
export function reportIdsIn(text: string): Set<string> {
	return new Set(
		[...text.matchAll(REPORT_ID)].filter(([, count, check]) => checkDigits(String(count)) === check).map(([id]) => id),
	);
}

function checkDigits(count: string): string {
	return String(parseInt(createHash('sha256').update(count).digest('hex').slice(0, 8), 16) % 1_000_000).padStart(
		6,
		'0',
	);
}

/** Random numbers that a seed repeats (mulberry32). */
export class Dice {
	constructor(private state: number) {}

	/** From 0 up to but not including 1. */
	number(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	below(end: number): number {
		return Math.floor(this.number() * end);
	}

	chance(share: number): boolean {
		return this.number() < share;
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)]!;
	}
}

type Fields = Record<string, unknown>;

const JSON_TYPES = [
	'application/json',
	'application/json; charset=utf-8',
	'application/json; charset=klingon',
	'Application/JSON',
	'text/json',
	'application/vnd.reports+json',
	'text/plain',
	'application/octet-stream',
	'application/x-www-form-urlencoded',
	'nonsense',
	'',
];
const XML_TYPES = [
	'application/xml',
	'text/xml',
	'application/xml; charset=UTF-8',
	'application/reports+xml',
	'text/plain',
	'application/octet-stream',
	'',
];
const OTHER_TYPES = [
	'image/png',
	'audio/mpeg',
	'application/zip',
	'multipart/mixed; boundary=x',
	'multipart/form-data; boundary=x',
	'multipart/form-data',
	'application/json; charset=klingon',
	'application/x-www-form-urlencoded',
	';;;',
	'text/plain; charset="utf-7',
];
const TEXTS = [
	'',
	' ',
	'Grüße',
	'短信',
	'😀🔑',
	'<&>"\'',
	']]>',
	'{{ $json }}',
	'={{ 1+1 }}',
	'\\u0000',
	'\u0001',
	'\u2028',
	'a'.repeat(2000),
	'__proto__',
	'null',
	'"',
	'\ud800',
];
const KEYS = [
	'extra',
	'error2',
	'__proto__',
	'constructor',
	'toString',
	'results',
	'message id',
	'',
	'price',
	'callbackData',
	'0',
];

/** Generates pushes; the same seed gives the same ones. */
export class FuzzedPushes {
	private readonly dice: Dice;
	private count = 0;

	constructor(seed: number) {
		this.dice = new Dice(seed);
	}

	next(): FuzzedPush {
		const roll = this.dice.number();
		if (roll < 0.4) return this.reports();
		if (roll < 0.6) return this.spoiled();
		if (roll < 0.97) return this.noReport();
		const push = this.dice.chance(0.5) ? this.reports() : this.noReport();
		// Never the last byte: n8n must not have got the whole of it
		return {
			...push,
			kind: 'broken off',
			reportIds: [],
			breaksOffAfter: this.dice.below(Math.max(1, push.body.length - 1)),
		};
	}

	private id(): string {
		this.count += 1;
		const count = String(this.count).padStart(8, '0');
		return `${this.dice.chance(0.2) ? '90071992547' : 'report-'}${count}${checkDigits(count)}`;
	}

	private noId(): string {
		this.count += 1;
		return `never-${this.count}`;
	}

	private reports(): FuzzedPush {
		const count = this.dice.chance(0.02) ? 2000 : 1 + this.dice.below(4);
		const reportIds = Array.from({ length: count }, () => this.id());
		return this.dice.chance(0.35) ? this.xmlReports(reportIds) : this.jsonReports(reportIds);
	}

	private jsonReports(reportIds: string[]): FuzzedPush {
		const reports = reportIds.map((id) => this.jsonReport(id));
		const others = this.dice.chance(0.2)
			? [this.dice.pick(['null', '7', '"x"', '{}', '[]', `{"messageId":"${this.noId()}"}`])]
			: [];
		const list = `[${[...reports, ...others].join(this.dice.pick([',', ' ,\n']))}]`;
		const forms = [
			`{"results":${list}}`,
			`{"x":null,"results":${list},"results2":[]}`,
			list,
			...(reportIds.length === 1 ? [reports[0]!, `{"results":${reports[0]}}`] : []),
		];
		const text = this.dice.pick(['', '', '\ufeff', ' \n\t']) + this.dice.pick(forms) + this.dice.pick(['', '\n', '  ']);
		const isUtf16 = this.dice.chance(0.05);
		const contentType = isUtf16 ? 'application/octet-stream' : this.dice.pick(JSON_TYPES);
		// n8n's own parser takes a byte order mark, but no blanks before one
		const bytes = isUtf16
			? Buffer.from(`\ufeff${text.trimStart().replace(/^\ufeff/, '')}`, 'utf16le')
			: Buffer.from(text);
		return this.compressed({
			kind: 'reports as JSON',
			body: bytesOf(bytes),
			headers: headersOf(contentType),
			reportIds,
		});
	}

	/** Written by hand, since keys come twice and numbers are longer than JavaScript's. */
	private jsonReport(id: string): string {
		const isNumber = /^\d+$/.test(id) && this.dice.chance(0.5);
		const { dice } = this;
		const fields = [
			`"status":${dice.pick(['{"groupId":3,"groupName":"DELIVERED","id":5,"name":"DELIVERED_TO_HANDSET"}', '{"groupId":"4"}', '{}', '{"groupName":"NEW","x":[{}]}', '{"groupId":2,"name":null}'])}`,
			`"messageId":${isNumber ? id : JSON.stringify(id)}`,
		];
		if (dice.chance(0.3)) fields.unshift('"messageId":null', '"status":"twice"');
		for (let extra = dice.below(5); extra > 0; extra--)
			fields.unshift(`${JSON.stringify(this.extraKey())}:${JSON.stringify(this.value(6))}`);
		return `{${fields.join(',')}}`;
	}

	/** Any key but those of which the last one counts. */
	private extraKey(): string {
		return this.dice.pick([...KEYS, 'to', 'from', 'sentAt', 'doneAt', 'smsCount', 'error', 'bulkId', 'text', 'mccMnc']);
	}

	private xmlReports(reportIds: string[]): FuzzedPush {
		const { dice } = this;
		const content = reportIds.map((id) => this.xmlReport(id));
		const forms = [
			`<SMSReportResponse>${content.map((report) => `<results>${report}</results>`).join('')}</SMSReportResponse>`,
			`<reportResponse><results>${content.map((report) => `<result>${report}</result>`).join('\n')}</results></reportResponse>`,
			`<a:SMSReportResponse xmlns:a="urn:a">${content.map((report) => `<a:results>${report}</a:results>`).join('')}</a:SMSReportResponse>`,
			...(reportIds.length === 1 ? [`<report>${content[0]}</report>`] : []),
		];
		const text =
			dice.pick(['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- x -->']) +
			dice.pick(forms);
		return this.compressed({
			kind: 'reports as XML',
			body: bytesOf(Buffer.from(text)),
			headers: headersOf(dice.pick(XML_TYPES)),
			reportIds,
		});
	}

	private xmlReport(id: string): string {
		const { dice } = this;
		const extras = [
			'<callbackData>a &lt;b&gt; &#x1F600;</callbackData>',
			'<from><![CDATA[<x>]]></from>',
			'<price><pricePerMessage>0.01</pricePerMessage></price>',
			'<error><permanent>x</permanent></error>',
			'<to xsi:nil="true" xmlns:xsi="x"/>',
			'<!-- y -->',
			'<unknown><deep a="1"><x/></deep></unknown>',
			'<smsCount>two</smsCount>',
		];
		return `${dice.pick(extras)}<messageId>${id}</messageId>${dice.pick(extras)}<status><groupId>3</groupId><name>DELIVERED_TO_HANDSET</name></status>${dice.pick(extras)}`;
	}

	/** A push of reports with some bytes changed, or cut: whether it still holds reports, nobody can tell. */
	private spoiled(): FuzzedPush {
		const push = this.reports();
		let body = Buffer.from(push.body);
		for (let times = 1 + this.dice.below(6); times > 0; times--) {
			const at = this.dice.below(body.length + 1);
			const piece = this.dice.pick([
				Buffer.of(this.dice.below(256)),
				Buffer.from(this.dice.pick(['"', '{', ']', '<', '&x;', '\\', '\0', ',', '<!DOCTYPE a>'])),
			]);
			if (this.dice.chance(0.3)) body = body.subarray(0, at);
			else body = Buffer.concat([body.subarray(0, at), piece, body.subarray(at + this.dice.below(4))]);
		}
		return { ...push, kind: 'spoiled reports', body: bytesOf(body), reportIds: undefined };
	}

	private noReport(): FuzzedPush {
		const { dice } = this;
		const id = this.noId();
		const status = '{"groupId":3}';
		const texts = [
			'',
			' ',
			'hello',
			'null',
			'true',
			'7',
			'"text"',
			'[]',
			'{}',
			'{"results":[]}',
			'{"results":null}',
			'{"results":{}}',
			'[[]]',
			'[null]',
			`{"messageId":"${id}"}`,
			`{"status":${status}}`,
			`{"messageId":"${id}","status":"DELIVERED"}`,
			`{"messageId":"${id}","status":[${status}]}`,
			`{"messageId":{"x":"${id}"},"status":${status}}`,
			`{"messageId":["${id}"],"status":${status}}`,
			`{"messageId":true,"status":${status}}`,
			`{"messageId":"  ","status":${status},"to":"${id}"}`,
			`{"report":{"messageId":"${id}","status":${status}}}`,
			`{"results":[[{"messageId":"${id}","status":${status}}]]}`,
			`{"results":[{"messageId":"${id}","status":${status}}]`,
			`{"results":[{"messageId":"${id}","status":${status}}]}}`,
			`{"results":[{"__proto__":{"messageId":"${id}","status":${status}}}]}`,
			`{"__proto__":{"results":[{"messageId":"${id}","status":${status}}]}}`,
			`{"results":[{"messageId":"${id}","text":"a message from a phone"}]}`,
			`{"requestError":{"serviceException":{"messageId":"${id}","text":"Bad"}}}`,
			`{"results":[{"messageId":"${id}","status":${status},"deep":${'['.repeat(200)}${']'.repeat(200)}}]}`,
			'['.repeat(10_000),
			'{"a":'.repeat(10_000),
			'<a>'.repeat(10_000),
			`<report><messageId>${id}</messageId></report>`,
			`<report><messageId>${id}</messageId><status>DELIVERED</status></report>`,
			`<report messageId="${id}" status="DELIVERED"/>`,
			`<report><messageId>${id}</messageId><status><groupId>3</groupId></status>`,
			`<!DOCTYPE r [<!ENTITY e "${id}">]><report><messageId>&e;</messageId><status><groupId>3</groupId></status></report>`,
			`<!DOCTYPE r SYSTEM "file:///etc/passwd"><report><messageId>${id}</messageId><status><groupId>3</groupId></status></report>`,
			`<report><messageId>${id}&nbsp;</messageId><status><groupId>3</groupId></status></report>`,
			'<html><body>Not found</body></html>',
			'<',
			'<?xml',
			'<![CDATA[',
			`&${id};`,
			'messageId=never-0&status=DELIVERED',
			JSON.stringify(this.value(8)),
			`{"results":${JSON.stringify([this.value(6), this.value(3)])}}`,
			`${'x'.repeat(dice.below(300_000))}`,
		];
		const bytes = dice.chance(0.15)
			? Buffer.from(Array.from({ length: dice.below(500) }, () => dice.below(256)))
			: Buffer.from(dice.pick(texts));
		const contentType = dice.pick([...JSON_TYPES, ...XML_TYPES, ...OTHER_TYPES]);
		const push = this.compressed({
			kind: 'no report',
			body: bytesOf(bytes),
			headers: headersOf(contentType),
			reportIds: [],
		});
		const claimed: Record<string, string> = dice.chance(0.1)
			? { 'Content-Encoding': dice.pick(['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip', 'klingon']) }
			: {};
		return { ...push, headers: { ...push.headers, ...claimed } };
	}

	private compressed(push: FuzzedPush): FuzzedPush {
		const roll = this.dice.number();
		const compress = (encoding: string, body: Uint8Array): FuzzedPush => ({
			...push,
			body: bytesOf(body),
			headers: { ...push.headers, 'Content-Encoding': encoding },
		});
		if (roll < 0.08) return compress('gzip', gzipSync(push.body));
		if (roll < 0.14) return compress('deflate', deflateSync(push.body));
		if (push.reportIds?.length === 0 && roll < 0.18) return compress('br', brotliCompressSync(push.body));
		if (push.reportIds?.length === 0 && roll < 0.2) return compress('zstd', zstdCompressSync(push.body));
		return push;
	}

	/** Any value that JSON can carry; a status object and an ID never stand in it together. */
	private value(depth: number): unknown {
		const { dice } = this;
		const roll = dice.below(depth <= 0 ? 5 : 7);
		if (roll === 0) return null;
		if (roll === 1) return dice.chance(0.5);
		if (roll === 2) return dice.pick([0, -1, 1.5, 1e300, 2 ** 53, dice.below(1000)]);
		if (roll <= 4) return dice.pick(TEXTS);
		if (roll === 5) return Array.from({ length: dice.below(4) }, () => this.value(depth - 1));
		const fields: Fields = {};
		for (let entries = dice.below(4); entries > 0; entries--) {
			Object.defineProperty(fields, dice.pick([...KEYS, 'status']), {
				value: this.value(depth - 1),
				enumerable: true,
				configurable: true,
				writable: true,
			});
		}
		return fields;
	}
}

function headersOf(contentType: string): Record<string, string> {
	return contentType === '' ? {} : { 'Content-Type': contentType };
}

function bytesOf(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
	return new Uint8Array(buffer);
}
