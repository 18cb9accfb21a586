import type { IDataObject } from 'n8n-workflow';
import { logEntries, summaryOf } from './logEntries';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

const ENTRY = {
	from: 'MyCompany',
	sentAt: '2030-01-31T08:30:00.000+0100',
	doneAt: '2030-01-31T07:30:02.500Z',
	smsCount: 2,
	mccMnc: '23201',
	price: { pricePerMessage: 0.05, currency: 'EUR' },
	status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' },
};
const rowOf = (items: IDataObject[], by: string, value: string) =>
	items.find((item) => item.by === by && item.value === value);
const valuesBy = (items: IDataObject[], by: string) => items.filter((item) => item.by === by).map(({ value }) => value);

describe.each(['perMessage', 'perSegment'] as const)('3,000 messages, cost %s', (costBasis) => {
	// The second currency and the gaps make the computation below do more than one thing
	const entries = logEntries(3000).map((entry, index): JsonObject => {
		if (index % 7 === 0) return { ...entry, price: { pricePerMessage: '0.125', currency: 'USD' } };
		if (index % 11 === 0) return { ...entry, price: undefined, smsCount: undefined };
		return index % 13 === 0 ? { ...entry, doneAt: undefined } : entry;
	});
	const items = summaryOf(entries, costBasis).items();

	/** Sums in whole ten-thousandths, the finest unit that these prices have. */
	function expectedRow(matching: any[]): IDataObject {
		const costs: Record<string, number> = {};
		for (const { price, smsCount } of matching.filter((entry) => entry.price !== undefined)) {
			const units =
				Math.round(Number(price.pricePerMessage) * 10_000) * (costBasis === 'perSegment' ? (smsCount ?? 1) : 1);
			costs[`cost${price.currency}`] = (costs[`cost${price.currency}`] ?? 0) + units;
		}
		const delivered = matching.filter(({ status }) => status.groupId === 3);
		const seconds = delivered
			.filter(({ doneAt }) => doneAt !== undefined)
			.map(({ sentAt, doneAt }) => (Date.parse(doneAt) - Date.parse(sentAt)) / 1000)
			.sort((a, b) => a - b);
		const sent = matching.map(({ sentAt }) => Date.parse(sentAt));
		return {
			messages: matching.length,
			share: Math.round((1000 * matching.length) / entries.length) / 10,
			segments: matching.reduce((sum: number, { smsCount }) => sum + (smsCount ?? 1), 0),
			delivered: delivered.length,
			deliveredShare: Math.round((1000 * delivered.length) / matching.length) / 10,
			...Object.fromEntries(Object.entries(costs).map(([name, units]) => [name, units / 10_000])),
			withoutPrice: matching.filter(({ price }) => price === undefined).length,
			withoutSegments: matching.filter(({ smsCount }) => smsCount === undefined).length,
			firstSentAt: new Date(Math.min(...sent)).toISOString(),
			lastSentAt: new Date(Math.max(...sent)).toISOString(),
			deliveredWithTimes: seconds.length,
			...Object.fromEntries(
				[50, 90, 95, 99].map((percent) => [
					`deliverySecondsP${percent}`,
					seconds[Math.ceil((seconds.length * percent) / 100) - 1] ?? null,
				]),
			),
			deliverySecondsMax: seconds.at(-1) ?? null,
			complete: true,
		};
	}

	test.each([
		['statusGroup', ({ status }: any) => status.groupName],
		['network', ({ mccMnc }: any) => mccMnc],
		['sender', ({ from }: any) => from],
		['currency', ({ price }: any) => price?.currency ?? '(no price)'],
	])('by %s, every row agrees with a simple count', (by, valueOf) => {
		const rows = items.filter((item) => item.by === by);
		expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(entries.map(valueOf)));
		expect(rows).toHaveLength(new Set(entries.map(valueOf)).size);
		for (const row of rows) {
			const value = String(row.value);
			const codes = by === 'network' && { mcc: value.slice(0, 3), mnc: value.slice(3) };
			expect(row).toEqual({ by, value, ...codes, ...expectedRow(entries.filter((entry) => valueOf(entry) === value)) });
		}
	});

	test('the row for all comes first and is the sum of the others', () => {
		expect([...new Set(items.map(({ by }) => by))]).toEqual(['all', 'statusGroup', 'network', 'sender', 'currency']);
		expect(items[0]).toEqual({ by: 'all', value: 'all', ...expectedRow(entries) });
	});
});

test('a cost with more digits than a number can hold is text', () => {
	const prices = ['9007199254740991', '0.01'].map((pricePerMessage) => ({
		price: { pricePerMessage, currency: 'EUR' },
	}));
	expect(summaryOf(prices).items()[0]!.costEUR).toBe('9007199254740991.01');
});

test('rows are sorted by number of messages, then by value', () => {
	const entries = ['b', 'c', 'a', 'c', 'd', 'a', 'c'].map((from) => ({ ...ENTRY, from }));
	expect(valuesBy(summaryOf(entries).items(), 'sender')).toEqual(['c', 'a', 'b', 'd']);
});

