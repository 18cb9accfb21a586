import { tooManyRequestsUntil } from '../../support/faults/faults';
import { CONTINUE } from '../smsNode';
import { brokenRules } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** A service that answers 429, and one that is unreachable for a moment. */

test.each<[string, () => string, number, number]>([
	['seconds', () => '1', 950, 3000],
	['an HTTP date', () => new Date(Date.now() + 2500).toUTCString(), 1000, 4000],
])('429 with Retry-After in %s: the request is retried after that time', async (_, retryAfter, leastMs, mostMs) => {
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

test.each(['0', new Date(0).toUTCString()])('429 with Retry-After %s: there is a pause anyway', async (retryAfter) => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? tooManyRequestsUntil(retryAfter) : undefined),
		async ({ sent, send }) => {
			await send(rows(1), { settings: CONTINUE, options: { patience: 2 } });
			expect(sent().length).toBeGreaterThan(1);
			expect(sent().length).toBeLessThan(10);
		},
	);
});
