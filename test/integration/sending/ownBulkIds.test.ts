import { sandboxForEach, type SmsResult } from '../smsNode';

const node = sandboxForEach({ sendVersions: ['1', '3'] });

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
