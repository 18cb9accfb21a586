import type { FieldType, Table } from '../../test/support/interface/requestTables';

/** A field as the interface describes it, and as it came. */
export interface Finding {
	/** For example `messages[0].status.name`. */
	path: string;
	/** The type that the interface gives it; undefined if it does not name the field. */
	expected?: string;
	/** The type that came; undefined if the field did not come. */
	seen?: string;
	/** The value of a field that the interface names; objects and lists have none. */
	value?: unknown;
	/** Whether there is something to say about it. A field may be left out. */
	isOdd: boolean;
}

type Tables = Readonly<Record<string, Table>>;

/** yyyy-MM-dd'T'HH:mm:ss.SSSZ with a numeric offset (interface: SentSMSLog). */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/;

/** Compares an object of an answer with its table, field by field: first those of the table, then those it does not name. */
export function compare(tables: Tables, table: string, object: Record<string, unknown>, prefix = ''): Finding[] {
	const fields = tables[table]!;
	const named = Object.entries(fields).flatMap(([name, type]) =>
		compareField(tables, type, object[name], prefix + name),
	);
	const others = Object.keys(object).filter((name) => !Object.hasOwn(fields, name));
	return [...named, ...others.map((name) => ({ path: prefix + name, seen: typeOf(object[name]), isOdd: true }))];
}

function compareField(tables: Tables, type: FieldType, value: unknown, path: string): Finding[] {
	if (typeof type !== 'string') {
		if (!Array.isArray(value)) return [finding(path, 'list', value)];
		return value.flatMap((element, index) => compareField(tables, type[0], element, `${path}[${index}]`));
	}
	if (!Object.hasOwn(tables, type)) return [finding(path, type, value)];
	return typeOf(value) === 'object'
		? compare(tables, type, value as Record<string, unknown>, `${path}.`)
		: [finding(path, 'object', value)];
}

function finding(path: string, expected: string, value: unknown): Finding {
	if (value === undefined) return { path, expected, isOdd: false };
	const seen = typeOf(value);
	const shown = seen === 'object' || seen === 'list' ? {} : { value };
	return { path, expected, seen, ...shown, isOdd: !fits(expected, seen) };
}

/** A date-time is a string too, and a whole number a decimal. */
function fits(expected: string, seen: string): boolean {
	const wider: Record<string, string> = { dateTime: 'string', integer: 'decimal' };
	return seen === expected || wider[seen] === expected;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
	if (typeof value === 'string') return DATE_TIME.test(value) ? 'dateTime' : 'string';
	return typeof value;
}
