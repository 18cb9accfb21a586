/**
 * Creates objects with the same fields by copying one. Adding fields one by one takes ten times as long in n8n, whose JavaScript
 * engine has already seen too many object shapes to optimise more.
 */
export class Patterns<Key> {
	private readonly known = new Map<Key, Record<string, null>>();

	/** @param key identifies the names @returns a new object with these fields, all null */
	copy(key: Key, names: () => string[]): Record<string, unknown> {
		let pattern = this.known.get(key);
		if (pattern === undefined) {
			pattern = patternOf(names());
			this.known.set(key, pattern);
		}
		return { ...pattern };
	}
}

/** An object with these fields, all null, to make copies of. */
export function patternOf(names: string[]): Record<string, null> {
	// Parsed, because the engine then gives the object a shape of its own
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, null>;
}
