import { ExecuteContext } from 'n8n-core';

import { unauthorized } from '../../support/faults/faults';
import { runWorkflow, storedForRetry } from '../engine';
import { smsWorkflow, STOP } from '../smsNode';
import { numberOf, rows } from './messages';
import { withProxiedSandbox, type SendSettings } from './proxiedSandbox';

/** An n8n before 2.14, which has no token by which an execution and its Retry can be told from others. */

const NO_TOKEN: SendSettings = {
	settings: STOP,
	options: { messagesPerRequest: 2, requestsAtOnce: 1, patience: 1, lookUpTime: 0.2 },
	start: { resumeToken: null },
};
/** Of an execution that has crashed nothing is stored, so Retry starts anew. */
const AFTER_CRASH: SendSettings = { ...NO_TOKEN, start: { resumeToken: null, mode: 'retry' } };

test.each(['failed', 'crashed'])(
	'Retry of an execution that has %s is refused before anything is sent',
	async (how) => {
		let isDown = true;
		await withProxiedSandbox(
			({ isSend, body }) => (isSend && isDown && !body.includes(numberOf(0)) ? unauthorized : undefined),
			async ({ send, sandbox, runOf }) => {
				const failed = await send(rows(6), NO_TOKEN);
				expect(sandbox.messages).toHaveLength(2);
				isDown = false;
				const { error } =
					how === 'crashed'
						? await send(rows(6), AFTER_CRASH)
						: await runWorkflow({
								...smsWorkflow(runOf([], NO_TOKEN)),
								mode: 'retry',
								executionData: storedForRetry(failed),
							});
				expect(error!.message).toContain('Nothing was sent');
				expect(sandbox.messages).toHaveLength(2);
			},
		);
	},
);

test('before n8n 2.3, a node cannot detect that it is a tool', async () => {
	const { isToolExecution } = ExecuteContext.prototype;
	delete (ExecuteContext.prototype as Partial<ExecuteContext>).isToolExecution;
	try {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const { error } = await send(rows(1));
			expect(error).toBeUndefined();
			expect(sandbox.messages).toHaveLength(1);
		});
	} finally {
		ExecuteContext.prototype.isToolExecution = isToolExecution;
	}
});
