import { DateTime } from 'luxon';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms, type SmsResult } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());

const send = async (
	items: IDataObject[],
	schedule: INodeParameters,
	credential: IDataObject = {},
): Promise<SmsResult> => {
	sandbox.requests.length = 0;
	return await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', schedule },
		items,
		credential: { ...credentialFor(sandbox), ...(credential as object) },
		settings: CONTINUE,
		timezone: 'America/New_York',
	});
};
const sent = (): IDataObject[] => sandbox.requests.flatMap(({ body }) => body.messages as IDataObject[]);

describe('Send At', () => {
	test("defaults to the workflow's time zone; an offset has priority over any zone", async () => {
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
});

test.each([
	['a picker that is empty', ''],
	['spaces', '  '],
	['nothing', null],
	['a time long past', '2020-01-31T08:00'],
])('Send At with %s does not send at once', async (_, time) => {
	const { json } = await send([{ time }], { sendAt: { at: { time: '={{ $json.time }}' } } });
	expect(json[0]!.error).toContain('Date and Time');
	expect(sent()).toEqual([]);
});

test.each(['sendAt', 'quietHours', 'deliveryTimeWindow', 'validityPeriod'])(
	'an empty %s, as n8n makes of an expression, does not send at once',
	async (name) => {
		const { json } = await send([{}], { [name]: {} });
		expect(json[0]!.error).toContain('is empty');
		expect(sent()).toEqual([]);
	},
);

test('now sends at once', async () => {
	const { json } = await send([{ time: 'now' }, { time: ' NOW ' }], { sendAt: { at: { time: '={{ $json.time }}' } } });
	expect(json.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(sent().map((message) => 'sendAt' in message)).toEqual([false, false]);
});

test('a zone that does not count, since the time has an offset of its own, is named in a hint; a city by its zone', async () => {
	const at = (timeZone: string) => ({ sendAt: { at: { time: '2035-01-31T08:00:00Z', timeZone } } });
	const { task } = await send([{}], at('Asia/Kolkata'));
	expect(
		task('SMS Messaging')!
			.hints!.map(({ message }) => message)
			.join(),
	).toContain('Asia/Kolkata');
	const { json } = await send([{}], at('New York'));
	expect(json[0]!.error).toContain('America/New_York');
});

test('a date without a time is midnight, and a hint says so once', async () => {
	const days = [20, 21].map((ahead) => DateTime.now().plus({ days: ahead }).toISODate());
	const { json, task } = await send(
		days.map((day) => ({ day })),
		{
			sendAt: { at: { time: '={{ $json.day }}' } },
		},
	);
	expect(json.map(({ sendAt }) => String(sendAt).slice(0, 16))).toEqual(days.map((day) => `${day}T00:00`));
	expect(task('SMS Messaging')!.hints!.filter(({ message }) => message.includes('00:00'))).toHaveLength(1);
});

const LIMITED = { extraFields: { json: { request: '{"sendingSpeedLimit": {"amount": 1}}' } } };

test.each<[string, INodeParameters, INodeParameters?]>([
	['a limit of speed', {}, LIMITED],
	['Send At', { sendAt: { at: { time: '2035-01-31T08:00' } } }],
	['Quiet Hours', { quietHours: { hours: { from: '21:00', to: '08:00', timeZone: 'UTC' } } }],
	['a window', { deliveryTimeWindow: { window: { days: ['MONDAY'], from: '08:00', to: '20:00' } } }],
])(
	'IDs that are each sent once are refused with %s: the logs cannot show what was scheduled',
	async (_, schedule, more = {}) => {
		sandbox.requests.length = 0;
		const { json } = await runSms({
			parameters: {
				operation: 'sendText',
				to: '436601234567',
				text: 'Hello',
				messageOptions: { messageId: 'appointment-17', ...more },
				options: { messageIds: 'own' },
				schedule,
			},
			credential: credentialFor(sandbox),
			settings: CONTINUE,
		});
		expect(json[0]!.error).toContain('Each Sent Once');
		expect(sandbox.requests).toEqual([]);
	},
);

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
	['minutes', undefined, 1],
	['milliseconds', 'milliseconds', 60_000],
])(
	'a validity period of 1 minute to 48 hours is sent in the unit of the credential: %s',
	async (_, validityUnit, factor) => {
		const amounts = { minutes: [1, 90, 2880, 2881, 0.5], hours: [0.5, 4.1, 8.05, 48, 49, 0, -1] };
		const items = Object.entries(amounts).flatMap(([unit, list]) => list.map((amount) => ({ unit, amount })));
		const minutesOf = ({ unit, amount }: (typeof items)[number]) =>
			Number((amount * (unit === 'hours' ? 60 : 1)).toFixed(9));
		const isAllowed = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= 48 * 60;
		const { json } = await send(
			items,
			{ validityPeriod: { period: { amount: '={{ $json.amount }}', unit: '={{ $json.unit }}' } } },
			validityUnit === undefined ? {} : { validityUnit },
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
