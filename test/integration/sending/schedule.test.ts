import { DateTime } from 'luxon';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { hintsOf, sandboxForEach, type SmsResult } from '../smsNode';
import { endOfQuiet } from '../../../nodes/SmsMessaging/text/dateTime';

const node = sandboxForEach({ sendVersions: ['1', '3'] });

const send = async (items: object[], schedule: object, credential = {}) =>
	await node.send(items, { to: '436601234567', schedule }, { credential, timezone: 'America/New_York' });
const sent = (): IDataObject[] => node.sandbox.requests.flatMap(({ body }) => body.messages as IDataObject[]);

test("Send At defaults to the workflow's time zone; an offset has priority over any zone", async () => {
	const time = `${DateTime.now().plus({ days: 2 }).toISODate()}T08:00`;
	const at = (zone: string) => DateTime.fromISO(time, { zone }).toISO();
	const items = [{ time }, { time: `${time}+09:00` }, { time, zone: 'Asia/Kolkata' }];
	const { json } = await send(items, {
		sendAt: { at: { time: '={{ $json.time }}', timeZone: '={{ $json.zone ?? $now.zoneName }}' } },
	});
	expect(json.map(({ sendAt }) => sendAt)).toEqual([at('America/New_York'), at('UTC+9'), at('Asia/Kolkata')]);
	expect(sent().map(({ sendAt }) => sendAt)).toEqual(
		json.map(({ sendAt }) => String(sendAt).replace(/:(\d\d)$/, '$1')),
	);
});

