import fc from 'fast-check';

import { parseXml } from '../../../nodes/SmsMessaging/text/xml';

const valueOf = (document: string) => {
	const result = parseXml(document);
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};

describe('parsing XML', () => {
	test.each([
		['names keep their case', '<a><mccMnc>1</mccMnc></a>', { mccMnc: '1' }],
		['repeated elements become a list', '<a><b>1</b><c/><b>2</b><b>3</b></a>', { b: ['1', '2', '3'], c: '' }],
		['the five entities', '<a>&lt;&gt;&amp;&quot;&apos;</a>', '<>&"\''],
		['an entity that was escaped twice stays escaped once', '<a>&amp;lt;</a>', '&lt;'],
		['numeric entities, also beyond 16 bits', '<a>&#8364;&#x20AC;&#x1F600;</a>', '€€😀'],
		['CDATA is text as it stands', '<a>x <![CDATA[<b>&amp;]]]]><![CDATA[>]]> y</a>', 'x <b>&amp;]]> y'],
		[
			'comments and processing instructions are passed over',
			'<?xml version="1.0"?><!-- <x> --><a><!--b--><?p <q>?>1</a><!-- -->',
			'1',
		],
		['attributes are passed over', `<a x="1 > 2" y='"'><b z="</b>">1</b><c nils="true">2</c></a>`, { b: '1', c: '2' }],
		['spaces and line ends within tags', '<a\tx = "1"\r\ny=\n"2"\n><b />1</a >', { b: '' }],
		['names of any letters', '<größe><ä.ö-ü>1</ä.ö-ü></größe>', { 'ä.ö-ü': '1' }],
		['namespace prefixes go', '<n:a xmlns:n="urn:x"><n:b>1</n:b></n:a>', { b: '1' }],
		[
			'xsi:nil is null',
			'<a><b xsi:nil="true"/><c xsi:nil="1"></c><d xsi:nil="false">1</d><e xsi:nil="0">1</e></a>',
			{ b: null, c: null, d: '1', e: '1' },
		],
		['spaces within text stay', '<a><b> x\n y </b></a>', { b: ' x\n y ' }],
		[
			'entities that XML does not allow',
			'<a>&#55357;&#56832;&#x1;&#0;&#xD800;&#x110000;</a>',
			'😀\u0001\0\uD800\uFFFD',
		],
		['line ends become \\n', '<a>x\r\ny\rz&#13;</a>', 'x\ny\nz\r'],
		['an empty element is empty text', '<a><b/><c></c></a>', { b: '', c: '' }],
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
		// The end of the long run is where text that is read in pieces would break
		const long = fc
			.oneof(fc.constant(0), fc.integer({ min: 4080, max: 4100 }))
			.map((count): [string, string] => ['x'.repeat(count), 'x'.repeat(count)]);
		fc.assert(
			fc.property(fc.array(written), long, fc.array(written), (before, run, after) => {
				let [text, expected] = ['', ''];
				for (const [part, value] of [...before, run, ...after]) {
					// Together they would be one line end
					if (text.endsWith('\r') && part.startsWith('\n')) continue;
					text += part;
					expected += value;
				}
				expect(valueOf(`<a>${text}</a>`)).toBe(expected);
			}),
		);
	});

	test('names of JavaScript’s object properties are ordinary fields', () => {
		expect(
			valueOf('<a><constructor>1</constructor><toString>2</toString><hasOwnProperty>3</hasOwnProperty></a>'),
		).toEqual({
			constructor: '1',
			toString: '2',
			hasOwnProperty: '3',
		});
	});

	test('__proto__ changes no prototype', () => {
		const value = valueOf('<a><__proto__><polluted>1</polluted></__proto__><b>2</b></a>') as Record<string, unknown>;
		expect(Object.keys(value)).toEqual(['b']);
		expect(value.polluted).toBeUndefined();
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

test.each([
	['', 'no element'],
	['   ', 'no element'],
	['<!-- only a comment -->', 'no element'],
	['<a>', 'ends before </a>'],
	['<a><b></a></b>', 'closes <a>'],
	['</a>', 'closes <a>'],
	['<a></A>', 'closes <A>'],
	['<a/><b/>', 'more than one root'],
	['<a/>text', 'text outside'],
	['text<a/>', 'text outside'],
	['<a', 'invalid name'],
	['<', 'invalid name'],
	['<1/>', 'invalid name'],
	['<a:1/>', 'invalid name'],
	['<a/b>', 'invalid name'],
	['<a::b/>', 'invalid name'],
	['<a b>1</a>', "lacks a '='"],
	['<a b=1/>', 'quotes'],
	['<a b="1/>', "before the expected '\"'"],
	['<a></a', "lacks a '>'"],
	['<a><![CDATA[x</a>', "before the expected ']]>'"],
	['<a><!-- x</a>', "before the expected '-->'"],
	['<?xml', "before the expected '?>'"],
	['<?><a/>', "before the expected '?>'"],
	['<!--><a/>', "before the expected '-->'"],
	['<a>&nbsp;</a>', 'entity that is not accepted: &nbsp;'],
	['<a>x & y</a>', 'entity that is not accepted: &'],
	['<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', 'DOCTYPE'],
	['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE'],
	['<a><!ENTITY e "boom"></a>', 'DOCTYPE'],
])('%j is refused: %s', (document, reason) => {
	const result = parseXml(document);
	expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test('deep nesting is refused, whatever its depth', () => {
	for (const depth of [51, 1000, 1_000_000]) {
		expect(parseXml('<a>'.repeat(depth))).toEqual({ ok: false, reason: expect.stringContaining('50 levels') });
	}
	expect(parseXml('<a>'.repeat(50) + '</a>'.repeat(50))).toMatchObject({ ok: true });
});
