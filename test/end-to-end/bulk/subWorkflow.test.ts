import type { INodeParameters } from 'n8n-workflow';

import { itemsOf, type Execution } from '../../../tools/n8n/restClient';
import { sandboxCredential } from '../../../tools/n8n/sandboxCredential';
import { unauthorized } from '../../support/faults/faults';
import { acceptedTwice } from '../../integration/bulk/accounting';
import { QUICK, rows, SEND_TEXT, type Row } from '../../integration/bulk/messages';
import { withProxiedSandbox, type ProxiedSandbox } from '../../integration/bulk/proxiedSandbox';
import { SMS } from '../../integration/smsNode';
import { sharedN8n } from '../../support/n8n/shared';
import { START } from '../realN8n';
import { BulkN8n, chain, LIST, plain, sendNode, SPLIT } from './bulkN8n';

/**
 * A sub-workflow that its parent starts again: a new execution with new IDs. With message IDs of the user's own, each to be
 * sent once, nothing is sent twice, also where the service accepts known IDs again.
 */

const CALL = 'Execute Sub-workflow';
const CALLED = 'When Executed by Another Workflow';
const ITEMS: Row[] = rows(8).map((row, index) => ({ ...row, id: `order-${index}` }));
const OWN_IDS: INodeParameters = {
	messageOptions: { messageId: '={{ $json.id }}' },
};
const LENIENT = { duplicateIds: 'accept' } as const;

let bulk: BulkN8n;
beforeAll(async () => {
	bulk = new BulkN8n(await sharedN8n());
});

/** Saves parent and sub-workflow, and returns the id of the parent. */
async function save({ proxy }: ProxiedSandbox, parameters: INodeParameters, options: INodeParameters): Promise<string> {
	const { rest } = bulk.n8n;
	const { name, type, data } = sandboxCredential(proxy.url);
	const credential = { id: await rest.saveCredential({ name, type, data }), name };
	const settings = { executionOrder: 'v1' };
	const send = sendNode({
		credentials: { smsMessagingApi: credential },
		parameters: {
			...SEND_TEXT,
			...parameters,
			options: { ...QUICK, messagesPerRequest: 2, requestsAtOnce: 1, ...options },
		},
	});
	const subWorkflow = await rest.saveWorkflow({
		name: 'Sub-workflow',
		nodes: [plain(CALLED, 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }), send],
		connections: chain(CALLED, SMS),
		settings,
	});
	await rest.activate(subWorkflow);
	const call = plain(CALL, 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: subWorkflow },
		options: {},
	});
	return await rest.saveWorkflow({
		name: 'Parent',
		nodes: [
			plain(START, 'manualTrigger', 1),
			plain(LIST, 'set', 3.5, { mode: 'raw', jsonOutput: JSON.stringify({ messages: ITEMS }), options: {} }),
			plain(SPLIT, 'splitOut', 1, { fieldToSplitOut: 'messages', options: {} }),
			{ ...call, retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		],
		connections: chain(START, LIST, SPLIT, CALL),
		settings,
	});
}

const run = async (parent: string): Promise<Execution> => await bulk.n8n.rest.runToEnd(parent, START, 60_000);

/** The message IDs that the parent goes on with. */
const idsOf = (execution: Execution) => itemsOf(execution, CALL).map(({ json }) => json.messageId);

const OWN = ITEMS.map(({ id }) => id);

test('with Yours, Each Sent Once, the parent’s Retry On Fail sends the rest after the first try fails half-way', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 3 ? unauthorized : undefined),
		async (parts) => {
			const { sandbox, sent } = parts;
			const execution = await run(await save(parts, OWN_IDS, { messageIds: 'own' }));
			expect(execution.status).toBe('success');
			expect(sent().map((destinations) => destinations.map(({ messageId }) => messageId))).toEqual([
				OWN.slice(0, 2),
				OWN.slice(2, 4),
				OWN.slice(4, 6),
				OWN.slice(4, 6),
				OWN.slice(6, 8),
			]);
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(sandbox.messages.map(({ messageId }) => messageId)).toEqual(OWN);
			expect(idsOf(execution)).toEqual(OWN);
		},
		LENIENT,
	);
});
