const DATE_TIME =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** The interface's form, on a day that every month has: real without a closer check, as logs have hundreds of thousands. */
const SURELY_REAL =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}[+-](?:0\d|1[0-7])[0-5]\d$/;
/** yyyy-MM-dd'T'HH:mm:ss.SSS */
const WALL_CLOCK_LENGTH = 23;
const UTC_OFFSET = '+0000';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const MAX_OFFSET_MINUTES = 18 * 60;

interface DateTimeParts {
	/** The wall-clock time, as milliseconds since 1970 as if it were UTC. */
	wallClockMs: number;
	/** Minutes east of UTC; undefined if the text has no offset. */
	offsetMinutes?: number;
}

/**
 * A date-time as ISO 8601 with milliseconds and a numeric offset.
 * Accepts ISO text, a Date, or a Luxon DateTime. A text with an offset keeps it; one without is a wall-clock time in `timezone`.
 * @param timezone IANA name, for example 'Europe/Vienna'
 * @returns undefined if `value` is none of these or not a real date
 */
export function toIsoDateTime(value: unknown, timezone: string): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : format(value.getTime(), 0);
	}
	const parts = parse(isLuxonDateTime(value) ? value.toISO() : value);
	if (parts === undefined) return undefined;
	if (parts.offsetMinutes !== undefined) return format(parts.wallClockMs, parts.offsetMinutes);
	const instantMs = instantOf(parts.wallClockMs, timezone);
	const offsetMinutes = zoneOffsetMinutes(instantMs, timezone);
	return format(instantMs + offsetMinutes * MINUTE_MS, offsetMinutes);
}

export const isDateOnly = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(value);

/** How far the service's clock may differ from this one (docs/service-contract.md). */
export const CLOCK_TOLERANCE_MS = 15 * 60_000;

/** The instant of a date-time, in milliseconds since 1970; undefined for anything that is not one with an offset. */
export function instantOfDateTime(value: unknown): number | undefined {
	if (typeof value === 'string' && SURELY_REAL.test(value)) {
		return (
			Date.parse(`${value.slice(0, WALL_CLOCK_LENGTH)}Z`) - parseOffset(value.slice(WALL_CLOCK_LENGTH))! * MINUTE_MS
		);
	}
	const parts = parse(value);
	return parts?.offsetMinutes === undefined ? undefined : parts.wallClockMs - parts.offsetMinutes * MINUTE_MS;
}

/** Whether two date-times with an offset are less than a second apart: a service may not keep milliseconds. */
export const isWithinASecond = (one: unknown, other: unknown): boolean =>
	Math.abs((instantOfDateTime(one) ?? NaN) - (instantOfDateTime(other) ?? NaN)) < 1000;

/** A date-time with an offset in UTC, as ISO 8601; any other text as it is. */
export function toIsoUtc(value: string): string {
	if (value.endsWith(UTC_OFFSET) && SURELY_REAL.test(value)) return `${value.slice(0, WALL_CLOCK_LENGTH)}Z`;
	const instant = instantOfDateTime(value);
	return instant === undefined ? value : new Date(instant).toISOString();
}

/** What Node.js takes for one zone, though others are meant too: BST is Asia/Dhaka, and EST has no summer time. */
const AMBIGUOUS = /^(?:A[CEGRS]T|B[ES]T|C[ANST]T|E[ACS]T|I[ES]T|JST|M[IS]T|N[ES]T|P[LNRS]T|[SV]ST)$/i;

/**
 * Whether it is the IANA name of a time zone, or one of the older names such as CET.
 * @param ofWorkflow a zone that is meant as it is, even EST
 */
export function isTimeZone(value: unknown, ofWorkflow: string): value is string {
	// Newer versions of Node.js accept offsets too
	if (typeof value !== 'string') return false;
	if (value !== ofWorkflow && (!/^[a-z]/i.test(value) || AMBIGUOUS.test(value))) return false;
	try {
		return formatterOf(value) !== undefined;
	} catch {
		return false;
	}
}

/**
 * The instant at which a day begins in `timezone`: the day that `instantMs` is in, or one `daysBefore` it. Where a clock change skips
 * midnight, the day begins after it.
 */
export function startOfDay(instantMs: number, timezone: string, daysBefore = 0): number {
	const wallClockMs = instantMs + zoneOffsetMinutes(instantMs, timezone) * MINUTE_MS;
	return instantOf((Math.floor(wallClockMs / DAY_MS) - daysBefore) * DAY_MS, timezone);
}

