import { LogHabits } from '../../../nodes/SmsMessaging/fetching/logHabits';
import { LogWalk } from '../../../nodes/SmsMessaging/fetching/walkLogs';
import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';

/** More messages of one instant than the service returns in one call. */

const AT = Date.parse('2030-01-31T12:00:00.000Z');
const CAP = 50;

/** What the service finds by each filter. */
const FINDS: Record<string, (entry: JsonObject, value: string) => boolean> = {
	generalStatus: ({ status }, value) => (status as JsonObject | undefined)?.groupName === value,
	mcc: ({ mccMnc, mccmnc }, value) => String(mccMnc ?? mccmnc).slice(0, 3) === value,
	mnc: ({ mccMnc, mccmnc }, value) => String(mccMnc ?? mccmnc).slice(3) === value,
	from: ({ from }, value) => String(from) === value,
	bulkId: ({ bulkId }, value) => String(bulkId) === value,
};

/** Walks over this many messages of one instant. @returns how many came out, and with which filters it asked for them */
async function walk(count: number, make: (index: number) => JsonObject, own: Query = []) {
	const entries = Array.from({ length: count }, (_, index) => ({
		...make(index),
		messageId: `m${index}`,
		to: '43660',
		sentAt: '2030-01-31T12:00:00.000+0000',
	}));
	const asked: string[] = [];
	const ask = async (query: Query) => {
		const filters = query.filter(([name]) => name in FINDS);
		if (filters.length > 0) asked.push(filters.map((filter) => filter.join('=')).join('&'));
		const found = entries.filter((entry) => [...own, ...filters].every(([name, value]) => FINDS[name]!(entry, value)));
		return { ok: true as const, value: found.slice(0, CAP) };
	};
	const out = new Set<unknown>();
	const range = { since: AT, until: AT };
	const { crowded } = await new LogWalk(
		{ ask },
		own,
		range,
		({ messageId }) => void out.add(messageId),
		new LogHabits(),
	).run();
	return { count: out.size, asked, crowded };
}

const GROUPS = ['ACCEPTED', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'];
const byGroup = GROUPS.map((group) => `generalStatus=${group}`);
const alternating =
	(name: string, values: unknown[]) =>
	(index: number): JsonObject =>
		({ [name]: values[index % values.length] }) as JsonObject;

test.each<[string, unknown[], string[]]>([
	['mccMnc', ['23201', '26202'], ['mcc=232&mnc=01', 'mcc=262&mnc=02']],
	['mccmnc', [23201, 310260], ['mcc=232&mnc=01', 'mcc=310&mnc=260']],
	['from', ['Shop', 436601234567], ['from=Shop', 'from=436601234567']],
	['bulkId', ['one', 2], ['bulkId=one', 'bulkId=2']],
])(
	'%s tells them apart: all come out, and are asked for by nothing but what they show',
	async (name, values, asked) => {
		const narrowed = await walk(2 * CAP - 2, alternating(name, values));
		expect(narrowed).toEqual({ count: 2 * CAP - 2, asked, crowded: [expect.anything()] });
	},
);

test('status groups tell them apart: all come out, and certainly', async () => {
	const narrowed = await walk(CAP + 2, (index) => ({ status: { groupName: GROUPS[index % 2] } }) as JsonObject);
	expect(narrowed).toEqual({ count: CAP + 2, asked: byGroup, crowded: [] });
});

test('what one filter leaves together, the next tells apart', async () => {
	const senders = ['A', 'B', 'C'];
	const narrowed = await walk(
		3 * CAP - 3,
		(index) => ({ status: { groupName: 'DELIVERED' }, mccMnc: '23201', from: senders[index % 3] }) as JsonObject,
	);
	const within = 'generalStatus=DELIVERED';
	expect(narrowed.count).toBe(3 * CAP - 3);
	expect(narrowed.asked).toEqual([
		...byGroup.slice(0, 4),
		`${within}&mcc=232&mnc=01`,
		...senders.map((from) => `${within}&mcc=232&mnc=01&from=${from}`),
		...byGroup.slice(4),
	]);
});

test.each<Query[number]>([
	['generalStatus', 'DELIVERED'],
	['mcc', '232'],
	['from', 'A'],
	['bulkId', 'b'],
])(
	'the %s that the user asks for is not asked for in another way, as nothing is that no entry shows',
	async (name, value) => {
		const alike = { status: { groupName: 'DELIVERED' }, mccMnc: '23201', from: 'A', bulkId: 'b' };
		const { asked } = await walk(2 * CAP, () => alike, [[name, value]]);
		const filters = ['generalStatus=DELIVERED', 'mcc=232&mnc=01', 'from=A', 'bulkId=b'];
		const others = filters.filter((filter) => !filter.startsWith(name));
		expect(asked.filter((query) => !byGroup.includes(query)).at(-1)).toBe(others.join('&'));
		const known = new Set([...byGroup, ...others.flatMap((filter) => filter.split('&'))]);
		expect(asked.flatMap((query) => query.split('&')).filter((filter) => !known.has(filter))).toEqual([]);
	},
);