test('now sends at once', async () => {
	const { json } = await send([{ time: 'now' }, { time: ' NOW ' }], { sendAt: { at: { time: '={{ $json.time }}' } } });
	expect(json.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(sent().map((message) => 'sendAt' in message)).toEqual([false, false]);
});

test('a zone that does not count, since the time has an offset of its own, is named in a hint', async () => {
	const at = { time: '2035-01-31T08:00:00Z', timeZone: 'Asia/Kolkata' };
	expect(hintsOf(await send([{}], { sendAt: { at } })).join()).toContain('Asia/Kolkata');
});

test('a date without a time is midnight, and a hint says so once', async () => {
	const days = [20, 21].map((ahead) => DateTime.now().plus({ days: ahead }).toISODate());
	const items = days.map((day) => ({ day }));
	const result = await send(items, { sendAt: { at: { time: '={{ $json.day }}' } } });
	expect(result.json.map(({ sendAt }) => String(sendAt).slice(0, 16))).toEqual(days.map((day) => `${day}T00:00`));
	expect(hintsOf(result).filter((hint) => hint.includes('00:00'))).toHaveLength(1);
});

test('a Validity Period that is left empty changes nothing', async () => {
	const { error, json } = await send([{}], { validityPeriod: { period: { amount: '' } } });
	expect(error ?? json[0]!.error).toBeUndefined();
	expect(Object.keys(sent()[0]!).sort()).toEqual(['destinations', 'text']);
});

test('a delivery time window is valid if it lasts at least an hour within one day', async () => {
	const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
	const sample = fc.sample(
		fc.tuple(
			minute,
			minute.chain((from) => fc.constantFrom(from, from + 59, from + 60, 500)),
		),
		100,
	);
	const text = (minutes: number) => new Date((minutes % 1440) * 60_000).toISOString().slice(11, 16);
	const items = sample.map(([from, to]) => ({ from: text(from), to: text(to) }));
	const { json } = await send(items, {
		deliveryTimeWindow: { window: { days: ['MONDAY'], from: '={{ $json.from }}', to: '={{ $json.to }}' } },
	});
	const isAllowed = ([from, to]: number[]) => (to! % 1440) - from! >= 60;
	expect(json.map(({ error }) => error === undefined)).toEqual(sample.map(isAllowed));
	for (const { error } of json) if (error !== undefined) expect(error).toMatch(/midnight|hour/);
	const at = (minutes: number) => ({ hour: Math.floor((minutes % 1440) / 60), minute: minutes % 60 });
	expect(sent().map(({ deliveryTimeWindow }) => deliveryTimeWindow)).toEqual(
		sample.filter(isAllowed).map(([from, to]) => ({ days: ['MONDAY'], from: at(from), to: at(to) })),
	);
});

test.each([
	['minutes', 1],
	['milliseconds', 60_000],
])(
	'a validity period of 1 minute to 48 hours is sent in the unit of the credential: %s',
	async (validityUnit, factor) => {
		const amounts = { minutes: [1, 90, 2880, 2881, 0.5], hours: [0.5, 4.1, 8.05, 48, 49, 0, -1] };
		const items = Object.entries(amounts).flatMap(([unit, list]) => list.map((amount) => ({ unit, amount })));
		const minutesOf = ({ unit, amount }: (typeof items)[number]) =>
			Number((amount * (unit === 'hours' ? 60 : 1)).toFixed(9));
		const isAllowed = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= 48 * 60;
		const { json } = await send(
			items,
			{ validityPeriod: { period: { amount: '={{ $json.amount }}', unit: '={{ $json.unit }}' } } },
			{ validityUnit },
		);
		expect(json.map(({ error }) => error === undefined)).toEqual(items.map((item) => isAllowed(minutesOf(item))));
		expect(json[3]!.error).toContain('48 hours at most');
		expect(sent().map(({ validityPeriod }) => validityPeriod)).toEqual(
			items
				.map(minutesOf)
				.filter(isAllowed)
				.map((minutes) => minutes * factor),
		);
	},
);

describe('Quiet Hours', () => {
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

	test('a message that falls into quiet hours is sent when they end, by the clock of its recipient', async () => {
		const { json } = await send(['436601234567', '819012345678'], around('Europe/Vienna', 'recipient'));
		const end = DateTime.now().setZone('Europe/Vienna').plus({ hours: 1 }).startOf('minute').toMillis();
		expect(Date.parse(String(json[0]!.deferredTo))).toBe(end);
		expect(json[0]!.sendAt).toBe(json[0]!.deferredTo);
		expect(json[1]).not.toHaveProperty('deferredTo');
		expect(sent().map(({ sendAt }) => sendAt && DateTime.fromISO(String(sendAt)).toMillis())).toEqual([end, undefined]);
	});

	test('each destination of an item has its own time; a later Send At outside the hours stays', async () => {
		const hours = around('Asia/Tokyo', 'recipient');
		const { json } = await send(['436601234567,819012345678'], hours);
		expect(json.map(({ deferredTo }) => deferredTo !== undefined)).toEqual([false, true]);
		expect(sent().map(({ sendAt, destinations }) => [sendAt !== undefined, (destinations as object[]).length])).toEqual(
			[
				[false, 1],
				[true, 1],
			],
		);
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
			const offsets = new Map<string, number>();
			/** In minutes; clocks are set at quarters of an hour only. */
			const offsetAt = (at: number, zone: string) => {
				const quarter = `${zone} ${Math.floor(at / (15 * MINUTE))}`;
				if (!offsets.has(quarter)) offsets.set(quarter, DateTime.fromMillis(at, { zone }).offset);
				return offsets.get(quarter)!;
			};
			const isQuiet = (at: number, zones: string[], { from, to }: { from: number; to: number }) =>
				zones.some((zone) => {
					const clock = (at / MINUTE + offsetAt(at, zone)) % 1440;
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
				{ numRuns: 500, examples: [[Date.UTC(2030, 2, 31), ['Europe/Vienna'], 0, 1380]] },
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
});

describe('Bulk IDs of their own', () => {
	const ITEMS = [
		{ to: '436601234561,436601234562', own: true },
		{ to: '436601234563', own: false },
		{ to: '436601234564', own: false },
		{ to: '436601234565', own: true },
	];
	const send = async (parameters = {}, apiVersion = '1'): Promise<SmsResult> =>
		await node.send(
			ITEMS,
			{ schedule: { ownBulkIds: '={{ $json.own }}' }, ...parameters },
			{ credential: { apiVersion } },
		);

	test.each(['1', '3'])(
		'version %s: each of these messages has a request of its own, the others share one',
		async (version) => {
			const { json } = await send({}, version);
			expect(node.sandbox.requests).toHaveLength(4);
			const bulkIdOf = new Map(node.sandbox.messages.map(({ to, bulkId }) => [to, bulkId]));
			expect(json.map(({ to, bulkId }) => [to, bulkId])).toEqual([...bulkIdOf].sort());
			const [a, b, c, d, e] = json.map(({ bulkId }) => bulkId);
			expect(c).toBe(d);
			expect(new Set([a, b, c, e]).size).toBe(4);
		},
	);

	test('a dry run counts the same requests', async () => {
		const { json } = await send({ safeguards: { dryRun: true } });
		expect(json.map(({ requests }) => requests)).toEqual(json.map(() => 4));
	});

	test('one of them can be cancelled, and the others are sent', async () => {
		const sendAt = { at: { time: '={{ $now.plus(1, "hour") }}' } };
		const { json } = await send({ schedule: { ownBulkIds: true, sendAt } });
		await node.run({ resource: 'scheduledMessage', operation: 'cancel', bulkId: String(json[1]!.bulkId) });
		await node.sandbox.advance(7_200_000);
		const delivered = node.sandbox.messages.map(({ status }) => status.groupName === 'DELIVERED');
		expect(delivered).toEqual([true, false, true, true, true]);
	});

	test('together with a Bulk ID it is a fault', async () => {
		const { json } = await send({ messageOptions: { bulkId: 'mine' } });
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(2);
		expect(new Set(node.sandbox.messages.map(({ bulkId }) => bulkId))).toEqual(new Set(['mine']));
	});
});