export function isoInZone(instantMs: number, timezone: string): string {
	const offsetMinutes = zoneOffsetMinutes(instantMs, timezone);
	return format(instantMs + offsetMinutes * MINUTE_MS, offsetMinutes);
}

/** Hours of every day, in minutes since midnight; past midnight if `from` is the later one. They differ. */
export interface DailyHours {
	from: number;
	/** Exclusive. */
	to: number;
}

const DAY_MINUTES = DAY_MS / MINUTE_MS;
const LONGEST_DAYS = 3;
/** Clocks change at a full or half hour of UTC only. */
const CHANGE_MS = 30 * MINUTE_MS;

/**
 * The first minute from this one on at which the clocks of all zones show a time outside these hours.
 * @returns undefined if there is none
 */
export function endOfQuiet(minuteMs: number, zones: readonly string[], hours: DailyHours): number | undefined {
	let end = minuteMs;
	while (end <= minuteMs + LONGEST_DAYS * DAY_MS) {
		const quiet = zones.find((zone) => isQuiet(end, zone, hours));
		if (quiet === undefined) return end;
		const left = (hours.to - clockMinutes(end, quiet) + DAY_MINUTES) % DAY_MINUTES;
		end += Math.min(left * MINUTE_MS, CHANGE_MS - (end % CHANGE_MS));
	}
	return undefined;
}

function isQuiet(minuteMs: number, zone: string, { from, to }: DailyHours): boolean {
	const clock = clockMinutes(minuteMs, zone);
	return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

function clockMinutes(instantMs: number, zone: string): number {
	const minutes = Math.floor(instantMs / MINUTE_MS) + zoneOffsetMinutes(instantMs, zone);
	return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

const isLuxonDateTime = (value: unknown): value is { toISO(): string | null } =>
	typeof value === 'object' && value !== null && 'toISO' in value && typeof value.toISO === 'function';

function parse(value: unknown): DateTimeParts | undefined {
	const match = typeof value === 'string' ? DATE_TIME.exec(value.trim()) : null;
	if (match === null) return undefined;
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = match;
	const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
	const canonical = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
	const wallClock = new Date(canonical);
	// Date rolls 30 February over into March, so an impossible date does not come back the same
	if (Number.isNaN(wallClock.getTime()) || wallClock.toISOString() !== canonical) return undefined;
	const offsetMinutes = parseOffset(offset);
	if (offsetMinutes !== undefined && Math.abs(offsetMinutes) > MAX_OFFSET_MINUTES) return undefined;
	return { wallClockMs: wallClock.getTime(), offsetMinutes };
}

function parseOffset(offset: string | undefined): number | undefined {
	if (offset === undefined) return undefined;
	if (offset === UTC_OFFSET || offset.toUpperCase() === 'Z') return 0;
	const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''));
	return offset.startsWith('-') ? -minutes : minutes;
}

function format(wallClockMs: number, offsetMinutes: number): string {
	const sign = offsetMinutes < 0 ? '-' : '+';
	const minutes = Math.abs(offsetMinutes);
	const twoDigits = (number: number) => String(number).padStart(2, '0');
	const offset = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
	return new Date(wallClockMs).toISOString().slice(0, -1) + sign + offset;
}

/**
 * The instant at which clocks in `timezone` show `wallClockMs`; if a clock change makes the time occur twice, the first
 * one. A time skipped by a clock change is taken as the hour after it.
 */
function instantOf(wallClockMs: number, timezone: string): number {
	const instantBy = (offsetMinutes: number) => wallClockMs - offsetMinutes * MINUTE_MS;
	const before = zoneOffsetMinutes(wallClockMs - DAY_MS, timezone);
	const after = zoneOffsetMinutes(wallClockMs + DAY_MS, timezone);
	const isShown = (offsetMinutes: number) => zoneOffsetMinutes(instantBy(offsetMinutes), timezone) === offsetMinutes;
	return instantBy(isShown(before) || !isShown(after) ? before : after);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that does not exist */
function formatterOf(timezone: string): Intl.DateTimeFormat {
	let formatter = formatters.get(timezone);
	if (formatter === undefined) {
		formatter = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
		formatters.set(timezone, formatter);
	}
	return formatter;
}

function zoneOffsetMinutes(instantMs: number, timezone: string): number {
	// 'GMT+05:30', plain 'GMT' for UTC, or with seconds before there was standard time: 'GMT+01:05:21'
	const name =
		formatterOf(timezone)
			.formatToParts(instantMs)
			.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
	return parseOffset(name === 'GMT' ? 'Z' : name.slice(3, 9)) ?? 0;
}
