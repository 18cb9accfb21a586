import type { FaultScript, ProxyRecord } from '../../support/faults/faultProxy';
import { tooManyRequestsUntil } from '../../support/faults/faults';
import { threshold } from '../../support/faults/threshold';
import { CONTINUE, STOP } from '../smsNode';
import { differences, isWithin, missingOf, NO_DIFFERENCE, openSeededLogs, withSeededLogs } from './seededLogs';

/** The logs may only be called so often; the threshold is not shown. */

const refusedOf = (calls: ProxyRecord[]) => calls.filter(({ ended }) => ended === 429);

test.each(['newestFirst', 'oldestFirst'] as const)(
	'%s, 10 calls in two seconds, with Retry-After: the walk is paced and completes',
	async (logOrder) => {
		const logs = await openSeededLogs(
			{ count: 1200, colliding: 0.3, together: [10, 45] },
			{ logOrder, mostResults: 50 },
			threshold(10, 2000, true),
		);
		const result = await logs.read({ options: { patience: 60 } });
		await logs.stop();
		expect([result.error, result.hints]).toEqual([undefined, []]);
		expect(differences(result.ids, logs.seeded)).toEqual(NO_DIFFERENCE);
		const { calls } = result;
		const firstRefused = calls.findIndex(({ ended }) => ended === 429);
		expect(firstRefused).toBe(10);
		calls.forEach(({ ended, at }, index) => {
			// At least the second that Retry-After asked for
			if (ended === 429) expect(calls[index + 1]!.at - at).toBeGreaterThanOrEqual(990);
		});
		const later = calls.slice(firstRefused + 1);
		expect((later.at(-1)!.at - later[0]!.at) / (later.length - 1)).toBeGreaterThan(200);
		expect(refusedOf(calls).length).toBeLessThanOrEqual(4);
	},
);

test('without Retry-After the waits grow, and the walk completes', async () => {
	const logs = await openSeededLogs(
		{ count: 600, colliding: 0.3, together: [10, 45] },
		{ mostResults: 50 },
		threshold(6, 3000, false),
	);
	const result = await logs.read({ options: { patience: 60 } });
	await logs.stop();
	expect([result.error, result.hints]).toEqual([undefined, []]);
	expect(differences(result.ids, logs.seeded)).toEqual(NO_DIFFERENCE);
	const refused = refusedOf(result.calls).length;
	const waits = Math.ceil((result.calls.length - refused) / 6) - 1;
	// The first three waits are 2.6 to 4.4 seconds together, so at most the fourth ends after three
	expect(refused).toBeLessThanOrEqual(4 * waits);
});

describe('patience that is too short', () => {
	const seeding = { count: 750, colliding: 0.3, together: [10, 45] as const };

	test.each(['newestFirst', 'oldestFirst', 'unordered'] as const)(
		'%s: each run brings more, and says from where to go on',
		async (logOrder) => {
			await withSeededLogs(
				seeding,
				{ logOrder, mostResults: 50, logsPerMinute: 12, retryAfter: true },
				async ({ read, sandbox, seeded }) => {
					const came: string[][] = [];
					const ranges = [{}] as Array<ReturnType<typeof missingOf>[number]>;
					for (let runs = 0; ranges.length > 0; runs++) {
						expect(runs).toBeLessThan(15);
						const filters = ranges.shift()!;
						const result = await read({ filters: { ...filters }, options: { patience: 1 }, settings: CONTINUE });
						came.push(result.ids);
						const missing = missingOf(result);
						if (runs === 0) expect(missing.length).toBeGreaterThan(0);
						for (const range of missing)
							for (const bound of Object.values(range)) expect(result.hints.join(' ')).toContain(bound);
						if (missing.length > 0)
							expect(result.hints.join(' ')).toMatch(/longer than 'Keep Retrying For' allows \(1 second\)/);
						// What is not there and not named is lost
						const soFar = new Set(came.flat());
						const open = [...missing, ...ranges];
						expect(seeded.filter((message) => !soFar.has(message.messageId) && !isWithin(open, message))).toEqual([]);
						ranges.push(...missing);
						await sandbox.advance(60_000);
					}
					expect(differences([...new Set(came.flat())], seeded)).toEqual(NO_DIFFERENCE);
					for (const ids of came) expect(new Set(ids).size).toBe(ids.length);
				},
			);
		},
	);

	test('patience holds for all waits of a run together', async () => {
		const script: FaultScript = (_, index) => (index % 2 === 1 ? tooManyRequestsUntil('1') : undefined);
		const logs = await openSeededLogs(seeding, { mostResults: 50 }, script);
		const result = await logs.read({ options: { patience: 3 }, settings: CONTINUE });
		await logs.stop();
		expect(missingOf(result)).toHaveLength(1);
		expect(refusedOf(result.calls).length).toBeGreaterThanOrEqual(2);
		expect(refusedOf(result.calls).length).toBeLessThanOrEqual(4);
	});

	test('when it is over, further questions are not asked', async () => {
		const logs = await openSeededLogs(seeding, { mostResults: 50 }, (_, index) =>
			index >= 2 ? tooManyRequestsUntil('60') : undefined,
		);
		const items = [{ sender: 'DemoShop' }, { sender: 'DemoBank' }];
		const result = await logs.read({
			items,
			filters: { from: '={{ $json.sender }}' },
			options: { patience: 1 },
			settings: CONTINUE,
		});
		await logs.stop();
		expect(result.calls).toHaveLength(3);
		expect(result.json.flatMap((json, index) => ('error' in json ? [result.paired[index]] : []))).toEqual([0, 1]);
	});

	test.each([0, 1])(
		'nothing read within %i seconds: the node fails, and says how long it was patient',
		async (patience) => {
			const logs = await openSeededLogs(seeding, {}, () => tooManyRequestsUntil('60'));
			const stopped = await logs.read({ options: { patience }, settings: STOP });
			const continued = await logs.read({ options: { patience }, settings: CONTINUE });
			await logs.stop();
			expect(stopped.error?.message).toMatch(/called too often/);
			expect([stopped.json, stopped.calls.length]).toEqual([[], 1]);
			expect(continued.json).toHaveLength(1);
			expect(continued.json[0]!.error).toBe(stopped.error?.message);
		},
	);
});

test('one call without Return All waits as well', async () => {
	const logs = await openSeededLogs({ count: 60 }, {}, (_, index) =>
		index < 2 ? tooManyRequestsUntil('1') : undefined,
	);
	const result = await logs.read({ parameters: { returnAll: false }, options: { patience: 20 } });
	await logs.stop();
	expect([result.error, result.ids.length, result.calls.length]).toEqual([undefined, 50, 3]);
});
