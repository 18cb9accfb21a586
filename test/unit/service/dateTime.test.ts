import { DateTime } from 'luxon';

import { instantOfDateTime, startOfDay, toIsoDateTime } from '../../../nodes/SmsMessaging/text/dateTime';

const luxonLike = (iso: string | null) => ({ toISO: () => iso });

const ZONES = [
	...['Europe/Vienna', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Santiago'],
	...['America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC'],
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

/** Of the instants at which clocks show the same. */
const earliestOf = (moment: DateTime) => Math.min(...moment.getPossibleOffsets().map((one) => one.toMillis()));

test('a time without an offset is that of the time zone; of two, the earlier', () => {
	const wrong = MOMENTS.filter((moment) => {
		const text = moment.toFormat("yyyy-MM-dd'T'HH:mm:ss");
		const sent = toIsoDateTime(text, moment.zoneName!)!;
		const earliest = earliestOf(moment);
		return sent.slice(0, 19) !== text || Date.parse(sent) !== earliest || instantOfDateTime(sent) !== earliest;
	});
	expect(wrong.map(String)).toEqual([]);
});

test('a day begins with its first instant in the time zone', () => {
	for (const daysBefore of [0, 1]) {
		const wrong = MOMENTS.filter((moment) => {
			const day = moment.startOf('day').minus({ days: daysBefore }).startOf('day');
			return startOfDay(moment.toMillis(), moment.zoneName!, daysBefore) !== earliestOf(day);
		});
		expect(wrong.map(String)).toEqual([]);
	}
});

test.each<[string, unknown, string, string]>([
	['a time that the clock change skips', '2026-03-29T02:30:00', 'Europe/Vienna', '2026-03-29T03:30:00.000+02:00'],
	['a clock change of half an hour', '2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:45:00.000+11:00'],
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

test.each(['2026-03-04T08:58:20', 'never', '', '2026-03-04T08:30:00.000+1830'])('%p is no instant', (value) => {
	expect(instantOfDateTime(value)).toBeUndefined();
});

test('exactly the existing days, hours and minutes are accepted', () => {
	const twoDigits = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
	const days = twoDigits(0, 13).flatMap((month) => twoDigits(0, 32).map((day) => `2028-${month}-${day}T12:30:00.500`));
	const hours = twoDigits(0, 25).flatMap((hour) =>
		twoDigits(58, 61).map((minute) => `2028-06-15T${hour}:${minute}:${minute}.000`),
	);
	const wrong = [...days, ...hours].filter((wallClock) => {
		const at = Date.parse(`${wallClock}Z`);
		const isReal = !Number.isNaN(at) && new Date(at).toISOString() === `${wallClock}Z`;
		const instants = ['Z', '+00:00', '-05:00', '+01:30', '-03:30'].flatMap((offset) =>
			[offset, offset.replace(':', '')].map((one) => [
				instantOfDateTime(wallClock + one),
				isReal ? Date.parse(wallClock + offset) : undefined,
			]),
		);
		return (
			toIsoDateTime(wallClock, 'UTC') !== (isReal ? `${wallClock}+00:00` : undefined) ||
			instants.some(([instant, right]) => instant !== right)
		);
	});
	expect(wrong).toEqual([]);
});
