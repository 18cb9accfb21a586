import { tooManyRequests, tooManyRequestsUntil } from '../../support/faults/faults';
import { CONTINUE, STOP } from '../smsNode';
import { brokenRules, errorData } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** A service that says 'not now', and one that is not there for a moment. */

test.each<[string, () => string, number, number]>([
	['seconds', () => '1', 950, 3000],
	['an HTTP date', () => new Date(Date.now() + 2500).toUTCString(), 1000, 4000],
])('429 with Retry-After in %s: the request is made again when it may', async (_, retryAfter, leastMs, mostMs) => {
	await withProxiedSandbox(
		(__, index) => (index === 0 ? tooManyRequestsUntil(retryAfter()) : undefined),
		async ({ sandbox, proxy, send }) => {
			const items = rows(3);
			const result = await send(items);
			const [first, second] = proxy.records;
			expect(proxy.records.map(({ ended }) => ended)).toEqual([429, 200]);
			expect(second!.at - first!.at).toBeGreaterThanOrEqual(leastMs);
			expect(second!.at - first!.at).toBeLessThan(mostMs);
			expect(second!.request.body).toBe(first!.request.body);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test.each([
	['429', { patience: 1 }, () => tooManyRequests, /\(429\): .*, even after 1 second$/],
	[
		'429 whose Retry-After exceeds the patience',
		{ patience: 2 },
		() => tooManyRequestsUntil('3600'),
		/\(429\): .*; it asks to wait 3600 seconds, which is longer than 'Keep Retrying For' allows \(2 seconds\)$/,
	],
])('%s, throughout: ends with the patience, and says that nothing was sent', async (_, options, fault, said) => {
	await withProxiedSandbox(fault, async ({ sandbox, send }) => {
		const items = rows(4);
		const before = Date.now();
		const continued = await send(items, { settings: CONTINUE, options });
		expect(Date.now() - before).toBeLessThan(4000);
		expect(continued.json.map(({ details }: any) => details.state)).toEqual(items.map(() => 'notSent'));
		expect(continued.json[0]!.error).toMatch(said);
		expect(brokenRules(targetsOf(items), continued, sandbox)).toEqual([]);
		const stopped = await send(items, { settings: STOP, options });
		expect(stopped.error!.message).toMatch(said);
		expect(errorData(stopped)!.requests).toEqual([
			{ bulkId: expect.stringMatching(/^n8n-/), accepted: 0, refused: 0, unknown: 0, notSent: 4 },
		]);
		expect(errorData(stopped)!.destinations.map(({ state }) => state)).toEqual(items.map(() => 'notSent'));
		expect(brokenRules(targetsOf(items), stopped, sandbox)).toEqual([]);
	});
});

test.each(['0', new Date(0).toUTCString()])(
	'429 with Retry-After %s: there is a pause all the same',
	async (retryAfter) => {
		await withProxiedSandbox(
			({ isSend }) => (isSend ? tooManyRequestsUntil(retryAfter) : undefined),
			async ({ sent, send }) => {
				await send(rows(1), { settings: CONTINUE, options: { patience: 2 } });
				expect(sent().length).toBeGreaterThan(1);
				expect(sent().length).toBeLessThan(10);
			},
		);
	},
);
