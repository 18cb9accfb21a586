import { inspect, isDeepStrictEqual } from 'node:util';

/** The outcome of reading a parameter. */
export type Outcome = { value: unknown } | { error: unknown };

export function outcomeOf(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (error) {
		return { error };
	}
}

/** Says how two outcomes differ: in value, type, class, order of fields or error. */
export function difference(expected: Outcome, actual: Outcome): string | undefined {
	if ('error' in expected && 'error' in actual)
		return isDeepStrictEqual(errorParts(expected.error), errorParts(actual.error))
			? undefined
			: described(expected, actual);
	if ('error' in expected || 'error' in actual) return described(expected, actual);
	return isIdentical(expected.value, actual.value) ? undefined : described(expected, actual);
}

function isIdentical(expected: unknown, actual: unknown): boolean {
	return isDeepStrictEqual(expected, actual) && haveSameFields(expected, actual);
}

/** Whether the objects and lists that the values consist of have the same own fields, hidden and symbolic ones too, in the same order. */
function haveSameFields(expected: unknown, actual: unknown): boolean {
	if (expected === actual || typeof expected !== 'object' || expected === null) return true;
	const names = Reflect.ownKeys(expected);
	if (!isDeepStrictEqual(names, Reflect.ownKeys(actual as object))) return false;
	if (!Array.isArray(expected) && Object.getPrototypeOf(expected) !== Object.prototype) return true;
	return names.every((name) =>
		haveSameFields((expected as Record<PropertyKey, unknown>)[name], (actual as Record<PropertyKey, unknown>)[name]),
	);
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
