import fc, { type Arbitrary } from 'fast-check';

/** A body that is a part repeated up to a size, with something before and after it. */
export interface HostileBody {
	before: string;
	/** In it, # stands for a number that is different each time. */
	part: string;
	after: string;
}

/** Parts that a reader has to handle; when repeated, one of them was expensive. */
const XML_PARTS = [
	...['&', '&amp;', '&#38;', '&#x1F600;', '&#', '\r', '\r\n', '<b/>', '<b>1</b>', '<b#/>', '<b#>x</b#>', '<a>'],
	...['<', '</', '<!---->', 'x<!---->', '<!-', '<![CDATA[]]>', '<![CDATA[', ']]>', '<?x?>', '<?', '€', 'ü:'],
	...[' ', '\u0000', '<a:#/>', '<results><messageId>#</messageId><status/></results>'],
	'<results><messageId>#</messageId><from>1</from><text>a b</text></results>',
];
const TAG_PARTS = [' ', 'b', ':', 'ü', 'b="" ', 'b#="&amp;"\n', "b='", 'xsi:nil="true" ', '='];
const JSON_PARTS = [
	...['[', ']', '{', '{},', '[],', '[[1],[2]],', '"",', '"#",', '{"k#":1},', '{"a":{"b":[#]}},', '{"#":0},'],
	...['{"499":0},', '{"__proto__":{}},', '{"\\u005f_proto__":[]},', '1,', '1', '-', '1e9,', '0.1'],
	...['1457717814630853757,', '"\\\\",', '\\', '\\"', '\\u0061', '"', ',', ':', ' ', '€', 'null,'],
	...['{"messageId":#,"status":{}},', '{"messageId":"#","from":"1","text":"a b"},'],
	`{"messageId":"#","from":"1","text":"${'a '.repeat(300_000)}"},`,
	'{"messageId":"#","status":{"groupId":3},"callbackData":"[[],{},1457717814630853757]"},',
	// Within the limits on its own
	`{"messageId":"#","status":{},"callbackData":"[${'{},'.repeat(300_000)}0]"},`,
	`{"messageId":"#","status":{},"callbackData":"{\\"order\\":1,\\"x\\":[${'{},'.repeat(300_000)}0]}"},`,
];
const OBJECT_PARTS = ['"a":1,', '"a":{},', '"k#":[],', '"__proto__":1,', '"#":1,'];

const kinds: Array<[before: string[], parts: string[], after: string[]]> = [
	[
		['<a>', '<a><b>', '<?xml version="1.0"?><SMSReportResponse>', ''],
		XML_PARTS,
		['</a>', '</b></a>', '</SMSReportResponse>', ''],
	],
	[['<a', '<a b="', '<a><b '], TAG_PARTS, ['/>', '"/>', '/></a>', '']],
	[
		['[', '["', '["€",', '{"results":[', '{"a":"', ''],
		JSON_PARTS,
		['1]', '"]', '{"messageId":"m","status":{"groupId":3}}]', '1]}', '"}', ''],
	],
	[['{', '{"€":1,', '[{'], OBJECT_PARTS, ['"z":1}', '"messageId":1,"status":{}}', '"z":1}]', '']],
];

/** One part, or two alternating: the second may undo what makes the first cheap. */
export const hostileBody: Arbitrary<HostileBody> = fc.oneof(
	...kinds.map(([before, parts, after]) =>
		fc.record({
			before: fc.constantFrom(...before),
			part: fc.oneof(
				fc.constantFrom(...parts),
				fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...parts)).map((pair) => pair.join('')),
			),
			after: fc.constantFrom(...after),
		}),
	),
);

/** Every part on its own: those once found to be expensive are always included. */
export const eachPart: HostileBody[] = kinds.flatMap(([[before = ''], parts, [after = '']]) =>
	parts.map((part) => ({ before, part, after })),
);

export function bytesOf({ before, part, after }: HostileBody, size: number): Buffer<ArrayBuffer> {
	const left = size - Buffer.byteLength(before + after);
	const texts = part.split('#');
	const fixedBytes = Buffer.byteLength(texts.join(''));
	if (texts.length === 1) return Buffer.from(before + part.repeat(Math.floor(left / fixedBytes)) + after);
	const pieces = [before];
	for (let bytes = 0, index = 0; bytes < left; index++) {
		const number = index.toString(36);
		bytes += fixedBytes + (texts.length - 1) * number.length;
		if (bytes <= left) pieces.push(texts.join(number));
	}
	return Buffer.from(pieces.join('') + after);
}
