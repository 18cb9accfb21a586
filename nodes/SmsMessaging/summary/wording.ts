import { percent, type Decimal } from './total';

const MAX_SHOWN_PLACES = 6;
const MIN_SHOWN_PLACES = 2;

/** `12.5%` of `whole`; blank if `whole` is 0. */
export const shareText = (part: number, whole: number): string =>
	whole === 0 ? '' : `${percent(part, whole).toFixed(1)}%`;

/** `1,234.50`. @param places how many decimal places to show, so that amounts in a column line up; limited to 2 to 6 */
export function moneyText(amount: Decimal, places: number): string {
	const digits = Math.min(Math.max(places, MIN_SHOWN_PLACES), MAX_SHOWN_PLACES);
	const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
	// Halves are rounded away from zero
	return format.format(amount.toFixed(digits) as `${number}`);
}

/** `850 ms`, `12.5 s`, `2 min 5 s`, `1 h 2 min`, `3 d 4 h`; no line break between a number and its unit. */
export function durationText(seconds: number): string {
	if (seconds < 0.9995) return withUnit(Math.round(seconds * 1000), 'ms');
	if (seconds < 59.95) return withUnit(seconds.toFixed(1), 's');
	const wholeSeconds = Math.round(seconds);
	if (wholeSeconds < 3600) return twoUnits(wholeSeconds, 60, 'min', 's');
	const minutes = Math.round(seconds / 60);
	return minutes < 24 * 60 ? twoUnits(minutes, 60, 'h', 'min') : twoUnits(Math.round(seconds / 3600), 24, 'd', 'h');
}

/** `20 Nov 2026`, or `19 Nov 2026 – 20 Nov 2026` if the two instants are on different days in `timezone`. */
export function daysText(firstMs: number, lastMs: number, timezone: string): string {
	const [first, last] = [clockAt(firstMs, timezone).day, clockAt(lastMs, timezone).day];
	return first === last ? first : `${first} – ${last}`;
}

/** `20 Nov 2026, 00:03 – 23:58 (UTC)` */
export function periodText(firstMs: number, lastMs: number, timezone: string): string {
	const [first, last] = [clockAt(firstMs, timezone), clockAt(lastMs, timezone)];
	const end = first.day === last.day ? last.time : `${last.day}, ${last.time}`;
	return `${first.day}, ${first.time} – ${end} (${timezone})`;
}

function clockAt(instantMs: number, timeZone: string): { day: string; time: string } {
	const dayAndTime = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
	const parts = new Intl.DateTimeFormat('en-US', { timeZone, ...dayAndTime, hourCycle: 'h23' }).formatToParts(
		instantMs,
	);
	const { day, month, year, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
	return { day: `${day} ${month} ${year}`, time: `${hour}:${minute}` };
}

function twoUnits(count: number, size: number, large: string, small: string): string {
	const whole = withUnit(Math.floor(count / size), large);
	return count % size === 0 ? whole : `${whole} ${withUnit(count % size, small)}`;
}

const withUnit = (count: number | string, unit: string): string => `${count}\u00a0${unit}`;
