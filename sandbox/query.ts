/** Parameters that may have several values (public: logs parameters; clients send such lists for reports too). */
const LISTS = new Set(['bulkId', 'messageId', 'campaignReferenceId']);

/** The parameters of a query, decoded; a key that occurs more than once has an array. */
export function parameters(rawQuery: string): Record<string, string | string[]> {
	const read: Record<string, string | string[]> = {};
	for (const [key, value] of new URLSearchParams(rawQuery)) {
		const earlier = read[key];
		read[key] = earlier === undefined ? value : [earlier, value].flat();
	}
	return read;
}

/**
 * Reads a query in all notations real clients use: lists as `a,b`, as a repeated key, as `key[]` and as `key[0]`; an empty
 * value counts as absent. Returns lists as arrays, all else as one string (the last one given).
 */
export function readQuery(rawQuery: string): Record<string, string | string[]> {
	const read: Record<string, string | string[]> = {};
	for (const [notation, value] of new URLSearchParams(rawQuery)) {
		const key = notation.replace(/\[\d*\]$/, '');
		if (!LISTS.has(key)) {
			if (value !== '') read[key] = value;
			continue;
		}
		if (value.trim() === '') continue;
		const earlier = (read[key] as string[] | undefined) ?? [];
		const parts = value.split(',').map((entry) => entry.trim());
		// An id may itself contain a comma, or begin or end with spaces
		read[key] = [...new Set([...earlier, value, ...parts.filter((entry) => entry !== '')])];
	}
	return read;
}
