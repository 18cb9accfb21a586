/**
 * An object with these fields, all of them null, for others to begin as a copy of. An object that gets its fields one after the other
 * takes ten times as long in n8n, where the engine has known so many kinds of objects that it does not plan for more.
 */
export function patternOf(names: string[]): Record<string, null> {
	// Parsed, since that is how the engine makes an object of a kind of its own
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, null>;
}
