import { startN8n, type N8nInstance } from '../../../tools/n8n/instance';
import type { Execution, WorkflowFile } from '../../../tools/n8n/restClient';
import { slow, silenceAfterAcceptance, silenceBefore, unauthorized } from '../../support/faults/faults';
import type { Fault } from '../../support/faults/faultProxy';
import { acceptances, acceptedTwice, brokenRules } from '../../integration/bulk/accounting';
import { rows, targetsOf, type Row } from '../../integration/bulk/messages';
import {
	openProxiedSandbox,
	pause,
	until,
	withProxiedSandbox,
	type ProxiedSandbox,
} from '../../integration/bulk/proxiedSandbox';
import { ERROR_OUTPUT, SMS } from '../../integration/smsNode';
import { crash } from '../realN8n';
import { BulkN8n, outcomeOf, outputOf, plain, SPLIT, type BulkRun } from './bulkN8n';

/**
 * Retry in a real n8n: of a failed, a stopped and a crashed execution. Where the service accepts known IDs again, only the node itself
 * keeps from sending twice.
 */

let bulk: BulkN8n<N8nInstance>;
beforeAll(async () => {
	bulk = new BulkN8n(await startN8n());
});
afterAll(async () => await bulk.n8n.stop());

/** Requests of 2 messages, one after the other. */
const ONE_BY_ONE = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 30 };

function expectAllSentOnce(items: BulkRun['items'], execution: Execution, { sandbox }: ProxiedSandbox): void {
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(brokenRules(targetsOf(items), outcomeOf(execution), sandbox)).toEqual([]);
	expect(sandbox.messages).toHaveLength(targetsOf(items).length);
}

test('Stop in the middle, then the workflow runs again with own message IDs and Skip Messages Already Sent', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(300) : undefined),
		async (parts) => {
			const { proxy, sandbox, sent } = parts;
			const items = rows(10).map((row, index) => ({ ...row, id: `own-${index}` }));
			const { id: workflowId, path } = await bulk.save({
				items,
				service: proxy,
				parameters: {
					to: '',
					messageOptions: { destinations: { destination: [{ to: '={{ $json.to }}', messageId: '={{ $json.id }}' }] } },
				},
				options: { ...ONE_BY_ONE, skipSent: true },
				trigger: 'webhook',
			});
			const stopped = await bulk.call(workflowId, path);
			await until(() => sent().length >= 2);
			await bulk.stop(stopped);
			await pause(600);
			expect(sandbox.messages.length).toBeLessThan(10);
			const again = await bulk.n8n.rest.finished(await bulk.call(workflowId, path));
			expect(again.status).toBe('success');
			expect(brokenRules(targetsOf(items), outcomeOf(again), sandbox)).toEqual([]);
			expect(sandbox.messages).toHaveLength(10);
		},
		{ duplicateIds: 'accept' },
	);
});

/** An execution that is under way when n8n is killed. */
interface Scenario {
	name: string;
	/** What happens to the request that is under way then. */
	lost: Fault;
	duplicateIds: 'reject' | 'accept';
	run?: Omit<Partial<BulkRun>, 'change'>;
	change?: (workflow: WorkflowFile) => void;
	/** It is itself the Retry of a failed execution. */
	isRetry?: boolean;
	/** The rows that stand in the workflow when it is retried. */
	changed?: Row[];
}

const PASSING = 3;
/** One text changed that was accepted and one that was not, one row gone from the front, one added for a number that has a message. */
const CHANGED = [
	...rows(12)
		.slice(1)
		.map((row, index) => (index === 2 || index === 8 ? { ...row, content: 'Changed' } : row)),
	{ ...rows(3)[2]!, content: 'Added' },
];
const SCENARIOS: Scenario[] = [
	{
		name: 'the service rejects known IDs, and the last request arrived',
		lost: silenceAfterAcceptance,
		duplicateIds: 'reject',
	},
	{ name: 'the last request did not arrive', lost: silenceBefore, duplicateIds: 'accept' },
	{
		name: 'with the error output and Retry On Fail',
		lost: silenceAfterAcceptance,
		duplicateIds: 'accept',
		run: { node: { onError: ERROR_OUTPUT.onError, retryOnFail: true } },
	},
	{
		name: 'n8n keeps the progress',
		lost: silenceAfterAcceptance,
		duplicateIds: 'accept',
		run: { settings: { saveExecutionProgress: true } },
	},
	// n8n's recovery goes by the order in which the nodes stand in the workflow: a user may have added the send node first
	{
		name: 'in any order of nodes',
		lost: silenceAfterAcceptance,
		duplicateIds: 'accept',
		change: (workflow) => void workflow.nodes.reverse(),
	},
	{ name: 'in the second round of a loop', lost: silenceAfterAcceptance, duplicateIds: 'accept', change: intoLoop },
	{
		name: 'in a loop, and n8n keeps the progress',
		lost: silenceAfterAcceptance,
		duplicateIds: 'accept',
		change: intoLoop,
		run: { settings: { saveExecutionProgress: true } },
	},
	{ name: 'in the middle of a Retry', lost: silenceAfterAcceptance, duplicateIds: 'accept', isRetry: true },
	{ name: 'rows that have changed since', lost: silenceAfterAcceptance, duplicateIds: 'reject', changed: CHANGED },
	{
		name: 'rows that have changed since, and the service accepts known IDs',
		lost: silenceAfterAcceptance,
		duplicateIds: 'accept',
		changed: CHANGED,
	},
];

