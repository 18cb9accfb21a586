export const isBlankId = (messageId: string | undefined): messageId is undefined | '' =>
	messageId === undefined || messageId === '';

/** Groups values by each of their keys, in order. An undefined or empty key is ignored. */
export function groupByKeys<T>(values: Iterable<T>, keysOf: (value: T) => Array<string | undefined>): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		for (const key of keysOf(value)) {
			if (key !== undefined && key !== '') addTo(groups, key, value);
		}
	}
	return groups;
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** The two parts of a mccMnc of 5 or 6 digits; the country code always has three. Undefined if it is not such a code. */
export const networkCodes = (mccMnc: string): { mcc: string; mnc: string } | undefined =>
	/^\d{5,6}$/.test(mccMnc) ? { mcc: mccMnc.slice(0, 3), mnc: mccMnc.slice(3) } : undefined;
