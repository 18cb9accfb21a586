const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const PATTERN = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** Reads a length of time such as 500ms, 10s, 1.5m, 48h or 7d. Returns milliseconds; undefined if it is not one. */
export function parseDuration(value: string): number | undefined {
	const match = PATTERN.exec(value);
	return match ? Math.round(Number(match[1]) * UNITS_MS[match[2]!]!) : undefined;
}
