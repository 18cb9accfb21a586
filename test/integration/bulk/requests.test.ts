import { slow } from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT, STOP } from '../smsNode';
import { brokenRules } from './accounting';
import { numberOf, rows, targetsOf, textOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** How messages are put into requests, and how many of these are under way. */

test.each([
	[1, { requestsAtOnce: 1 }],
	[2, {}],
	[3, { requestsAtOnce: 3 }],
])('never more than %i requests are under way at once, with options %j', async (most, options) => {
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

test('requests at once are quicker than one after another', async () => {
	const durations: number[] = [];
	for (const requestsAtOnce of [1, 5]) {
		await withProxiedSandbox(
			() => slow(50),
			async ({ send }) => {
				const before = Date.now();
				await send(rows(20), { options: { requestsAtOnce, messagesPerRequest: 1 } });
				durations.push(Date.now() - before);
			},
		);
	}
	expect(durations[1]! * 2).toBeLessThan(durations[0]!);
});

test.each([
	['Stop', STOP],
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
])('%s: what comes out keeps the order of the input, whichever request is answered first', async (_, settings) => {
	let index = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(120 - 20 * index++) : undefined),
		async ({ send }) => {
			const items = rows(12);
			const { json, paired } = await send(items, { settings, options: { messagesPerRequest: 2, requestsAtOnce: 6 } });
			expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
			expect(paired).toEqual(items.map((__, itemIndex) => itemIndex));
		},
	);
});

test('items with other request settings never share a request', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, proxy, send }) => {
		const items = rows(9).map((row, index) => ({ ...row, bulk: ['morning', 'evening', ''][index % 3]! }));
		const result = await send(items, { parameters: { messageOptions: { bulkId: '={{ $json.bulk }}' } } });
		const bodies = proxy.records.map(({ request }) => JSON.parse(request.body));
		expect(bodies).toHaveLength(3);
		expect(bodies.map(({ bulkId }) => bulkId)).toEqual(expect.arrayContaining(['morning', 'evening']));
		for (const { bulkId, messages } of bodies) {
			const own = items.filter(({ bulk }) => bulk === (['morning', 'evening'].includes(bulkId) ? bulkId : ''));
			expect(messages.map(({ text }: { text: string }) => text)).toEqual(own.map(({ content }) => content));
		}
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
	});
});

test('one item with 2,500 destinations is spread over requests of a bounded size, each destination sent once', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send, sent }) => {
		const items = [{ to: Array.from({ length: 2500 }, (_, index) => numberOf(index)).join(', '), content: textOf(0) }];
		const result = await send(items);
		expect(sent().length).toBeGreaterThan(1);
		for (const destinations of sent()) expect(destinations.length).toBeLessThanOrEqual(1000);
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
	});
});
