import fc from 'fast-check';
import type { IDataObject, IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { anyTexts } from '../../unit/segments/texts';
import { hintsOf, sandboxForEach, type SmsResult } from '../smsNode';

const node = sandboxForEach();

const TO = '436601234567';
/** The options by name, wherever the panel has them. */
const placed = ({ maxSegments, longerTexts, ...messageOptions }: IDataObject) => ({
	messageOptions,
	safeguards: {
		...(maxSegments !== undefined && { maxSegments }),
		...(longerTexts !== undefined && { longerTexts }),
	},
});

const send = async (texts: string[], named: IDataObject = {}, rest: object = {}): Promise<SmsResult> =>
	await node.send(
		texts.map((text) => ({ to: TO, text })),
		{ text: '={{ $json.text }}', ...placed(named), ...rest },
	);
const sentTexts = (): string[] =>
	node.sandbox.requests.flatMap(({ body }) => body.messages.map(({ text }: { text: string }) => text));
const OWN = ['segments', 'encoding', 'ucs2Characters', 'replaced', 'notReplaced', 'cutFrom'];
const ownFieldsOf = (item: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(item).filter(([name]) => OWN.includes(name)));

test('the output has segments, encoding and the characters that force UCS-2, with Simplify on and off', async () => {
	const texts = ['Hello', 'a€'.repeat(100), 'See you – “soon”', '😀'.repeat(40)];
	const expected = [
		{ segments: 1, encoding: 'GSM-7' },
		{ segments: 2, encoding: 'GSM-7' },
		{ segments: 1, encoding: 'UCS-2', ucs2Characters: ['–', '“', '”'] },
		{ segments: 2, encoding: 'UCS-2', ucs2Characters: ['😀'] },
	];
	for (const simplify of [true, false])
		expect((await send(texts, {}, { simplify })).json.map(ownFieldsOf)).toEqual(expected);
	expect((await send(['ığş'], { languageCode: 'TR' })).json.map(ownFieldsOf)).toEqual([
		{ segments: 1, encoding: 'GSM-7 Turkish' },
	]);
});

test('language flags in additional fields affect the segments', async () => {
	const extraFields = { json: { message: '{"language": {"singleShift": true, "lockingShift": true}}' } };
	const { json } = await send(['ğ'.repeat(153)], { languageCode: 'TR', extraFields });
	expect(json[0]).toMatchObject({ segments: 2, encoding: 'GSM-7 Turkish', smsCount: 2 });
});

describe('a hint on the node about long texts', () => {
	const hintOf = async (texts: string[], replaceCharacters = false): Promise<string> => {
		return hintsOf(await send(texts, { replaceCharacters }, { safeguards: { dryRun: true } })).at(-1)!;
	};
	const number = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? 0);

	test('says what leaving out a character saves, if no replacement would help; of letters, only that they cost segments', async () => {
		expect(await hintOf([`${'x'.repeat(100)}’😀`])).toContain(
			'Without 😀, and with Replace Characters: 1 segment instead of 2.',
		);
		expect(await hintOf([`${'x'.repeat(100)}ж`])).toContain('ж');
	});

	test('what the service converts has its count, and no advice', async () => {
		const result = await send([`É “ok” ${'x'.repeat(150)}`], { transliteration: 'ALL' });
		expect(result.json[0]!.smsCount).toBe(1);
		expect(hintsOf(result)).toEqual([expect.stringContaining('1 message with 1 segment')]);
	});

	test('says what Replace Characters saves, which is real', async () => {
		const mixed = await hintOf([`${'x'.repeat(150)}’`, `ж${'x'.repeat(100)}’`]);
		expect(mixed).toMatch(/Replace Characters \(’\): 1 segment instead of 3/);
		const text = anyTexts(500).filter((value) => value.trim() !== '' && value.isWellFormed());
		await fc.assert(
			fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (texts) => {
				const [before, after] = [await hintOf(texts), await hintOf(texts, true)];
				const segments = (hint: string) => number(/with ([\d,]+) segment/, hint);
				const [, fewer = '0', more = '0'] =
					/Replace Characters [^]*?: ([\d,]+) segments? instead of ([\d,]+)\./.exec(before) ?? [];
				expect(Number(more.replace(',', '')) - Number(fewer.replace(',', ''))).toBe(segments(before) - segments(after));
				// Beside what stands in the way, it is advised whether it is on or not
				expect(after).not.toMatch(/(?<!and with )Replace Characters/);
			}),
			{ numRuns: 25 },
		);
	});

	test('says after sending how much was accepted, with an estimate of the price', async () => {
		const result = await send(['Hello', 'x'.repeat(200)], {}, { options: { pricePerSegment: 0.05 } });
		expect(hintsOf(result).at(-1)).toContain('2 messages with 3 segments, about 0.15');
	});
});

