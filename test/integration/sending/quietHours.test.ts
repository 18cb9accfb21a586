import type { INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';
import { DateTime } from 'luxon';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { endOfQuiet } from '../../../nodes/SmsMessaging/text/dateTime';
import { CONTINUE, credentialFor, runSms, SMS } from '../smsNode';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(async () => await sandbox.stop());

const MINUTE = 60_000;
/** Half an hour ago until an hour from now, by the clock of the zone. */
const around = (zone: string) => {
	const now = DateTime.now().setZone(zone);
	return { from: now.minus({ minutes: 30 }).toFormat('HH:mm'), to: now.plus({ hours: 1 }).toFormat('HH:mm') };
};
const send = async (to: unknown[], hours: INodeParameters, more: INodeParameters = {}, apiVersion = '1') =>
	await runSms({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: 'Hello',
			schedule: { quietHours: { hours }, ...more },
		},
		items: to.map((one) => ({ to: one })) as never,
		credential: { ...credentialFor(sandbox), apiVersion },
		settings: CONTINUE,
	});

test('a message that falls into quiet hours is sent when they end, by the clock of its recipient', async () => {
	const hours = { ...around('Europe/Vienna'), timeZone: 'recipient' };
	const { json } = await send(['436601234567', '819012345678'], hours);
	const end = DateTime.now().setZone('Europe/Vienna').plus({ hours: 1 }).startOf('minute').toMillis();
	expect(Date.parse(String(json[0]!.deferredTo))).toBe(end);
	expect(json[0]!.sendAt).toBe(json[0]!.deferredTo);
	expect(json[1]).not.toHaveProperty('deferredTo');
	const { messages } = sandbox.requests[0]!.body as { messages: Array<{ sendAt?: string }> };
	expect(messages.map(({ sendAt }) => sendAt && DateTime.fromISO(sendAt).toMillis())).toEqual([end, undefined]);
});

test('each destination of an item has its own time; a later Send At outside the hours stays', async () => {
	const hours = { ...around('Asia/Tokyo'), timeZone: 'recipient' };
	const { json } = await send(['436601234567,819012345678'], hours);
	expect(json.map(({ deferredTo }) => deferredTo !== undefined)).toEqual([false, true]);
	const { messages } = sandbox.requests[0]!.body as { messages: Array<{ sendAt?: string; destinations: unknown[] }> };
	expect(messages.map(({ sendAt, destinations }) => [sendAt !== undefined, destinations.length])).toEqual([
		[false, 1],
		[true, 1],
	]);
	const at = DateTime.now().plus({ hours: 3 }).toUTC().toISO();
	const later = await send(['819012345678'], hours, { sendAt: { at: { time: at } } });
	expect(later.json[0]).not.toHaveProperty('deferredTo');
	expect(Date.parse(String(later.json[0]!.sendAt))).toBe(Date.parse(at!));
});

test.each([
	['an unknown country', ['+88012'], { from: '21:00', to: '08:00', timeZone: 'recipient' }],
	['a zone that does not exist', ['436601234567'], { from: '21:00', to: '08:00', timeZone: 'Middle Earth' }],
	['no hour left', ['436601234567'], { from: '08:00', to: '08:00', timeZone: 'UTC' }],
	[
		'a country in which it is never day everywhere',
		['79161234567'],
		{ from: '16:00', to: '10:00', timeZone: 'recipient' },
	],
	['no time', ['436601234567'], { from: '', to: '08:00', timeZone: 'UTC' }],
	[
		'a window that the service keeps by UTC',
		['436601234567'],
		{ from: '21:00', to: '08:00', timeZone: 'recipient' },
		{ deliveryTimeWindow: { window: { days: ['MONDAY'], from: '20:00', to: '21:00' } } },
	],
])('%s is a fault of the item', async (_, to, hours, more: INodeParameters = {}) => {
	const { json } = await send(to, hours, more);
	expect(json[0]!.error).toBeDefined();
	expect(sandbox.messages).toEqual([]);
});

test('the zone of the workflow is taken, whatever its name', async () => {
	const timezone = 'EST';
	const run = await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			schedule: { quietHours: { hours: { ...around('EST'), timeZone: timezone } } },
		},
		credential: credentialFor(sandbox),
		timezone,
	});
	expect(run.json[0]).toHaveProperty('deferredTo');
});

test('an item with a zone that does not exist leaves the others as they are', async () => {
	const timeZone = "={{ String($json.to).startsWith('43') ? 'Middle Earth' : 'UTC' }}";
	const { json } = await send(['436601234567', '819012345678'], { ...around('Asia/Tokyo'), timeZone });
	expect(json[0]!.error).toContain('Middle Earth');
	expect(sandbox.messages.map(({ to }) => to)).toEqual(['819012345678']);
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

test('the dry run shows the time, and with version 3 each time is a request', async () => {
	await sandbox.stop();
	sandbox = await startSandbox({ sendVersions: ['3'] });
	const hours = { ...around('Asia/Tokyo'), timeZone: 'recipient' };
	const { json, task } = await send(['436601234567', '819012345678'], hours, {}, '3');
	expect(json[1]!.deferredTo).toBeDefined();
	expect(sandbox.requests).toHaveLength(2);
	expect(
		task(SMS)!
			.hints!.map(({ message }) => message)
			.join(),
	).toContain('API Version 3');
});
