const PATTERN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a date-time with its offset: yyyy-MM-dd'T'HH:mm:ss.SSSZ (interface), and also the notations real clients send:
 * `+01:00`, a literal `Z`, no fraction, and fractions of up to nine digits (cut to milliseconds).
 * Returns milliseconds since the epoch, or undefined if it is none of these or not a real date.
 */
export function parseDateTime(value: string): number | undefined {
	const match = PATTERN.exec(value);
	if (!match) return undefined;
	const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
		number,
		number,
		number,
		number,
		number,
		number,
	];
	const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
	const zone = match[8]!;
	const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
	const read = new Date(local);
	// Date.UTC rolls 31 February over into March: a date that moved was not real.
	if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day || read.getUTCHours() !== hour) return undefined;
	if (minute > 59 || second > 59) return undefined;
	if (zone === 'Z') return local;
	const [offsetHours, offsetMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
	if (offsetHours > 18 || offsetMinutes > 59) return undefined;
	const sign = zone.startsWith('-') ? -1 : 1;
	return local - sign * (offsetHours * 60 + offsetMinutes) * 60_000;
}

/** Writes milliseconds since the epoch as yyyy-MM-dd'T'HH:mm:ss.SSS+0000 (interface: date-time). */
export function formatDateTime(time: number): string {
	return new Date(time).toISOString().replace('Z', '+0000');
}