test('a text above Maximum Segments is not sent; the error says why, and what to do', async () => {
	const quote = `${'x'.repeat(70)}’`;
	const emoji = `${'x'.repeat(70)}😀`;
	const { json } = await send(['x'.repeat(160), 'x'.repeat(161), quote, emoji], { maxSegments: 1 });
	expect(sentTexts()).toEqual(['x'.repeat(160)]);
	expect(json.slice(1).map(({ error }) => error)).toEqual([
		expect.stringMatching(/^'Text' needs 2 segments \(GSM-7\).*'Maximum Segments' is 1.*'Longer Texts'/),
		expect.stringMatching(/^'Text' needs 2 segments \(UCS-2, because of ’\).*'Replace Characters'/),
		expect.stringMatching(/^'Text' needs 2 segments \(UCS-2, because of 😀\)(?!.*Replace Characters)/),
	]);
});

test('a longer text can be cut with an ellipsis, and the item says so', async () => {
	const { json } = await send(['short', 'x'.repeat(200), 'ж'.repeat(71)], { maxSegments: 1, longerTexts: 'cut' });
	expect(sentTexts()).toEqual(['short', `${'x'.repeat(157)}...`, `${'ж'.repeat(69)}…`]);
	expect(json.map(ownFieldsOf)).toEqual([
		{ segments: 1, encoding: 'GSM-7' },
		{ segments: 1, encoding: 'GSM-7', cutFrom: 2 },
		{ segments: 1, encoding: 'UCS-2', ucs2Characters: ['ж', '…'], cutFrom: 2 },
	]);
});

test('Replace Characters keeps a text in GSM-7 if possible, before Maximum Segments applies', async () => {
	const long = `“${'x'.repeat(100)}”`;
	const { json } = await send(['plain ü', long, '“ж”'], { replaceCharacters: true, maxSegments: 1 });
	expect(sentTexts()).toEqual(['plain ü', `"${'x'.repeat(100)}"`, '“ж”']);
	expect(json.map(ownFieldsOf)).toEqual([
		{ segments: 1, encoding: 'GSM-7' },
		{
			segments: 1,
			encoding: 'GSM-7',
			replaced: [
				{ from: '“', to: '"', count: 1 },
				{ from: '”', to: '"', count: 1 },
			],
		},
		{ segments: 1, encoding: 'UCS-2', ucs2Characters: ['“', 'ж', '”'], notReplaced: ['ж'] },
	]);
});

test('the message ID depends on the text as sent, so that every try has the same ID', async () => {
	const idOf = async (text: string, named: IDataObject) => {
		const parameters = { text, ...placed(named), options: { messageIds: 'node' } };
		await node.send([{ to: TO }], parameters, { start: { resumeToken: 'the-same-execution' } });
		return node.sandbox.requests.splice(0)[0]!.body.messages[0].destinations[0].messageId as string;
	};
	const limits = { replaceCharacters: true, maxSegments: 1, longerTexts: 'cut' };
	const long = `“${'x'.repeat(200)}”`;
	const id = await idOf(long, limits);
	expect(id).toMatch(/^[0-9a-f]{24}$/);
	expect(await idOf(long, limits)).toBe(id);
	expect(await idOf(`"${'x'.repeat(156)}...`, {})).toBe(id);
	expect(await idOf(long, {})).not.toBe(id);
});

