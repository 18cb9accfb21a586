import { inspect, isDeepStrictEqual } from 'node:util';

/** What reading a parameter came to. */
export type Outcome = { value: unknown } | { error: unknown };

export function outcomeOf(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (error) {
		return { error };
	}
}

/** Says in which way two outcomes are not the same: another value, type, class, order of fields or error. */
export function difference(expected: Outcome, actual: Outcome): string | undefined {
	if ('error' in expected && 'error' in actual) return isDeepStrictEqual(errorParts(expected.error), errorParts(actual.error)) ? undefined : described(expected, actual);
	if ('error' in expected || 'error' in actual) return described(expected, actual);
	return isIdentical(expected.value, actual.value) ? undefined : described(expected, actual);
}

function isIdentical(expected: unknown, actual: unknown): boolean {
	return Object.is(expected, actual) || (isDeepStrictEqual(expected, actual) && isDeepStrictEqual(fieldOrder(expected), fieldOrder(actual)));
}

/** The own fields of the objects and lists that a value consists of, hidden and symbolic ones too, in their order. */
function fieldOrder(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	const isData = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	return Reflect.ownKeys(value).map((name) => [name, isData ? fieldOrder((value as Record<PropertyKey, unknown>)[name]) : undefined]);
}

function errorParts(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { constructor, name, message, cause } = error;
	const { description, context } = error as { description?: unknown; context?: unknown };
	return { constructor, name, message, cause, description, context };
}

function described(expected: Outcome, actual: Outcome): string {
	const show = (outcome: Outcome) => inspect(outcome, { depth: 6, maxStringLength: 200, breakLength: Infinity });
	return `n8n: ${show(expected)}, reader: ${show(actual)}`;
}
