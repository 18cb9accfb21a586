/** A number in the form used to compare destinations: the service may write it with a plus, zeros or spaces. */
export function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '').replace(/^00/, '');
}

/** Whether a service shows a number whole: some mask a part of it. */
export function isWholeNumber(to: unknown): boolean {
	return /^\+?\d[\d\s().-]*$/.test(String(to));
}

/** Whether a number as the service shows it, masked in part perhaps, can be this one. */
export function mayBeNumber(shown: unknown, to: string): boolean {
	if (isWholeNumber(shown)) return digitsOf(shown) === to;
	const parts = String(shown)
		.replace(/^(?:\+|00)/, '')
		.split(/\D+/);
	return to.startsWith(parts[0]!) && to.endsWith(parts.at(-1)!);
}

export function isBlankId(messageId: unknown): boolean {
	return messageId === undefined || messageId === null || messageId === '';
}

/** Groups values by each of their keys, in order. An undefined or empty key is ignored. */
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

/** The two parts of a mccMnc of 5 or 6 digits; the country code always has three. Undefined if it is not such a code. */
export function networkCodes(mccMnc: string): { mcc: string; mnc: string } | undefined {
	return /^\d{5,6}$/.test(mccMnc) ? { mcc: mccMnc.slice(0, 3), mnc: mccMnc.slice(3) } : undefined;
}
