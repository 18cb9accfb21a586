import { errorData } from '../bulk/accounting';
import { numberOf, rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';
import { runWorkflow, storedForRetry } from '../engine';
import { CONTINUE, SMS, smsWorkflow, STOP } from '../smsNode';
import { twoRounds } from '../twoRounds';

const EXCESS = (max: number, before: number, now: number) =>
	`Not sent: Maximum Messages allows ${max} in one execution, and ${before + now} are used${before === 0 ? '' : `, ${before} of them in earlier runs`}`;

test('messages above Maximum Messages, in all iterations of a loop, are not sent and have the reason', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const execution = await runWorkflow(
			twoRounds(runOf(rows(3), { parameters: { safeguards: { maxMessages: 4 } }, settings: CONTINUE })),
		);
		expect(sandbox.messages.map(({ to }) => to)).toEqual([0, 1, 2, 0].map(numberOf));
		const second = execution.output(SMS).map(({ json }) => json);
		expect(second[0]).not.toHaveProperty('error');
		for (const json of second.slice(1)) {
			expect(json).toMatchObject({ error: EXCESS(4, 3, 1), details: { state: 'notSent' } });
			expect((json.details as any).description).toContain('Raise Maximum Messages');
		}
	});
});

test('Stop: one error; Retry counts no message twice, and sends the rest with a higher maximum', async () => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const run = (maxMessages: number) =>
				smsWorkflow(runOf(rows(5), { parameters: { safeguards: { maxMessages } }, settings: STOP }));
			const failed = await runWorkflow(run(3));
			expect(failed.error!.message).toBe(`2 of 5 destinations were not accepted: ${EXCESS(3, 0, 3)}`);
			// With the currently saved workflow, as n8n does it
			const retry = async (maxMessages: number) => {
				const start = run(maxMessages);
				const executionData = storedForRetry(failed);
				for (const waiting of executionData.executionData!.nodeExecutionStack) waiting.node = start.nodes[1]!;
				return await runWorkflow({ ...start, mode: 'retry', executionData, additionalData: { executionId: '2' } });
			};
			const same = await retry(3);
			expect(errorData(same as never)!.destinations.filter(({ state }) => state === 'accepted')).toHaveLength(3);
			expect(sandbox.messages).toHaveLength(3);
			const higher = await retry(5);
			expect(higher.error).toBeUndefined();
			expect(sandbox.messages.map(({ to }) => to)).toEqual([0, 1, 2, 3, 4].map(numberOf));
		},
		{ duplicateIds: 'accept' },
	);
});

test('an empty maximum is an error, not unlimited', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { error } = await send(rows(1), { parameters: { safeguards: { maxMessages: '' } } });
		expect(error!.message).toContain("'Maximum Messages' is empty; enter a number, or remove the option");
		expect(sandbox.requests).toEqual([]);
	});
});
