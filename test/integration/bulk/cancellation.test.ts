import { slow, tooManyRequests } from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT, STOP } from '../smsNode';
import { acceptedTwice } from './accounting';
import { rows } from './messages';
import { pause, until, withProxiedSandbox } from './proxiedSandbox';

/** Stop pressed in the middle of a bulk. */

describe.each([
	['Stop on error', STOP],
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
])('%s', (_, settings) => {
	test('requests under way come to their end, and no other goes out', async () => {
		await withProxiedSandbox(
			({ isSend }) => (isSend ? slow(100) : undefined),
			async ({ sandbox, proxy, start }) => {
				const { ended, cancel } = start(rows(40), { settings, options: { messagesPerRequest: 1, requestsAtOnce: 3 } });
				await until(() => proxy.records.length >= 8 && proxy.sendsUnderWay === 3);
				const begun = proxy.records.length;
				cancel();
				await ended;
				await pause(600);
				expect(proxy.records.length).toBe(begun);
				expect(proxy.records.map(({ ended: end }) => end)).toEqual(proxy.records.map(() => 200));
				expect(sandbox.messages).toHaveLength(begun);
			},
		);
	});

	test('what waits for a better time is not sent any more', async () => {
		await withProxiedSandbox(
			() => tooManyRequests,
			async ({ proxy, start }) => {
				const { ended, cancel } = start(rows(4), { settings, options: { messagesPerRequest: 1, patience: 20 } });
				await until(() => proxy.records.length >= 2);
				cancel();
				await ended;
				await pause(100);
				const before = proxy.records.length;
				await pause(1500);
				expect(proxy.records.length).toBe(before);
			},
		);
	});
});

test('Stop, then Retry, which starts at the trigger with nothing stored: all are sent, none twice', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(60) : undefined),
		async ({ sandbox, proxy, start, send, sent }) => {
			const items = rows(20);
			const settings = { options: { messagesPerRequest: 2, requestsAtOnce: 2 } };
			const { ended, cancel } = start(items, { ...settings, start: { resumeToken: 'token-of-the-stopped-one' } });
			await until(() => proxy.records.length >= 4);
			cancel();
			await ended;
			await pause(300);
			const sentBefore = sandbox.messages.length;
			expect(sentBefore).toBeLessThan(20);
			const requestsBefore = proxy.records.length;
			const retried = await send(items, {
				...settings,
				start: { resumeToken: 'token-of-the-stopped-one', mode: 'retry', additionalData: { executionId: '2' } },
			});
			expect(retried.error).toBeUndefined();
			expect(proxy.records[requestsBefore]!.request.isSend).toBe(false);
			expect(sent().flat().length).toBe(20);
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(retried.json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
		},
		{ duplicateIds: 'accept' },
	);
});
