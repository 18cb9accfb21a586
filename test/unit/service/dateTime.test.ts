import { startOfDay, toIsoUtc, toServiceDateTime } from '../../../nodes/SmsMessaging/service/dateTime';

const luxonLike = (iso: string | null) => ({ toISO: () => iso });

test.each<[string, unknown, string, string]>([
	['summer time', '2026-07-01T08:30:00', 'Europe/Vienna', '2026-07-01T08:30:00.000+0200'],
	['winter time', '2026-12-01T08:30:00', 'Europe/Vienna', '2026-12-01T08:30:00.000+0100'],
	['the last minute of winter time', '2026-03-29T01:59:00', 'Europe/Vienna', '2026-03-29T01:59:00.000+0100'],
	['the first minute of summer time', '2026-03-29T03:00:00', 'Europe/Vienna', '2026-03-29T03:00:00.000+0200'],
	['a time that the clock change skips', '2026-03-29T02:30:00', 'Europe/Vienna', '2026-03-29T03:30:00.000+0200'],
	['a time that clocks show twice', '2026-10-25T02:30:00', 'Europe/Vienna', '2026-10-25T02:30:00.000+0200'],
	['a time shown twice in the west', '2026-11-01T01:30:00', 'America/New_York', '2026-11-01T01:30:00.000-0400'],
	['a clock change of half an hour', '2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:45:00.000+1100'],
	['the minute before clocks go back', '2026-10-25T01:59:00', 'Europe/Vienna', '2026-10-25T01:59:00.000+0200'],
	['after clocks have gone back', '2026-10-25T03:00:00', 'Europe/Vienna', '2026-10-25T03:00:00.000+0100'],
	['a clock change in the west', '2026-11-01T12:00:00', 'America/New_York', '2026-11-01T12:00:00.000-0500'],
	['a time skipped in the west', '2026-03-08T02:30:00', 'America/New_York', '2026-03-08T03:30:00.000-0400'],
	['half an hour', '2026-07-01T08:30:00', 'Asia/Kolkata', '2026-07-01T08:30:00.000+0530'],
	['three quarters', '2026-07-01T08:30:00', 'Asia/Kathmandu', '2026-07-01T08:30:00.000+0545'],
	['minus half an hour', '2026-01-01T08:30:00', 'America/St_Johns', '2026-01-01T08:30:00.000-0330'],
	['a summer time of half an hour', '2026-01-01T08:30:00', 'Australia/Lord_Howe', '2026-01-01T08:30:00.000+1100'],
	['14 hours ahead', '2026-01-01T00:00:00', 'Pacific/Kiritimati', '2026-01-01T00:00:00.000+1400'],
	['UTC', '2026-01-01T08:30:00', 'UTC', '2026-01-01T08:30:00.000+0000'],
	['GMT in winter', '2026-01-01T08:30:00', 'Europe/London', '2026-01-01T08:30:00.000+0000'],
	['an offset of its own', '2026-01-01T08:30:00-08:00', 'Europe/Vienna', '2026-01-01T08:30:00.000-0800'],
	['an offset without colon', '2026-01-01T08:30:00.5+0530', 'UTC', '2026-01-01T08:30:00.500+0530'],
	['an offset of hours alone', '2026-01-01T08:30:00+02', 'UTC', '2026-01-01T08:30:00.000+0200'],
	['Z', '2026-01-01T08:30:00Z', 'Europe/Vienna', '2026-01-01T08:30:00.000+0000'],
	['minus zero', '2026-01-01T08:30:00-00:00', 'Europe/Vienna', '2026-01-01T08:30:00.000+0000'],
	['nanoseconds', '2026-01-01T08:30:00.123456789Z', 'UTC', '2026-01-01T08:30:00.123+0000'],
	['a comma before the fraction', '2026-01-01T08:30:00,25Z', 'UTC', '2026-01-01T08:30:00.250+0000'],
	['no seconds', '2026-01-01T08:30', 'UTC', '2026-01-01T08:30:00.000+0000'],
	['a space instead of T', '2026-01-01 08:30:00', 'UTC', '2026-01-01T08:30:00.000+0000'],
	['a day', '2026-07-01', 'Europe/Vienna', '2026-07-01T00:00:00.000+0200'],
	['29 February of a leap year', '2028-02-29', 'UTC', '2028-02-29T00:00:00.000+0000'],
	['white space around it', ' 2026-01-01T08:30:00Z\n', 'UTC', '2026-01-01T08:30:00.000+0000'],
	['a Date', new Date(Date.UTC(2026, 0, 1, 8, 30, 0, 7)), 'Europe/Vienna', '2026-01-01T08:30:00.007+0000'],
	['a Luxon DateTime', luxonLike('2026-01-01T08:30:00.000-05:00'), 'Europe/Vienna', '2026-01-01T08:30:00.000-0500'],
])('toServiceDateTime: %s', (_, value, timezone, expected) => {
	expect(toServiceDateTime(value, timezone)).toBe(expected);
});

