import { tooManyRequestsUntil } from '../../support/faults/faults';
import { brokenRules } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

test('429 with Retry-After as an HTTP date: the same request is sent again after that time', async () => {
	await withProxiedSandbox(
		(_, index) => (index === 0 ? tooManyRequestsUntil(new Date(Date.now() + 2500).toUTCString()) : undefined),
		async ({ sandbox, proxy, send }) => {
			const items = rows(3);
			const result = await send(items);
			const [first, second] = proxy.records;
			expect(proxy.records.map(({ ended }) => ended)).toEqual([429, 200]);
			expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
			expect(second!.at - first!.at).toBeLessThan(4000);
			expect(second!.request.body).toBe(first!.request.body);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});
