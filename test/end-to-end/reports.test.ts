import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution, type Item, type WorkflowNode } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { serverError, slow } from '../support/faults/faults';
import { withReportQueue, type ReportQueue } from '../integration/fetching/reportQueue';
import { SMS } from '../integration/smsNode';
import { sharedN8n } from '../support/n8n/shared';
import { chain, plain, sendNode } from './bulk/bulkN8n';
import { START } from './realN8n';

/** Get Reports in a real n8n: fetched reports are in the stored execution, or in the output of Retry. */

const LATER = 'Later';
const LIST = 'List';
const SPLIT = 'One item per ID';
const IDS = ['m-0', 'm-1', 'm-2'];
const BY_ID: INodeParameters = { filters: { messageId: '={{ $json.id }}' } };
const ALL: INodeParameters = { returnAll: true };

let n8n: RunningN8n;
beforeAll(async () => {
	n8n = await sharedN8n();
});

interface Flow {
	parameters: INodeParameters;
	/** Settings of the node: onError, retryOnFail … */
	node?: Partial<WorkflowNode>;
	/** The node after it. */
	later?: WorkflowNode;
	/** Replaces this workflow. */
	id?: string;
}

/** A list of IDs, one item for each → Get Reports → a later node. Without a filter of IDs one item. */
async function save(
	{ proxy }: ReportQueue,
	{ parameters, node, later = plain(LATER, 'noOp', 1), id }: Flow,
): Promise<string> {
	const { name, type, data } = sandboxCredential(proxy.url);
	const credentialId = await n8n.rest.saveCredential({ name, type, data });
	const reports = sendNode({
		...node,
		credentials: { smsMessagingApi: { id: credentialId, name } },
		parameters: { resource: 'delivery', operation: 'getReports', ...parameters, options: { patience: 1 } },
	});
	const list = {
		...plain(LIST, 'set', 3.5),
		parameters: {
			mode: 'raw',
			jsonOutput: JSON.stringify({ ids: parameters === BY_ID ? IDS.map((each) => ({ id: each })) : [{}] }),
			options: {},
		},
	};
	const split = { ...plain(SPLIT, 'splitOut', 1), parameters: { fieldToSplitOut: 'ids', options: {} } };
	return await n8n.rest.saveWorkflow({
		...(id !== undefined && { id }),
		name: 'Reports',
		nodes: [plain(START, 'manualTrigger', 1), list, split, reports, later],
		connections: chain(START, LIST, SPLIT, SMS, LATER),
		settings: { executionOrder: 'v1' },
	});
}

async function run(queue: ReportQueue, flow: Flow): Promise<Execution> {
	return await n8n.rest.runToEnd(await save(queue, flow), START);
}

const idsOf = (items: Item[]) => items.map(({ json }) => json.messageId);
const asked = ({ calls }: ReportQueue) => calls().map(({ messageId }) => messageId);

const withIds = async (test: (queue: ReportQueue) => Promise<void>) =>
	await withReportQueue(0, async (queue) => {
		for (const id of IDS) queue.queue(id);
		await test(queue);
	});
const failOn = (queue: ReportQueue, failing: number) =>
	(queue.faultAt = (call) => (call === failing ? serverError : undefined));

test('the node fails: Retry outputs the fetched reports, and fetches the rest', async () => {
	await withIds(async (queue) => {
		failOn(queue, 2);
		const failed = await run(queue, { parameters: BY_ID });
		expect(failed.status).toBe('error');
		expect(failed.data.resultData.error).toMatchObject({
			description: expect.stringContaining('(2) are in the details, and Retry outputs them too.'),
			context: {
				data: {
					messageId: 'm-2',
					reports: [expect.objectContaining({ messageId: 'm-0' }), expect.objectContaining({ messageId: 'm-1' })],
				},
			},
		});
		const retried = await n8n.rest.retry(failed.id);
		expect(retried.status).toBe('success');
		expect(idsOf(itemsOf(retried, SMS))).toEqual(IDS);
		expect(idsOf(itemsOf(retried, LATER))).toEqual(IDS);
		expect(asked(queue)).toEqual([...IDS, 'm-2']);
	});
});

test('a later node fails: Retry does not fetch again, and that node gets the same reports', async () => {
	await withReportQueue(5, async (queue) => {
		const later = {
			...plain(LATER, 'stopAndError', 1),
			parameters: { errorType: 'errorMessage', errorMessage: 'Not now' },
		};
		const id = await save(queue, { parameters: ALL, later });
		const failed = await n8n.rest.runToEnd(id, START);
		expect([failed.status, failed.data.resultData.lastNodeExecuted]).toEqual(['error', LATER]);
		expect(queue.calls()).toHaveLength(2);
		const again = await n8n.rest.retry(failed.id);
		expect(again.data.resultData.error?.message).toContain('Not now');
		await save(queue, { parameters: ALL, id });
		const retried = await n8n.rest.retry(failed.id, 'current');
		expect(retried.status).toBe('success');
		expect(itemsOf(retried, LATER)).toEqual(itemsOf(failed, SMS).map(({ json }) => expect.objectContaining({ json })));
		expect(idsOf(itemsOf(retried, LATER))).toEqual(queue.ids);
		expect(queue.calls()).toHaveLength(2);
	});
});

test('Stop: fetched reports are lost, as docs/reliability.md says', async () => {
	await withIds(async (queue) => {
		queue.faultAt = (call) => (call === 2 ? slow(2000) : undefined);
		const id = await n8n.rest.run(await save(queue, { parameters: BY_ID }), START);
		while (queue.calls().length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
		await n8n.rest.stop(id);
		// The call that is under way comes to its end
		await new Promise((resolve) => setTimeout(resolve, 3000));
		const stopped = await n8n.rest.execution(id);
		expect(stopped.status).toBe('canceled');
		expect(JSON.stringify(stopped.data)).not.toContain('DELIVERED');
		expect(queue.takeRest()).toEqual([]);
	});
}, 60_000);