describe('If an Expression Has No Value', () => {
	const run = async (text: string, items: IDataObject[], safeguards: IDataObject = {}) =>
		await node.send(items, { to: TO, text, safeguards });

	test('a text with an empty expression is not sent; the error names the expression', async () => {
		const text = '=Hello {{ $json.name }}, {{ $json.count }} of {{ $json.shop.name }}{{ $json.end }}';
		const whole = { name: 'Ann', count: 0, shop: { name: false }, end: '\n' };
		const { json } = await run(text, [
			whole,
			{ ...whole, name: '' },
			{ ...whole, name: null, shop: {} },
			{ ...whole, count: '  ' },
		]);
		expect(sentTexts()).toEqual(['Hello Ann, 0 of false\n']);
		expect(json.slice(1).map(({ error }) => String(error).match(/\{\{.*?\}\}/g))).toEqual([
			['{{ $json.name }}'],
			['{{ $json.name }}', '{{ $json.shop.name }}'],
			['{{ $json.count }}'],
		]);
		for (const { error } of json.slice(1)) expect(error).toContain('If an Expression Has No Value');
	});

	const FAILED: Array<[expression: string, item?: IDataObject]> = [
		["DateTime.fromISO('31.01.2030').toFormat('d LLLL')"],
		["'at ' + DateTime.fromISO($json.at).toFormat('HH:mm')", { at: 'noon' }],
		["new Date('31.01.2030').toString()"],
		["(Number('1,5') * 2).toFixed(2)"],
		['1 / 0'],
		['String($json.name)'],
		['JSON.stringify(null)'],
		["'#N/A'"],
		['$json.name', { name: 'undefined' }],
		['$json.name', { name: ' null ' }],
		['$json.name', { name: 'Invalid Date' }],
		["'in ' + DateTime.fromISO('x').diffNow().toHuman()"],
		["DateTime.fromISO($json?.d).toFormat('dd.MM.').concat(' Tue')", { d: 'x' }],
		["DateTime.fromISO('x').toFormat('cccc').toUpperCase()"],
		["'on ' + $today.setZone('Wien').toLocaleString()"],
		['$json.name', { name: '#¿NOMBRE?' }],
	];

	test.each([
		['$input.all().\nreverse().length', '2'],
		['(() => { const all = $input.all(); all[0].json = all[1].json; return all[0].json.nth })()', '1'],
		['$input.all().map((item) => item.json.list.pop()).join()', 'a,a'],
		['$("Input").item.json.list.pop()', 'a'],
		['$("Input").first().json.list.sort().join()', 'a,b'],
		['$node["Input"].json.list.shift()', 'b'],
		['($items().length = 1)', '1'],
		['$json.list.push("c")', '3'],
		['$json.at.setDate(1) && $json.at.getDate()', '1'],
	])(
		'an expression may alter data, and everybody gets what it gives for unaltered data: {{ %s }}',
		async (code, value) => {
			const items = ['0', '1'].map((nth) => ({ nth, to: `43660000000${nth}`, list: ['b', 'a'], at: new Date() }));
			const messageOptions = { callbackData: `={{ ${code} }}` };
			await node.send(items, { text: `={{ $json.nth }} {{ ${code} }}`, messageOptions });
			const sent = node.sandbox.messages.map(({ to, text, callbackData }) => [to, text, callbackData]);
			expect(sent).toEqual(items.map(({ to, nth }) => [to, `${nth} ${value}`, value]));
		},
	);

	test('what an expression leaves out of the items that it gives out is not sent', async () => {
		const callbackData = '={{ $input.all().map((item) => { delete item.json.card; return item }) }}';
		await node.send([{ to: TO, card: '4711', row: 7 }], { messageOptions: { callbackData } });
		const [sent] = node.sandbox.messages;
		expect(sent!.callbackData).toContain('"row":7');
		expect(sent!.callbackData).not.toContain('4711');
	});

	test('a failed value is never sent as a word, alone or within a text', async () => {
		const drawn = fc.sample(
			fc.tuple(fc.constantFrom(...FAILED), fc.constantFrom('', 'At '), fc.constantFrom('', '!')),
			{ numRuns: 40, seed: 58 },
		);
		for (const [[expression, item = {}], before, after] of drawn) {
			const { json } = await run(`=${before}{{ ${expression} }}${after}`, [item]);
			expect(json[0]!.error).toContain('If an Expression Has No Value');
		}
		expect(sentTexts()).toEqual([]);
	});

	test.each([
		["=Dear {{ 'Mr ' + $json.name }}", {}, 'Dear Mr undefined', true],
		["={{ $json.price + ' EUR' }}", {}, 'undefined EUR', true],
		['=Bug: {{ $json.text }}', { text: 'undefined behaviour in null.c' }, 'Bug: undefined behaviour in null.c', false],
		['={{ $json.note.substr(0, 21) }}', { note: 'Invalid Date in row 7' }, 'Invalid Date in row 7', false],
	])(
		'a word within a result may be meant: %s is sent, with a hint unless it is data',
		async (text, item, sent, isHinted) => {
			const hints = hintsOf(await run(text, [item]));
			expect(sentTexts()).toEqual([sent]);
			expect(hints.join(' ').includes('undefined')).toBe(isHinted);
		},
	);

	test.each([
		['messageId', { messageOptions: { messageId: '=invoice-{{ $json.number }}' } }],
		['bulkId', { messageOptions: { bulkId: '=invoice-{{ $json.number }}' } }],
		['hex', { operation: 'sendBinary', hex: '=48 {{ $json.number }}' }],
	])('an empty expression within %s is a fault too', async (field, parameters) => {
		const { json } = await node.send([{ to: TO, number: 17 }, { to: TO }], parameters);
		expect(json).toMatchObject([{ to: TO }, { details: { faults: [{ field }] } }]);
	});

	test('Send Anyway sends it', async () => {
		await run('=Hello {{ $json.name }}, welcome', [{}], { blankValues: 'send' });
		expect(sentTexts()).toEqual(['Hello , welcome']);
	});

	test.each([
		['no expression', 'Hello {{ $json.name }}', {}],
		['an expression alone', '={{ $json.text }}', { text: 'Hello' }],
		['brackets that are text, and such as are escaped', '=\\{{ a }} {{ $json.name + "\\}}" }}}', { name: 'b' }],
		['a value with braces', '=Hello {{ $json.name }}', { name: '{{ $json.name }}' }],
		['functions of n8n', '=Hello {{ $json.name.toTitleCase() }}: {{ [1, 2].map((n) => `<${n}>`) }}', { name: 'ann' }],
		['the marks of the node', '=Hello {{ $json.name }}', { name: '\uE5A5\uE5A6' }],
	])('the text is unchanged by the option: %s', async (_, text, item) => {
		await run(text, [item], { blankValues: 'send' });
		await run(text, [item]);
		const [without, withOption] = sentTexts();
		expect(withOption).toBe(without);
		expect(sentTexts()).toHaveLength(2);
	});
});