test.each<[unknown]>([
	['2026-02-29T00:00:00Z'],
	['2026-02-30'],
	['2026-13-01'],
	['2026-00-10'],
	['2026-01-32'],
	['2026-01-01T24:00:00Z'],
	['2026-01-01T08:60:00Z'],
	['2026-01-01T08:30:60Z'],
	['2026-01-01T08:30:00+19:00'],
	['2026-01-01T08:30:00+2'],
	['26-01-01'],
	['2026-1-1'],
	['2026-01-01T'],
	['2026-01-01Z'],
	['08:30'],
	['tomorrow'],
	[''],
	['2026-01-01T08:30:00[Europe/Vienna]'],
	[1767256200000],
	[true],
	[null],
	[undefined],
	[{}],
	[[]],
	[new Date(Number.NaN)],
	[luxonLike(null)],
	[luxonLike('Invalid DateTime')],
])('toServiceDateTime: %p is not a date-time', (value) => {
	expect(toServiceDateTime(value, 'Europe/Vienna')).toBeUndefined();
});

test('a day that a time zone skipped becomes a time nearby', () => {
	// Samoa went from 29 to 31 December 2011
	expect(toServiceDateTime('2011-12-30T12:00:00', 'Pacific/Apia')).toMatch(/^2011-12-(29|31)T12:00:00\.000[+-]\d{4}$/);
});

test.each([
	['2026-03-04T08:58:20.385+0000', '2026-03-04T08:58:20.385Z'],
	['2026-03-04T08:58:20.385+0130', '2026-03-04T07:28:20.385Z'],
	['2026-03-04T00:30:00-05:00', '2026-03-04T05:30:00.000Z'],
	['2026-03-04T08:58:20Z', '2026-03-04T08:58:20.000Z'],
	['2026-03-04T08:58:20', '2026-03-04T08:58:20'],
	['never', 'never'],
	['', ''],
	['2026-02-30T08:30:00.000+0000', '2026-02-30T08:30:00.000+0000'],
	['2026-13-01T08:30:00.000+0000', '2026-13-01T08:30:00.000+0000'],
	['2026-03-04T24:00:00.000+0000', '2026-03-04T24:00:00.000+0000'],
	['2026-03-04T08:30:00.000+1830', '2026-03-04T08:30:00.000+1830'],
	['2024-02-29T23:59:59.999-0330', '2024-03-01T03:29:59.999Z'],
])('toIsoUtc: %p → %p', (value, expected) => {
	expect(toIsoUtc(value)).toBe(expected);
});

test('toIsoUtc accepts exactly the existing days, hours and minutes', () => {
	const twoDigits = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
	const days = twoDigits(0, 13).flatMap((month) => twoDigits(0, 32).map((day) => `2028-${month}-${day}T12:30:00.500`));
	const hours = twoDigits(0, 25).flatMap((hour) =>
		twoDigits(58, 61).map((minute) => `2028-06-15T${hour}:${minute}:${minute}.000`),
	);
	for (const wallClock of [...days, ...hours]) {
		const isReal =
			!Number.isNaN(Date.parse(`${wallClock}Z`)) && new Date(`${wallClock}Z`).toISOString() === `${wallClock}Z`;
		expect(toIsoUtc(`${wallClock}+0000`)).toBe(isReal ? `${wallClock}Z` : `${wallClock}+0000`);
		expect(toIsoUtc(`${wallClock}-0500`)).toBe(
			isReal ? new Date(`${wallClock}-05:00`).toISOString() : `${wallClock}-0500`,
		);
	}
});

test('UTC texts sort in order of time', () => {
	const times = ['2026-03-04T09:00:00.000+0200', '2026-03-04T08:00:00.000+0000', '2026-03-03T23:30:00.000-0700'];
	expect(times.map(toIsoUtc).sort()).toEqual([
		'2026-03-04T06:30:00.000Z',
		'2026-03-04T07:00:00.000Z',
		'2026-03-04T08:00:00.000Z',
	]);
});

test.each([
	['just after midnight, a day ahead of UTC', '2026-06-30T22:00:00Z', 'Europe/Vienna', 0, '2026-06-30T22:00:00Z'],
	['just before midnight', '2026-06-30T21:59:59.999Z', 'Europe/Vienna', 0, '2026-06-29T22:00:00Z'],
	['on the day of 23 hours', '2026-03-29T20:00:00Z', 'Europe/Vienna', 0, '2026-03-28T23:00:00Z'],
	['the day of 23 hours, from the next', '2026-03-30T20:00:00Z', 'Europe/Vienna', 1, '2026-03-28T23:00:00Z'],
	['the day after it', '2026-03-30T20:00:00Z', 'Europe/Vienna', 0, '2026-03-29T22:00:00Z'],
	['the day of 25 hours, from the next', '2026-10-26T20:00:00Z', 'Europe/Vienna', 1, '2026-10-24T22:00:00Z'],
	['a midnight that the clock change skips', '2026-09-06T12:00:00Z', 'America/Santiago', 0, '2026-09-06T04:00:00Z'],
	['a midnight that clocks show twice', '2026-11-01T12:00:00Z', 'America/Havana', 0, '2026-11-01T04:00:00Z'],
	['the first day of a year, in the west', '2026-01-01T03:00:00Z', 'America/New_York', 0, '2025-12-31T05:00:00Z'],
])('startOfDay: %s', (_, now, timezone, daysBefore, expected) => {
	expect(new Date(startOfDay(Date.parse(now), timezone, daysBefore)).toISOString()).toBe(
		new Date(expected).toISOString(),
	);
});
