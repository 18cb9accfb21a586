import { DateTime } from 'luxon';

import { instantOfDateTime, startOfDay, toIsoDateTime } from '../../../nodes/SmsMessaging/text/dateTime';

const luxonLike = (iso: string | null) => ({ toISO: () => iso });

const ZONES = [
	...['Europe/Vienna', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Santiago'],
	...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC'],
];
/** Of each zone, the quarters of an hour around the changes of its clocks, and a few others. */
const MOMENTS = ZONES.flatMap((zone) => {
	const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 0, 1 + day));
	const offset = (at: number) => DateTime.fromMillis(at, { zone }).offset;
	const ofChange = days.filter((at) => offset(at) !== offset(at + 86_400_000));
	return [days[0]!, ...ofChange].flatMap((from) =>
		Array.from({ length: 4 * 26 }, (_, quarter) => DateTime.fromMillis(from + quarter * 900_000, { zone })),
	);
});

test('a time without an offset is that of the time zone; of two, the earlier', () => {
	for (const moment of MOMENTS) {
		const text = moment.toFormat("yyyy-MM-dd'T'HH:mm:ss");
		const sent = toIsoDateTime(text, moment.zoneName!)!;
		expect(sent.slice(0, 19)).toBe(text);
		const earliest = Math.min(...moment.getPossibleOffsets().map((one) => one.toMillis()));
		expect(Date.parse(sent)).toBe(earliest);
		expect(instantOfDateTime(sent)).toBe(earliest);
	}
});

test('a day begins with its first instant in the time zone', () => {
	for (const moment of MOMENTS)
		for (const daysBefore of [0, 1]) {
			const day = moment.startOf('day').minus({ days: daysBefore }).startOf('day');
			expect(startOfDay(moment.toMillis(), moment.zoneName!, daysBefore)).toBe(day.toMillis());
		}
});

test.each<[string, unknown, string, string]>([
	['a time that the clock change skips', '2026-03-29T02:30:00', 'Europe/Vienna', '2026-03-29T03:30:00.000+02:00'],
	['a clock change of half an hour', '2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:45:00.000+11:00'],
	['a time skipped in the west', '2026-03-08T02:30:00', 'America/New_York', '2026-03-08T03:30:00.000-04:00'],
	['an offset of its own', '2026-01-01T08:30:00-08:00', 'Europe/Vienna', '2026-01-01T08:30:00.000-08:00'],
	['an offset without colon', '2026-01-01T08:30:00.5+0530', 'UTC', '2026-01-01T08:30:00.500+05:30'],
	['an offset of hours alone', '2026-01-01T08:30:00+02', 'UTC', '2026-01-01T08:30:00.000+02:00'],
	['Z', '2026-01-01T08:30:00Z', 'Europe/Vienna', '2026-01-01T08:30:00.000+00:00'],
	['minus zero', '2026-01-01T08:30:00-00:00', 'Europe/Vienna', '2026-01-01T08:30:00.000+00:00'],
	['nanoseconds', '2026-01-01T08:30:00.123456789Z', 'UTC', '2026-01-01T08:30:00.123+00:00'],
	['a comma before the fraction', '2026-01-01T08:30:00,25Z', 'UTC', '2026-01-01T08:30:00.250+00:00'],
	['no seconds', '2026-01-01T08:30', 'UTC', '2026-01-01T08:30:00.000+00:00'],
	['a space instead of T', '2026-01-01 08:30:00', 'UTC', '2026-01-01T08:30:00.000+00:00'],
	['a day', '2026-07-01', 'Europe/Vienna', '2026-07-01T00:00:00.000+02:00'],
	['29 February of a leap year', '2028-02-29', 'UTC', '2028-02-29T00:00:00.000+00:00'],
	['white space around it', ' 2026-01-01T08:30:00Z\n', 'UTC', '2026-01-01T08:30:00.000+00:00'],
	['a Date', new Date(Date.UTC(2026, 0, 1, 8, 30, 0, 7)), 'Europe/Vienna', '2026-01-01T08:30:00.007+00:00'],
	['a Luxon DateTime', luxonLike('2026-01-01T08:30:00.000-05:00'), 'Europe/Vienna', '2026-01-01T08:30:00.000-05:00'],
])('toIsoDateTime: %s', (_, value, timezone, expected) => {
	expect(toIsoDateTime(value, timezone)).toBe(expected);
});

test.each<unknown>([
	...['2026-01-01T08:30:00+19:00', '2026-01-01T08:30:00+2', '2026-01-01T08:30:00[Europe/Vienna]'],
	...['26-01-01', '2026-1-1', '2026-01-01T', '2026-01-01Z', '08:30', 'tomorrow', ''],
	...[1767256200000, true, null, undefined, {}, []],
	...[new Date(Number.NaN), luxonLike(null), luxonLike('Invalid DateTime')],
])('toIsoDateTime: %p is not a date-time', (value) => {
	expect(toIsoDateTime(value, 'Europe/Vienna')).toBeUndefined();
});

test('a day that a time zone skipped becomes a time nearby', () => {
	// Samoa went from 29 to 31 December 2011
	expect(toIsoDateTime('2011-12-30T12:00:00', 'Pacific/Apia')).toMatch(/^2011-12-(29|31)T12:00:00\.000[+-]\d\d:\d\d$/);
});

test.each<[string, string | undefined]>([
	['2026-03-04T08:58:20.385+0000', '2026-03-04T08:58:20.385Z'],
	['2026-03-04T08:58:20.385+0130', '2026-03-04T07:28:20.385Z'],
	['2026-03-04T00:30:00-05:00', '2026-03-04T05:30:00.000Z'],
	['2026-03-04T08:58:20Z', '2026-03-04T08:58:20.000Z'],
	['2024-02-29T23:59:59.999-0330', '2024-03-01T03:29:59.999Z'],
	...['2026-03-04T08:58:20', 'never', '', '2026-03-04T08:30:00.000+1830'].map((text): [string, undefined] => [
		text,
		undefined,
	]),
])('instantOfDateTime: %p → %p', (value, expected) => {
	expect(instantOfDateTime(value)).toBe(expected && Date.parse(expected));
});

test('exactly the existing days, hours and minutes are accepted', () => {
	const twoDigits = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
	const days = twoDigits(0, 13).flatMap((month) => twoDigits(0, 32).map((day) => `2028-${month}-${day}T12:30:00.500`));
	const hours = twoDigits(0, 25).flatMap((hour) =>
		twoDigits(58, 61).map((minute) => `2028-06-15T${hour}:${minute}:${minute}.000`),
	);
	for (const wallClock of [...days, ...hours]) {
		const isReal =
			!Number.isNaN(Date.parse(`${wallClock}Z`)) && new Date(`${wallClock}Z`).toISOString() === `${wallClock}Z`;
		expect(toIsoDateTime(wallClock, 'UTC')).toBe(isReal ? `${wallClock}+00:00` : undefined);
		for (const offset of ['+00:00', '-05:00'])
			expect(instantOfDateTime(wallClock + offset.replace(':', ''))).toBe(
				isReal ? Date.parse(wallClock + offset) : undefined,
			);
	}
});

test.each([
	['a midnight that the clock change skips', '2026-09-06T12:00:00Z', 'America/Santiago', '2026-09-06T04:00:00Z'],
	['a midnight that clocks show twice', '2026-11-01T12:00:00Z', 'America/Havana', '2026-11-01T04:00:00Z'],
])('startOfDay: %s', (_, now, timezone, expected) => {
	expect(startOfDay(Date.parse(now), timezone, 0)).toBe(Date.parse(expected));
});
