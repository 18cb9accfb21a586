import { slow } from '../../support/faults/faults';
import { brokenRules } from './accounting';
import { numberOf, rows, targetsOf, textOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** How messages are put into requests, and how many of these are under way. */

test.each([
	[1, { requestsAtOnce: 1 }],
	[2, {}],
	[3, { requestsAtOnce: 3 }],
])('at most %i requests in parallel, with options %j', async (most, options) => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(20) : undefined),
		async ({ sandbox, proxy, send, sent }) => {
			const items = rows(20);
			const result = await send(items, { options: { ...options, messagesPerRequest: 2 } });
			expect(sent()).toHaveLength(10);
			expect(proxy.mostSendsAtOnce).toBe(most);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test('the output has the order of the input, whichever request is answered first', async () => {
	let index = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(120 - 20 * index++) : undefined),
		async ({ send }) => {
			const items = rows(12);
			const { json, paired } = await send(items, { options: { messagesPerRequest: 2, requestsAtOnce: 6 } });
			expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
			expect(paired).toEqual(items.map((__, itemIndex) => itemIndex));
		},
	);
});

test('one item with 2,500 destinations is split into several requests, each destination sent once', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send, sent }) => {
		const items = [{ to: Array.from({ length: 2500 }, (_, index) => numberOf(index)).join(', '), content: textOf(0) }];
		const result = await send(items);
		expect(sent().length).toBeGreaterThan(1);
		for (const destinations of sent()) expect(destinations.length).toBeLessThanOrEqual(1000);
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
	});
});
