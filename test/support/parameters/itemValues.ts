import fc, { type Arbitrary } from 'fast-check';

/** Makes a new value: fast-check inspects the values that it generates, which some of these do not survive. */
export type Make = () => unknown;
type MakeObject = () => Record<string, unknown>;

/** The part of luxon's DateTime that is needed here. */
export interface DateTimeClass {
	fromMillis(milliseconds: number, options: { zone: string }): unknown;
	invalid(reason: string): unknown;
}

class Customer {
	readonly to = '+43';
	get text() {
		return 'from a getter';
	}
}

/** Values that are data of plain objects, and come out of the engines unchanged. */
const PLAIN = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.constantFrom(
		...['', ' ', '+436601234567', '=x', '={{ $json.a }}', '{{ 1 }}', '😀', '\u2028', 'null', 'ünï', '0'],
		'x'.repeat(100_000),
	),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(0, 1, -1, 2 ** 53 + 2, 1e-7, 5e-324, Number.MAX_VALUE),
	fc.boolean(),
	fc.constant(null),
);

/** Texts and numbers that an engine may not return unchanged. */
const ODD_VALUES: readonly unknown[] = [
	...[-0, NaN, Infinity, -Infinity, undefined, 10n, Symbol('s'), Symbol.iterator],
	...['\uD83D', '\uDE00\uD83D', 'a\0b', '\uFEFFa', 'ä'.repeat(100_001)],
];
const ODD = fc.oneof(
	fc.constantFrom(...ODD_VALUES),
	fc.string({ unit: fc.constantFrom('a', '\uD83D', '\uDE00', '\0', '\uFEFF', '\uFFFE', 'é'), maxLength: 6 }),
);

/** Objects that are not JSON data. DateTime has to be the engine's own. */
const specials = (DateTime: DateTimeClass): Make[] => [
	() => new Date(1_700_000_000_000),
	() => new Date(NaN),
	() => DateTime.fromMillis(1_700_000_000_000, { zone: 'Europe/Vienna' }),
	() => DateTime.invalid('test'),
	() => Buffer.from('abc'),
	() => new Uint8Array([1, 2]),
	() => new Map([['to', 1]]),
	() => new Set(['to']),
	() => /to/g,
	() => new Error('of the item'),
	() => () => 'called',
	() => new Customer(),
	() => Object(1n),
	() => Object('text'),
	() => new Promise(() => {}),
	() => Object.assign(new Array<unknown>(3), { 1: 'after a hole' }),
	() => ['first', { to: 'in a list' }],
];

/** Turns a plain object into one that looks like it. */
const DISGUISES: Array<(data: Record<string, unknown>) => unknown> = [
	(data) => Object.setPrototypeOf(data, null),
	(data) => Object.setPrototypeOf({ own: 1 }, data),
	(data) => Object.setPrototypeOf(data, { inherited: 1, to: 'inherited' }),
	(data) => Object.setPrototypeOf(data, Object.create(null, { to: { value: 'inherited', enumerable: true } })),
	(data) => Object.freeze(data),
	(data) => withFields(Object.setPrototypeOf([1, 2], null), Object.entries(data)),
	(data) => withFields(Object.setPrototypeOf([1, 2], Object.prototype), Object.entries(data)),
	(data) => withFields(Object.setPrototypeOf(new Date(0), null), Object.entries(data)),
	(data) => withFields(Object.setPrototypeOf(new Map(), Object.prototype), Object.entries(data)),
	(data) => withFields([], Object.entries(data)),
	(data) => withFields(() => 1, Object.entries(data)),
	(data) => withFields(new Date(0), Object.entries(data)),
	(data) => withProperties(data, (value) => ({ get: () => value, enumerable: true })),
	(data) =>
		withProperties(data, () => ({
			get: () => {
				throw new Error('from a getter');
			},
			enumerable: true,
		})),
	(data) => withProperties(data, (value) => ({ value, enumerable: false })),
	(data) => ({ ...data, [Symbol('to')]: 1 }),
	(data) => new Proxy(data, {}),
	(data) => new Proxy(data, { get: (target, name) => Reflect.get(target, name) ?? 'by default' }),
	(data) =>
		new Proxy(data, {
			get: (target, name) => (typeof Reflect.get(target, name) === 'string' ? 'another' : Reflect.get(target, name)),
		}),
	(data) => new Proxy(data, { getOwnPropertyDescriptor: () => undefined }),
	(data) => ({ ...data, toJSON: () => ({ to: 'from toJSON' }) }),
	(data) => ({ ...data, then: (resolve: (value: unknown) => void) => resolve('awaited') }),
];

function withProperties(data: Record<string, unknown>, describe: (value: unknown) => PropertyDescriptor): unknown {
	return Object.defineProperties(
		{},
		Object.fromEntries(Object.entries(data).map(([name, value]) => [name, describe(value)])),
	);
}

function revokedProxy(): unknown {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	return proxy;
}

/** Each kind of value and object once: the json of items that hold it, that hold it one level down, and that are it. */
export function everyItemJson(DateTime: DateTimeClass): Make[] {
	const data = () => ({ to: 'to', text: 'text', from: { to: 'deep' } });
	const values: Make[] = [
		...ODD_VALUES.map((value) => () => value),
		...specials(DateTime),
		revokedProxy,
		...DISGUISES.map((disguise) => () => disguise(data())),
	];
	return [
		...values.map((make) => () => ({ to: make(), text: 'text', from: { to: make() } })),
		...values.map((make) => () => ({ ...data(), from: make() })),
		...DISGUISES.map((disguise) => () => disguise(data())),
		...specials(DateTime),
	];
}

/** Objects, texts and lists with fields of these names, some levels deep. */
export function itemJson(names: Arbitrary<string>, DateTime: DateTimeClass): Arbitrary<Make> {
	const ready = (value: Arbitrary<unknown>) => value.map((it) => () => it);
	const { object } = fc.letrec<{ object: MakeObject; value: Make }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			{ weight: 20, arbitrary: ready(PLAIN) },
			{ weight: 3, arbitrary: ready(ODD) },
			{ weight: 2, arbitrary: fc.constantFrom(...specials(DateTime), revokedProxy) },
			{ weight: 6, arbitrary: tie('object') },
			{
				weight: 1,
				arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((list) => () => list.map((make) => make())),
			},
			{ weight: 6, arbitrary: disguised(tie('object')) },
		),
		object: fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map(
			(fields) => () =>
				withFields(
					{},
					fields.map(([name, make]) => [name, make()]),
				),
		),
	}));
	return fc.oneof(
		{ weight: 20, arbitrary: object },
		{ weight: 5, arbitrary: disguised(object) },
		// n8n itself fails where it is null, undefined or a revoked Proxy
		{ weight: 1, arbitrary: fc.constantFrom(...specials(DateTime)) },
	);
}

function disguised(object: Arbitrary<MakeObject>): Arbitrary<Make> {
	return fc.tuple(object, fc.constantFrom(...DISGUISES)).map(
		([make, disguise]) =>
			() =>
				disguise(make()),
	);
}

/** Also with names such as __proto__, which assignment would not turn into own fields. */
function withFields<T extends object>(target: T, fields: Array<[string, unknown]>): T {
	for (const [name, value] of fields) {
		if (name === 'length' && Array.isArray(target)) continue;
		Reflect.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
	}
	return target;
}
