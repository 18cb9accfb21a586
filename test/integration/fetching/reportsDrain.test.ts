import { createHash } from 'node:crypto';
import { hintsOf, idsOf, keptOf, withReportQueue } from './reportQueue';

/** Get Reports with Return All: all waiting reports, each once, with any fault on the way. */

const ALL = { returnAll: true };
test('5,000 reports are output once each, in 6 calls', async () => {
	await withReportQueue(5000, async ({ fetch, ids, calls, takeRest }) => {
		const result = await fetch({ parameters: ALL });
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(5000);
		// A difference of two lists of that length is nothing to read
		const digest = (list: unknown[]) => createHash('sha256').update(JSON.stringify(list)).digest('hex');
		expect(digest(idsOf(result.json))).toBe(digest(ids));
		expect(calls()).toEqual(Array(6).fill({ limit: '1000' }));
		expect(hintsOf(result)).toEqual([]);
		expect(keptOf(result)).toEqual({});
		expect(takeRest()).toEqual([]);
	});
});

test('a service that returns 50 per call, whatever the limit', async () => {
	await withReportQueue(
		420,
		async ({ fetch, ids, calls }) => {
			const result = await fetch({ parameters: ALL });
			expect(idsOf(result.json)).toEqual(ids);
			expect(calls()).toHaveLength(10);
			expect(hintsOf(result)).toEqual([]);
		},
		{ mostResults: 50 },
	);
});

test('a limit above the maximum of one call: a hint that there may be more', async () => {
	await withReportQueue(1200, async ({ fetch }) => {
		const limited = await fetch({ parameters: { limit: 5000 } });
		expect(limited.json).toHaveLength(1000);
		expect(hintsOf(limited)).toEqual([
			{ type: 'info', message: expect.stringContaining('1000 reports, and Limit is 5000') },
		]);
	});
});

test('without Return All: one call, and a hint if the limit may have cut the answer', async () => {
	await withReportQueue(130, async ({ fetch, ids, calls }) => {
		const unset = await fetch();
		expect(idsOf(unset.json)).toEqual(ids.slice(0, 50));
		expect(hintsOf(unset)).toEqual([
			{
				type: 'info',
				message: expect.stringMatching(/ 50 reports.*Limit is 50.*Return All/),
			},
		]);
		const limited = await fetch({ parameters: { limit: 70 } });
		expect(idsOf(limited.json)).toEqual(ids.slice(50, 120));
		expect(hintsOf(limited)).toEqual([{ type: 'info', message: expect.stringContaining('returned 70 reports') }]);
		const rest = await fetch({ parameters: { limit: 70 } });
		expect(idsOf(rest.json)).toEqual(ids.slice(120));
		expect(hintsOf(rest)).toEqual([]);
		expect(calls()).toEqual([{ limit: '50' }, { limit: '70' }, { limit: '70' }]);
	});
});
