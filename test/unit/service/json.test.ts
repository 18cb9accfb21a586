import fc from 'fast-check';

import { isJsonObject, parseHarmlessJson, parseJson } from '../../../nodes/SmsMessaging/text/json';

/** Integers are bigint here, so that they can be written with all their digits. */
type Value = bigint | number | string | boolean | null | Value[] | { [name: string]: Value };

const text = fc.string({ unit: fc.constantFrom(...'0123456789"\\,:[]{} é') });
const integer = fc.oneof(
	fc.bigInt(-(10n ** 40n), 10n ** 40n),
	fc.bigInt(2n ** 53n - 3n, 2n ** 53n + 3n),
	fc.bigInt(-(2n ** 53n) - 3n, -(2n ** 53n) + 3n),
	fc.bigInt(-100n, 100n),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		integer,
		text,
		fc.boolean(),
		fc.constant(null),
		fc.constantFrom(0.5, 1e300),
		fc.array(tie('value')),
		fc.dictionary(text, tie('value'), { noNullPrototype: true }),
	),
}));

function write(given: Value): string {
	if (typeof given === 'bigint') return String(given);
	if (Array.isArray(given)) return `[${given.map(write).join(',\n')}]`;
	if (typeof given !== 'object' || given === null) return JSON.stringify(given);
	return `{${Object.entries(given)
		.map(([name, below]) => `${JSON.stringify(name)}:${write(below)}`)
		.join(', ')}}`;
}

/** What a number cannot hold is a text. */
function read(given: Value): unknown {
	if (typeof given === 'bigint') return Number.isSafeInteger(Number(given)) ? Number(given) : String(given);
	if (Array.isArray(given)) return given.map(read);
	if (typeof given !== 'object' || given === null) return given;
	return Object.fromEntries(Object.entries(given).map(([name, below]) => [name, read(below)]));
}

test('integers beyond 2^53 keep all their digits as text, at any place; everything else is as in JSON', () => {
	fc.assert(
		fc.property(value, (given) => expect(parseJson(write(given))).toEqual(read(given))),
		{ numRuns: 1000 },
	);
});

test.each([
	['a fraction of many digits', '0.12345678901234567890', 0.12345678901234568],
	['a long integer with a fraction', '12345678901234567890.5', 12345678901234567890.5],
	['a long integer with an exponent', '12345678901234567890e3', 12345678901234567890e3],
	['an exponent of many digits', '1E+0000000000000000002', 100],
	['zero', '-0', -0],
	['digits behind a unicode escape', '"\\u00e91457717814630853757"', 'é1457717814630853757'],
])('%s', (_, json, expected) => {
	expect(parseJson(json)).toEqual(expected);
});

test.each([
	...['', '{', '{"a":1457717814630853757', '1457717814630853757 x', '01457717814630853757'],
	...['{1457717814630853757 :1}', '<html>', '{"a":1,}'],
])('%s is refused', (json) => {
	expect(() => parseJson(json)).toThrow(SyntaxError);
});

test('__proto__ is removed at every level, also beside a long integer', () => {
	for (const number of ['1', '1457717814630853757']) {
		const all = `{"n": ${number}, "__proto__": {"x": 1}, "list": [{"\\u005f_proto__": {"x": 2}}]}`;
		const parsed = parseHarmlessJson(all);
		expect(JSON.stringify(parsed)).not.toMatch(/proto|x/);
		expect(parsed).toEqual({ ok: true, value: { n: expect.anything(), list: [{}] } });
		expect(isJsonObject((parsed as { value: unknown }).value)).toBe(true);
	}
});