/** Loop Over Items around the send node, 4 items a round. */
function intoLoop(workflow: WorkflowFile): void {
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	workflow.nodes.push(plain('Loop Over Items', 'splitInBatches', 3, { batchSize: 4, options: {} }));
	Object.assign(workflow.connections, {
		[SPLIT]: { main: [to('Loop Over Items')] },
		'Loop Over Items': { main: [[], to(SMS)] },
		[SMS]: { main: [to('Loop Over Items')] },
	});
}

describe('SIGKILL in the middle of a send of several requests, n8n started again, Retry', () => {
	const items = rows(12);
	const crashed: Array<{ parts: ProxiedSandbox; id: string; workflowId: string; originalId?: string }> = [];

	// One crash for all of them: a start of n8n takes about 8 seconds
	beforeAll(async () => {
		let isCrashed = false;
		for (const { lost, duplicateIds, run, change, isRetry } of SCENARIOS) {
			let sends = 0;
			let isRefusing = isRetry === true;
			const parts = await openProxiedSandbox(
				({ isSend }) => {
					if (!isSend || isCrashed) return undefined;
					if (isRefusing) return sends++ < 1 ? undefined : unauthorized;
					return sends++ === PASSING ? lost : undefined;
				},
				{ duplicateIds },
			);
			const bulkRun: BulkRun = { items, service: parts.proxy, options: ONE_BY_ONE, trigger: 'webhook', ...run, change };
			if (isRetry) {
				const failed = await bulk.send(bulkRun);
				isRefusing = false;
				sends = 0;
				const before = parts.sent().length;
				const id = await bulk.beginRetry(failed.workflowId, failed.id);
				crashed.push({ parts, id, workflowId: failed.workflowId, originalId: failed.id });
				await until(() => parts.sent().length > before + PASSING);
			} else {
				const { id: workflowId, path } = await bulk.save(bulkRun);
				crashed.push({ parts, id: await bulk.call(workflowId, path), workflowId });
				await until(() => parts.sent().length > PASSING);
			}
		}
		await crash(bulk.n8n);
		isCrashed = true;
	}, 120_000);

	afterAll(async () => {
		for (const { parts } of crashed) await parts.stop();
	});

	test.each(SCENARIOS.map(({ name, ...scenario }, index) => ({ name, index, ...scenario })))(
		'$name',
		async ({ index, change, changed, lost, isRetry }) => {
			const { parts, id, workflowId, originalId } = crashed[index]!;
			const { sandbox } = parts;
			expect((await bulk.n8n.rest.execution(id)).status).toBe('crashed');
			// 2 more were accepted before the Retry that was killed
			expect(sandbox.messages).toHaveLength(
				2 * PASSING + (lost === silenceAfterAcceptance ? 2 : 0) + (isRetry ? 2 : 0),
			);
			if (changed !== undefined) {
				const before = [...acceptances(sandbox).keys()];
				await bulk.changeRows(workflowId, changed);
				const retried = await bulk.retry(id, 'current');
				expect(retried.status).toBe('success');
				expect(brokenRules(targetsOf(changed), outcomeOf(retried), sandbox)).toEqual([]);
				const wanted = new Set([...before, ...changed.map(({ to, content }) => `${to} ${content}`)]);
				expect([...acceptances(sandbox)].sort()).toEqual([...wanted].map((message) => [message, 1]).sort());
				return;
			}
			const retried = await bulk.retry(id);
			expect(acceptedTwice(sandbox)).toEqual([]);
			// In a loop the items of each round are numbered anew, which the accounting does not know
			if (change === intoLoop) {
				expect(retried.status).toBe('success');
				expect(sandbox.messages.map(({ to }) => to).sort()).toEqual(items.map(({ to }) => to));
				expect(outputOf(retried).map(({ json }) => json.to)).toEqual(items.map(({ to }) => to));
			} else {
				expectAllSentOnce(items, retried, parts);
			}
			// Once more, also on the execution that failed in the first place
			for (const again of [id, originalId]) if (again !== undefined) await bulk.retry(again);
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(sandbox.messages).toHaveLength(12);
		},
	);
});