describe('bytes from files', () => {
	const fileOf = (bytes: Buffer): IBinaryData => ({
		data: bytes.toString('base64'),
		mimeType: 'application/octet-stream',
	});
	const PARAMETERS = {
		operation: 'sendBinary',
		to: '436601234567',
		contentSource: 'binaryField',
		binaryPropertyName: '={{ $json.field ?? "data" }}',
	};
	const sent = () => node.sandbox.requests.flatMap(({ body }) => body.messages.map(({ binary }: any) => binary));

	test('each item sends its own field, and an unreadable field makes its item invalid', async () => {
		const items: INodeExecutionData[] = [
			{ json: { field: 'data' }, binary: { data: fileOf(Buffer.from([1, 2])) } },
			{ json: { field: 'photo' }, binary: { data: fileOf(Buffer.from([3])) } },
			{ json: { field: 'large' }, binary: { large: fileOf(Buffer.alloc(40_000)) } },
			{ json: { field: 'other' }, binary: { other: fileOf(Buffer.from([4])) } },
		];
		const { json } = await node.send([], PARAMETERS, { start: { items } });
		expect(sent()).toEqual([{ hex: '01 02' }, { hex: '04' }]);
		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			expect.stringMatching(/'photo'.*'data'/),
			expect.stringMatching(/40\d\d\d bytes.* 34170/),
			undefined,
		]);
	});

	test('a file is found in a workflow that keeps files in the json', async () => {
		const start = { settings: { binaryMode: 'combined' as const } };
		const { json } = await node.send([{ data: fileOf(Buffer.from([1, 2])) }], PARAMETERS, { start });
		expect(json[0]).not.toHaveProperty('error');
		expect(sent()).toEqual([{ hex: '01 02' }]);
	});
});
