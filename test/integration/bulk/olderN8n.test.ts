import { ExecuteContext } from 'n8n-core';

import { unauthorized } from '../../support/faults/faults';
import { runWorkflow, storedForRetry, type Execution } from '../engine';
import { smsWorkflow, STOP } from '../smsNode';
import { acceptedTwice, brokenRules, errorData } from './accounting';
import { numberOf, rows, targetsOf, type Row } from './messages';
import { withProxiedSandbox, type ProxiedSandbox, type SendSettings } from './proxiedSandbox';

/** An n8n before 2.14, which has no token by which an execution and its Retry can be told from others. */

const NO_TOKEN: SendSettings = {
	settings: STOP,
	options: { messagesPerRequest: 2, requestsAtOnce: 1, patience: 1, lookUpTime: 0.2 },
	start: { resumeToken: null },
};
const LENIENT = { duplicateIds: 'accept' } as const;
const OWN_ID = { messageOptions: { messageId: 'mine' } };

let number = 100;
const retry = async ({ runOf }: ProxiedSandbox, stored: Execution): Promise<Execution> =>
	await runWorkflow({
		...smsWorkflow(runOf([], NO_TOKEN)),
		mode: 'retry',
		executionData: storedForRetry(stored),
		additionalData: { executionId: String(++number) },
	});
/** Of an execution that has crashed nothing is stored, so Retry starts anew. */
const afterCrash = (settings: SendSettings = {}): SendSettings => ({
	...NO_TOKEN,
	...settings,
	start: { resumeToken: null, mode: 'retry' },
});

test('Retry after a crash sends nothing and says so, and so does a second Retry', async () => {
	await withProxiedSandbox(
		undefined,
		async (parts) => {
			await parts.send(rows(3), NO_TOKEN);
			const retried = await parts.send(rows(3), afterCrash());
			const again = await retry(parts, retried);
			for (const { error } of [retried, again]) {
				expect(error!.message).toContain('before version 2.14');
			}
			expect(errorData(again)!.destinations.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
			expect(parts.sandbox.messages).toHaveLength(3);
		},
		LENIENT,
	);
});

test('Retry of a failed execution sends what was not accepted, and a second Retry does not send it again', async () => {
	let isDown = true;
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && isDown && !body.includes(numberOf(0)) ? unauthorized : undefined),
		async (parts) => {
			const items = rows(6);
			const failed = await parts.send(items, NO_TOKEN);
			expect(parts.sandbox.messages).toHaveLength(2);
			isDown = false;
			for (const retried of [await retry(parts, failed), await retry(parts, failed)]) {
				expect(retried.error).toBeUndefined();
				expect(brokenRules(targetsOf(items), retried, parts.sandbox)).toEqual([]);
			}
			expect(parts.sandbox.messages).toHaveLength(6);
		},
		LENIENT,
	);
});

test('after a crash, a message with your own ID is looked up: it is sent if it is missing, otherwise unknown', async () => {
	const items: Row[] = [{ to: '436601234567', content: 'Hello' }];
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, send }) => {
			const settings = { parameters: OWN_ID };
			expect((await send(items, afterCrash(settings))).error).toBeUndefined();
			const { error } = await send(items, afterCrash(settings));
			expect(error!.message).toContain('this ID may have been used before');
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(sandbox.messages).toHaveLength(1);
		},
		LENIENT,
	);
});

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
