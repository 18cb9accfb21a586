import fc from 'fast-check';

import { parseXml } from '../../../nodes/SmsMessaging/text/xml';

const valueOf = (document: string) => {
	const result = parseXml(document);
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};

/** With names that every object has. */
const OF_OBJECTS = { constructor: '1', toString: '' };

describe('parsing XML', () => {
	test.each([
		['repeated elements become a list', '<a><b>1</b><c/><b>2</b><b>3</b></a>', { b: ['1', '2', '3'], c: '' }],
		[
			'the declaration and comments are passed over',
			'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!-- <x> --><a><!--b-->1</a><!-- -->',
			'1',
		],
		['names of any letters', '<größe><ä.ö-ü>1</ä.ö-ü></größe>', { 'ä.ö-ü': '1' }],
		[
			'namespaces go',
			`<n:a xmlns="urn:x" xmlns:n='x' xsi:schemaLocation="x > y"><n:b>1</n:b><c xsi:nil="true"/></n:a>`,
			{ b: '1', c: '' },
		],
		[
			'entities that XML does not allow',
			'<a>&#55357;&#56832;&#x1;&#0;&#xD800;&#x110000;</a>',
			'😀\u0001\0\uD800\uFFFD',
		],
		['names of object properties are ordinary fields', '<a><constructor>1</constructor><toString/></a>', OF_OBJECTS],
		['line ends become \\n', '<a>x\r\ny\rz&#13;</a>', 'x\ny\nz\r'],
	])('%s', (_, document, expected) => {
		expect(valueOf(document)).toEqual(expected);
	});

	test('texts of any characters and length, in any notation of characters', () => {
		const asAny = [
			(character: string) => `&#${character.codePointAt(0)};`,
			(character: string) => `&#x${character.codePointAt(0)!.toString(16)};`,
			(character: string) => `<![CDATA[${character}]]>`,
		];
		const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
		const character = fc.oneof(
			fc.constantFrom(...'<>&"\'\t\n \uD7FF\uE000\u{10FFFF}😀'),
			fc
				.integer({ min: 0x20, max: 0x10_ff_ff })
				.filter((code) => code < 0xd800 || code > 0xdfff)
				.map((code) => String.fromCodePoint(code)),
		);
		const written = fc.oneof(
			character.map((each): [string, string] => [ENTITIES[each] ?? each, each]),
			fc.tuple(fc.constantFrom(...asAny), character).map(([write, each]): [string, string] => [write(each), each]),
			fc.constantFrom<[string, string]>(
				['\r', '\n'],
				['\r\n', '\n'],
				['&#13;', '\r'],
				['<![CDATA[\r&amp;]]>', '\n&amp;'],
			),
		);
		fc.assert(
			fc.property(fc.array(written), (parts) => {
				let [text, expected] = ['', ''];
				for (const [part, value] of parts) {
					// Together they would be one line end
					if (text.endsWith('\r') && part.startsWith('\n')) continue;
					text += part;
					expected += value;
				}
				expect(valueOf(`<a>${text}</a>`)).toBe(expected);
			}),
		);
	});

	test('__proto__ changes no prototype', () => {
		const value = valueOf('<a><__proto__><polluted>1</polluted></__proto__><b>2</b></a>') as Record<string, unknown>;
		expect(Object.keys(value)).toEqual(['b']);
		expect(value.polluted).toBeUndefined();
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

const { element } = fc.letrec<{ element: string; part: string }>((tie) => ({
	element: fc
		.tuple(fc.constantFrom('a', 'b', 'n:c'), fc.array(tie('part'), { maxLength: 4 }))
		.map(([name, parts]) => `<${name}>${parts.join('')}</${name}>`),
	part: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom('x', ' ', '&amp;', '<![CDATA[<]]>', '<!-- c -->'),
		tie('element'),
	),
}));

test('of a document that lacks any of its markup, nothing is read', () => {
	fc.assert(
		fc.property(element, fc.nat(), (document, at) => {
			expect(parseXml(document)).toMatchObject({ ok: true });
			const marks = [...document.matchAll(/<\/?[\w:]+>/g)];
			const { index, 0: mark } = marks[at % marks.length]!;
			expect(parseXml(document.slice(0, index) + document.slice(index + mark.length))).toMatchObject({ ok: false });
		}),
	);
});

test.each([
	['<a><b></a></b>', 'unexpected close tag'],
	['<a/><b/>', 'only one root'],
	['<a b="1"/>', 'attribute, which is not accepted: b'],
	['<a xmlnsx="1"/>', 'attribute, which is not accepted: xmlnsx'],
	['<a><?p q?></a>', 'processing instruction'],
	['<a>&constructor;</a>', 'undefined entity'],
	['<a>x & y</a>', 'not well-formed'],
	['<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', 'DOCTYPE'],
	['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE'],
	['<a><!ENTITY e "boom"></a>', 'not well-formed'],
	[`<a ${'x'.repeat(1000)}="1"/>`, 'attribute'],
])('%j is refused: %s', (document, reason) => {
	const result = parseXml(document);
	expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
	expect((result as { reason: string }).reason.length).toBeLessThanOrEqual(200);
});
