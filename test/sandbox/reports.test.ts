import { startSandbox, type Sandbox } from '../../sandbox';
import { get, send } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: () => Date.UTC(2026, 2, 1, 12) });
});
afterEach(() => sandbox.stop());

const reports = async (query = ''): Promise<any[]> => (await get(sandbox, `/sms/1/reports?${query}`)).body.results;
const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `4179${1_000_000 + i}`);

test('a report has the fields of the interface, and is returned once', async () => {
	const { messages } = await send(sandbox, '41793026727', {
		from: 'Shop',
		callbackData: 'order 7',
		entityId: 'e',
		applicationId: 'a',
	});
	expect(await reports()).toEqual([]);
	await sandbox.advance(400);
	expect(await reports()).toEqual([
		{
			bulkId: expect.any(String),
			messageId: messages[0]!.messageId,
			to: '41793026727',
			from: 'Shop',
			sentAt: '2026-03-01T12:00:00.000+0000',
			doneAt: '2026-03-01T12:00:00.400+0000',
			smsCount: 1,
			mccMnc: '22801',
			callbackData: 'order 7',
			price: { pricePerMessage: 0.01, currency: 'EUR' },
			status: {
				groupId: 3,
				groupName: 'DELIVERED',
				id: 5,
				name: 'DELIVERED_TO_HANDSET',
				description: 'Message delivered to handset',
			},
			error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
			entityId: 'e',
			applicationId: 'a',
		},
	]);
	expect(await reports()).toEqual([]);
});

test('50 by default, at most 1000, each report once', async () => {
	await send(sandbox, numbers(1200));
	await sandbox.advance(400);
	const seen = new Set<string>();
	for (const [query, count] of [
		['', 50],
		['limit=', 50],
		['limit=10', 10],
		['limit=9999', 1000],
		['limit=1000', 90],
		['', 0],
	] as const) {
		const results = await reports(query);
		expect(results).toHaveLength(count);
		for (const report of results) seen.add(report.messageId);
	}
	expect(seen.size).toBe(1200);
});

test('two parallel readers never get the same report', async () => {
	await send(sandbox, numbers(200));
	await sandbox.advance(400);
	const answers = await Promise.all(Array.from({ length: 8 }, () => reports('limit=30')));
	const ids = answers.flat().map((r) => r.messageId);
	expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
});
