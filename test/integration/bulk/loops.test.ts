import { runWorkflow, storedForRetry, type Execution } from '../engine';
import { unauthorized } from '../../support/faults/faults';
import { SMS, STOP } from '../smsNode';
import { twoRounds } from '../twoRounds';
import { rows } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

const roundsOf = (execution: Execution) =>
	(execution.run.data.resultData.runData[SMS] ?? []).map(({ data }) =>
		(data?.main?.[0] ?? []).map(({ json }) => json.messageId),
	);

test('the same messages are sent in each round, under IDs of their own', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const execution = await runWorkflow(twoRounds(runOf(rows(4))));
		expect(execution.error).toBeUndefined();
		const ids = roundsOf(execution);
		expect(ids.map(({ length }) => length)).toEqual([4, 4]);
		expect(sandbox.messages.map(({ messageId }) => messageId)).toEqual(ids.flat());
		expect(new Set(ids.flat()).size).toBe(8);
	});
});

test('the second round fails: Retry goes on with it, and sends nothing of the first again', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 4 ? unauthorized : undefined),
		async ({ sandbox, runOf }) => {
			const run = runOf(rows(4), { settings: STOP, options: { messagesPerRequest: 2, requestsAtOnce: 1 } });
			const failed = await runWorkflow(twoRounds(run));
			expect(failed.error).toBeDefined();
			expect(sandbox.messages).toHaveLength(6);
			const retried = await runWorkflow({
				...twoRounds(run),
				mode: 'retry',
				executionData: storedForRetry(failed),
				additionalData: { executionId: '2' },
			});
			expect(retried.error).toBeUndefined();
			expect(sandbox.messages).toHaveLength(8);
			const ids = roundsOf(retried);
			expect(ids.map(({ length }) => length)).toEqual([4, 4]);
			expect(new Set(ids.flat())).toEqual(new Set(sandbox.messages.map(({ messageId }) => messageId)));
		},
		{ duplicateIds: 'accept' },
	);
});

test('what the node kept of a round is dropped when the round ends well', async () => {
	await withProxiedSandbox(undefined, async ({ runOf }) => {
		const execution = await runWorkflow(twoRounds(runOf(rows(50))));
		const kept = JSON.stringify(execution.run.data.executionData?.contextData ?? {});
		expect(kept.includes(rows(1)[0]!.to)).toBe(false);
		// A code of 10 characters for each message of both rounds, since what comes again in a further round is another message
		expect(kept.length).toBeLessThan(500 + 2 * 50 * 10);
	});
});
