import { parseXml } from '../../../nodes/SmsMessaging/notifications/xml';

const valueOf = (document: string) => {
	const result = parseXml(document);
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};

describe('what XML means', () => {
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
		['attributes are passed over', `<a x="1 > 2" y='"'><b z="</b>">1</b></a>`, { b: '1' }],
		['namespace prefixes go', '<n:a xmlns:n="urn:x"><n:b>1</n:b></n:a>', { b: '1' }],
		[
			'xsi:nil is null',
			'<a><b xsi:nil="true"/><c xsi:nil="true"></c><d xsi:nil="false">1</d></a>',
			{ b: null, c: null, d: '1' },
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

	test('names that JavaScript objects already have are ordinary fields', () => {
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
	['<a::b/>', 'invalid name'],
	['<a b>1</a>', "lacks a '='"],
	['<a b=1/>', 'quotes'],
	['<a b="1/>', "before the expected '\"'"],
	['<a></a', "lacks a '>'"],
	['<a><![CDATA[x</a>', "before the expected ']]>'"],
	['<a><!-- x</a>', "before the expected '-->'"],
	['<?xml', "before the expected '?>'"],
	['<a>&nbsp;</a>', 'entity that is not accepted: &nbsp;'],
	['<a>x & y</a>', 'entity that is not accepted: &'],
	['<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', 'DOCTYPE'],
	['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE'],
	['<a><!ENTITY e "boom"></a>', 'DOCTYPE'],
])('%j is refused: %s', (document, reason) => {
	const result = parseXml(document);
	expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test('a bomb of entities is refused before it grows', () => {
	const bomb = `<!DOCTYPE lolz [<!ENTITY a "lol">${'<!ENTITY b "&a;&a;&a;&a;">'.repeat(10)}]><lolz>&b;</lolz>`;
	expect(parseXml(bomb)).toMatchObject({ ok: false });
});

test('deep nesting is refused, whatever its depth', () => {
	for (const depth of [51, 1000, 1_000_000]) {
		expect(parseXml('<a>'.repeat(depth))).toEqual({ ok: false, reason: expect.stringContaining('deeper than 50') });
	}
	expect(parseXml('<a>'.repeat(50) + '</a>'.repeat(50))).toMatchObject({ ok: true });
});
