/** A number as destinations are compared: the service may write it with a plus or blanks. */
export function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '');
}

/** Values by each of their keys, in their order. A key that is undefined or empty says nothing. */
export function groupByKeys<T>(values: Iterable<T>, keysOf: (value: T) => Array<string | undefined>): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		for (const key of keysOf(value)) {
			if (key === undefined || key === '') continue;
			const group = groups.get(key);
			if (group === undefined) groups.set(key, [value]);
			else group.push(value);
		}
	}
	return groups;
}

/** The two parts of a mccMnc of 5 or 6 digits: the country's code has always three. Undefined for what is no such code. */
export function networkCodes(mccMnc: string): { mcc: string; mnc: string } | undefined {
	return /^\d{5,6}$/.test(mccMnc) ? { mcc: mccMnc.slice(0, 3), mnc: mccMnc.slice(3) } : undefined;
}
