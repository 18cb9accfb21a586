import fc from 'fast-check';
import { DateTime } from 'luxon';

import { endOfQuiet } from '../../../nodes/SmsMessaging/text/dateTime';
import { hintsOf, sandboxForEach } from '../smsNode';

const node = sandboxForEach({ sendVersions: ['1', '3'] });

const MINUTE = 60_000;
/** Half an hour ago until an hour from now, by the clock of the zone, which may be that of each recipient. */
const around = (zone: string, timeZone = zone) => {
	const now = DateTime.now().setZone(zone);
	const [from, to] = [now.minus({ minutes: 30 }), now.plus({ hours: 1 })].map((time) => time.toFormat('HH:mm'));
	return { from, to, timeZone };
};
const send = async (to: string[], hours: object, more: object = {}, start: object = {}) =>
	await node.send(
		to.map((one) => ({ to: one })),
		{ schedule: { quietHours: { hours }, ...more } },
		start,
	);
const sent = () =>
	node.sandbox.requests[0]!.body.messages as Array<{ sendAt?: string; destinations: Array<{ to: string }> }>;

test('a message that falls into quiet hours is sent when they end, by the clock of its recipient', async () => {
	const { json } = await send(['436601234567', '819012345678'], around('Europe/Vienna', 'recipient'));
	const end = DateTime.now().setZone('Europe/Vienna').plus({ hours: 1 }).startOf('minute').toMillis();
	expect(Date.parse(String(json[0]!.deferredTo))).toBe(end);
	expect(json[0]!.sendAt).toBe(json[0]!.deferredTo);
	expect(json[1]).not.toHaveProperty('deferredTo');
	expect(sent().map(({ sendAt }) => sendAt && DateTime.fromISO(sendAt).toMillis())).toEqual([end, undefined]);
});

test('each destination of an item has its own time; a later Send At outside the hours stays', async () => {
	const hours = around('Asia/Tokyo', 'recipient');
	const { json } = await send(['436601234567,819012345678'], hours);
	expect(json.map(({ deferredTo }) => deferredTo !== undefined)).toEqual([false, true]);
	expect(sent().map(({ sendAt, destinations }) => [sendAt !== undefined, destinations.length])).toEqual([
		[false, 1],
		[true, 1],
	]);
	const at = DateTime.now().plus({ hours: 3 }).toUTC().toISO();
	const later = await send(['819012345678'], hours, { sendAt: { at: { time: at } } });
	expect(later.json[0]).not.toHaveProperty('deferredTo');
	expect(Date.parse(String(later.json[0]!.sendAt))).toBe(Date.parse(at!));
});

test('the zone of the workflow is taken, whatever its name', async () => {
	const { json } = await send(['436601234567'], around('EST'), {}, { timezone: 'EST' });
	expect(json[0]).toHaveProperty('deferredTo');
});

test('an item with a zone that does not exist leaves the others as they are', async () => {
	const timeZone = "={{ String($json.to).startsWith('43') ? 'Middle Earth' : 'UTC' }}";
	const { json } = await send(['436601234567', '819012345678'], { ...around('Asia/Tokyo'), timeZone });
	expect(json[0]!.error).toContain('Middle Earth');
	expect(node.sentTo()).toEqual(['819012345678']);
});

describe('the end of quiet hours, against luxon', () => {
	const ZONES = [
		...['Europe/Vienna', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'America/Sao_Paulo'],
		...['Africa/Cairo', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland'],
	];
	/** Both changes of daylight saving of either hemisphere lie within a few days of these. */
	const days = [
		...['2030-03-10', '2030-03-31', '2030-04-07', '2030-04-26', '2030-09-29', '2030-10-06', '2030-10-27'],
		'2030-11-03',
	];
	const minute = fc
		.tuple(fc.constantFrom(...days), fc.integer({ min: -2 * 1440, max: 2 * 1440 }))
		.map(([day, offset]) => DateTime.fromISO(day, { zone: 'UTC' }).toMillis() + offset * MINUTE);
	const hour = fc.integer({ min: 0, max: 1439 });

	test('is the first minute at which no clock of the zones shows a quiet time', () => {
		const isQuiet = (at: number, zones: string[], { from, to }: { from: number; to: number }) =>
			zones.some((zone) => {
				const { hour: h, minute: m } = DateTime.fromMillis(at, { zone });
				const clock = h * 60 + m;
				return from < to ? clock >= from && clock < to : clock >= from || clock < to;
			});
		fc.assert(
			fc.property(
				minute,
				fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }),
				hour,
				hour,
				(at, zones, from, to) => {
					fc.pre(from !== to);
					const hours = { from, to };
					const end = endOfQuiet(at, zones, hours);
					// None within two days is none
					const last = end ?? at + 2 * 1440 * MINUTE;
					let first = at;
					while (first <= last && isQuiet(first, zones, hours)) first += MINUTE;
					if (end === undefined) expect(first).toBeGreaterThan(last);
					else expect(first).toBe(end);
				},
			),
			{ numRuns: 150, examples: [[Date.UTC(2030, 2, 31), ['Europe/Vienna'], 0, 1380]] },
		);
	});
});

test('with version 3 each time is a request, and a hint says so', async () => {
	const start = { credential: { apiVersion: '3' } };
	const result = await send(['436601234567', '819012345678'], around('Asia/Tokyo', 'recipient'), {}, start);
	expect(result.json[1]!.deferredTo).toBeDefined();
	expect(node.sandbox.requests).toHaveLength(2);
	expect(hintsOf(result).join()).toContain('API Version 3');
});
