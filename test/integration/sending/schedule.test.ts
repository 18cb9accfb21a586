import { DateTime } from 'luxon';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { hintsOf, sandboxForEach } from '../smsNode';

const node = sandboxForEach();

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
