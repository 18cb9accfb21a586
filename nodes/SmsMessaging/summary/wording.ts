import { percent, type Decimal } from './total';
import { countText } from '../text/numbers';

const MAX_SHOWN_PLACES = 6;
const MIN_SHOWN_PLACES = 2;

/** `1 message`, `12,345 messages` */
export const messagesText = (count: number): string => `${countText(count)} message${count === 1 ? '' : 's'}`;

/** `12.5%` of `whole`; blank if `whole` is 0. */
export const shareText = (part: number, whole: number): string =>
	whole === 0 ? '' : `${percent(part, whole).toFixed(1)}%`;

/**
 * `1,234.50`
 * @param places how many decimal places to show, so that amounts in a column line up; limited to 2 to 6
 */
export function moneyText(amount: Decimal, places: number): string {
	const shownPlaces = Math.min(Math.max(places, MIN_SHOWN_PLACES), MAX_SHOWN_PLACES);
	// Halves are rounded away from zero
	const [whole = '', fraction] = amount.toFixed(shownPlaces).split('.');
	return `${withThousands(whole)}.${fraction}`;
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
	const [first, last] = [dayText(firstMs, timezone), dayText(lastMs, timezone)];
	return first === last ? first : `${first} – ${last}`;
}

/** `20 Nov 2026, 00:03 – 23:58 (UTC)` */
export function periodText(firstMs: number, lastMs: number, timezone: string): string {
	const [first, last] = [firstMs, lastMs].map((ms) => ({
		day: dayText(ms, timezone),
		time: timeText(ms, timezone),
	})) as [Moment, Moment];
	const end = first.day === last.day ? last.time : `${last.day}, ${last.time}`;
	return `${first.day}, ${first.time} – ${end} (${timezone})`;
}

interface Moment {
	day: string;
	time: string;
}

function twoUnits(count: number, size: number, large: string, small: string): string {
	const whole = withUnit(Math.floor(count / size), large);
	return count % size === 0 ? whole : `${whole} ${withUnit(count % size, small)}`;
}

const withUnit = (count: number | string, unit: string): string => `${count}\u00a0${unit}`;

/** @param whole digits, perhaps with a minus sign */
function withThousands(whole: string): string {
	const sign = whole.startsWith('-') ? '-' : '';
	const groups: string[] = [];
	for (let end = whole.length; end > sign.length; end -= 3)
		groups.unshift(whole.slice(Math.max(sign.length, end - 3), end));
	return sign + groups.join(',');
}

function dayText(instantMs: number, timezone: string): string {
	const part = partsOf(instantMs, timezone);
	return `${part('day')} ${part('month')} ${part('year')}`;
}

function timeText(instantMs: number, timezone: string): string {
	const part = partsOf(instantMs, timezone);
	return `${part('hour')}:${part('minute')}`;
}

function partsOf(instantMs: number, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).formatToParts(instantMs);
	return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
