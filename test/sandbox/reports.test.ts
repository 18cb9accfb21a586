import { startSandbox, type Sandbox } from '../../sandbox';
import { get, send } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: () => Date.UTC(2026, 2, 1, 12) });
});
afterEach(() => sandbox.stop());

const reports = async (query = ''): Promise<any[]> => (await get(sandbox, `/sms/1/reports?${query}`)).body.results;
const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `4179${1_000_000 + i}`);

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
