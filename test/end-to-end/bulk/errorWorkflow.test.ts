import { itemsOf } from '../../../tools/n8n/restClient';
import { unauthorized } from '../../support/faults/faults';
import type { ErrorData } from '../../integration/bulk/accounting';
import { numberOf, rows } from '../../integration/bulk/messages';
import { withProxiedSandbox } from '../../integration/bulk/proxiedSandbox';
import { sharedN8n } from '../../support/n8n/shared';
import { chain, plain } from '../realN8n';
import { BulkN8n } from './bulkN8n';

/** What an error workflow gets about a failed bulk: enough to send the rest, or to report the missing numbers. */

const TRIGGER = 'Error Trigger';
const READ = 'Read the error';

let bulk: BulkN8n;
let errorWorkflow: string;

beforeAll(async () => {
	bulk = new BulkN8n(await sharedN8n());
	errorWorkflow = await bulk.n8n.rest.saveWorkflow({
		name: 'Errors',
		nodes: [
			plain(TRIGGER, 'errorTrigger', 1),
			plain(READ, 'set', 3.5, {
				mode: 'raw',
				jsonOutput:
					"={{ JSON.stringify({ message: $json.execution.error.message, of: $json.execution.id, data: $json.execution.error.context.data, missing: $json.execution.error.context.data.destinations.filter((one) => one.state !== 'accepted').map((one) => one.to) }) }}",
				options: {},
			}),
		],
		connections: chain(TRIGGER, READ),
		settings: { executionOrder: 'v1' },
	});
	await bulk.n8n.rest.activate(errorWorkflow);
});

test('the error workflow gets requests, counts and destinations, those not accepted first, once for all tries', async () => {
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && !body.includes(numberOf(0)) ? unauthorized : undefined),
		async ({ proxy, sandbox, bulkIds }) => {
			const items = rows(6);
			const failed = await bulk.send({
				items,
				service: proxy,
				options: { messagesPerRequest: 2, requestsAtOnce: 1 },
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
				settings: { errorWorkflow },
				trigger: 'webhook',
			});
			expect(failed.status).toBe('error');
			const executions = await bulk.n8n.rest.finishedExecutionsOf(errorWorkflow, 1);
			expect(executions.map(({ status }) => status)).toEqual(['success']);

			const [{ json } = { json: {} }] = itemsOf(executions[0]!, READ);
			const { of, message, missing, data } = json as {
				of: string;
				message: string;
				missing: string[];
				data: ErrorData;
			};
			expect(of).toBe(failed.id);
			expect(message).toMatch(/^4 of 6 destinations were not accepted: .*401/);
			expect(missing).toEqual(items.slice(2).map(({ to }) => to));

			const { requests, destinations } = data;
			expect(destinations.map(({ to, state }) => [to, state])).toEqual([
				...items.slice(2).map(({ to }) => [to, 'notSent']),
				...items.slice(0, 2).map(({ to }) => [to, 'accepted']),
			]);
			expect(destinations.slice(4).map(({ messageId }) => messageId)).toEqual(
				sandbox.messages.map(({ messageId }) => messageId),
			);
			expect(requests.find(({ accepted }) => accepted > 0)).toMatchObject({
				bulkId: sandbox.messages[0]!.bulkId,
				accepted: 2,
				refused: 0,
				unknown: 0,
				notSent: 0,
			});
			expect(requests.reduce((sum, { notSent }) => sum + notSent, 0)).toBe(4);
			for (const { bulkId, accepted } of requests) if (accepted > 0) expect(bulkIds()).toContain(bulkId);
		},
	);
});
