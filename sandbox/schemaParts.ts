/* The parts that the schemas of requests and answers are made of. */

/** Longer texts cannot be messages: 25 parts have at most 3825 characters. */
const MOST_CHARACTERS = 20_000;
const MOST_ITEMS = 100_000;

export const text = { type: 'string' };
/** A text in a request; what is longer is refused. */
export const upTo = (maxLength: number) => ({ type: 'string', maxLength });
export const anyText = upTo(MOST_CHARACTERS);
export const whole = { type: 'integer' };
export const within = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
export const boolean = { type: 'boolean' };
export const dateTime = { type: 'string', examples: ['2026-03-02T12:00:00.000+0000'] };

export const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values });
export const formatted = (format: string) => ({ type: 'string', format });

export const list = (items: object) => ({ type: 'array', items });
export const atLeastOne = (items: object) => ({ type: 'array', minItems: 1, maxItems: MOST_ITEMS, items });

/** An object with fields that must be there, and others. */
export function object<Required extends object, Others extends object = object>(required: Required, others?: Others) {
	const names = Object.keys(required);
	const properties = { ...required, ...others } as Required & Others;
	return { type: 'object', ...(names.length > 0 && { required: names }), properties };
}