test('the status group is determined by its id; an unknown group keeps its name', () => {
	const statuses = [
		{ groupId: 3, groupName: 'Delivered' },
		{ groupName: 'DELIVERED' },
		{ groupId: '3' },
		{ groupId: 42, groupName: 'DELAYED' },
		{ groupId: 43 },
		{},
		null,
		'DELIVERED',
	];
	const items = summaryOf(statuses.map((status) => ({ ...ENTRY, status }))).items();
	expect(valuesBy(items, 'statusGroup')).toEqual(['(no status)', 'DELIVERED', '(group 43)', 'DELAYED']);
	expect(rowOf(items, 'statusGroup', 'DELIVERED')).toMatchObject({ messages: 3, delivered: 3 });
	expect(items[0]).toMatchObject({ messages: 8, delivered: 3 });
});

test('delivery time covers delivered messages with both times, in any offset', () => {
	const entries = [
		ENTRY,
		{ ...ENTRY, doneAt: '2030-01-31T09:30:07.000+0200' },
		{ ...ENTRY, doneAt: undefined },
		{ ...ENTRY, sentAt: 'yesterday' },
		{ ...ENTRY, doneAt: '2030-01-31T07:29:59.000Z' },
		{ ...ENTRY, doneAt: '2030-01-31T09:30:00.000Z', status: { groupId: 4, groupName: 'EXPIRED' } },
	];
	expect(summaryOf(entries).items()[0]).toMatchObject({
		delivered: 5,
		deliveredWithTimes: 2,
		deliverySecondsP50: 2.5,
		deliverySecondsMax: 7,
	});
});

test('networks: both spellings, and codes of 5 or 6 digits are split', () => {
	const codes = [{ mccmnc: '23201' }, { mccMnc: '310260' }, { mccMnc: 23203 }, { mccMnc: '232' }, { mccMnc: ' ' }, {}];
	const items = summaryOf(codes.map((code) => ({ from: 'MyCompany', ...code }))).items();
	expect(items.filter(({ by }) => by === 'network').map(({ value, mcc, mnc }) => [value, mcc, mnc])).toEqual([
		['(no network)', undefined, undefined],
		['232', undefined, undefined],
		['23201', '232', '01'],
		['23203', '232', '03'],
		['310260', '310', '260'],
	]);
});

describe('entries that differ from the interface', () => {
	const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

	test('names of JavaScript’s object properties are ordinary senders, networks, groups and currencies', () => {
		const entries = NAMES.map((name) => ({
			from: name,
			mccMnc: name,
			status: { groupName: name },
			price: { pricePerMessage: 1, currency: name },
		}));
		const items = summaryOf(JSON.parse(JSON.stringify(entries)) as JsonObject[]).items();
		for (const by of ['statusGroup', 'network', 'sender', 'currency']) {
			expect(valuesBy(items, by)).toEqual([...NAMES].sort());
			for (const name of NAMES) expect(rowOf(items, by, name)).toMatchObject({ messages: 1, [`cost${name}`]: 1 });
		}
		expect({}).not.toHaveProperty('messages');
	});

	const FIELDS = ['from', 'sentAt', 'doneAt', 'smsCount', 'mccMnc', 'price', 'status'];
	const all = (value: null | [] | object) => Object.fromEntries(FIELDS.map((name) => [name, value]));

	test.each<JsonObject>([
		{},
		...[null, [], {}].map((value) => all(value) as JsonObject),
		{ from: true, sentAt: 5, doneAt: 'x', smsCount: -3, mccMnc: '' },
		{ price: { pricePerMessage: 'free' }, status: { groupId: {}, groupName: [] } },
	])('%j is counted as unknown, without other changes', (odd) => {
		const items = summaryOf([ENTRY, odd], 'perSegment').items();
		expect(items[0]).toMatchObject({
			...{ messages: 2, segments: 3, costEUR: 0.1, delivered: 1 },
			...{ deliveredWithTimes: 1, withoutPrice: 1, withoutSegments: 1 },
		});
		const unknown = { messages: 1, share: 50, delivered: 0, withoutPrice: 1, firstSentAt: null };
		for (const [by, value] of Object.entries({
			statusGroup: 'status',
			network: 'network',
			sender: 'sender',
			currency: 'price',
		}))
			expect(rowOf(items, by, `(no ${value})`)).toMatchObject({ ...unknown, deliverySecondsMax: null });
	});

	test.each([-1, 1.5, NaN, Infinity, 1e300, '', '-2', 'two', '1e3', true, null])(
		'smsCount %p counts as one segment, marked as unknown',
		(smsCount) => {
			expect(summaryOf([ENTRY, { ...ENTRY, smsCount }]).items()[0]).toMatchObject({ segments: 3, withoutSegments: 1 });
		},
	);

	test('a price without a currency', () => {
		const prices = [{ pricePerMessage: 0.5 }, { pricePerMessage: 0.25, currency: ' ' }];
		const items = summaryOf(prices.map((price) => ({ price }))).items();
		expect(rowOf(items, 'currency', '(no currency)')).toMatchObject({ messages: 2, 'cost(no currency)': 0.75 });
	});
});

test('a summary of no messages has one row, without NaN', () => {
	const none = { share: 0, segments: 0, deliveredShare: 0, firstSentAt: null, deliverySecondsP50: null };
	const [all, ...others] = summaryOf([]).items();
	expect(all).toMatchObject({ by: 'all', messages: 0, ...none, complete: true });
	expect(others).toEqual([]);
});
