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
			// Parsed, since that is how the engine makes an object of a kind of its own
			pattern = JSON.parse(JSON.stringify(Object.fromEntries(names().map((name) => [name, null])))) as Record<string, null>;
			this.known.set(key, pattern);
		}
		return { ...pattern };
	}
}
