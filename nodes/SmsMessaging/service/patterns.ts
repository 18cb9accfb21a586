/**
 * Objects with the same fields begin as copies of one. An object that gets its fields one after the other takes ten times as long
 * in n8n, where the engine has known so many kinds of objects that it does not plan for more.
 */
export class Patterns<Key> {
	private readonly known = new Map<Key, Record<string, null>>();

	/** @param key stands for the names @returns a new object that has these fields, all of them null */
	copy(key: Key, names: () => string[]): Record<string, unknown> {
		let pattern = this.known.get(key);
		if (pattern === undefined) {
			pattern = patternOf(names());
			this.known.set(key, pattern);
		}
		return { ...pattern };
	}
}

/** An object with these fields, all of them null, of which copies are to be made. */
export function patternOf(names: string[]): Record<string, null> {
	// Parsed, since that is how the engine makes an object of a kind of its own
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, null>;
}
