import { itemsOf } from '../../../tools/n8n/restClient';
import { unauthorized } from '../../support/faults/faults';
import { numberOf, rows } from '../../integration/bulk/messages';
import { withProxiedSandbox } from '../../integration/bulk/proxiedSandbox';
import { sharedN8n } from '../../support/n8n/shared';
import { chain, plain } from '../realN8n';
import { beginBulk } from './bulkN8n';

const TRIGGER = 'Error Trigger';
const READ = 'Read the error';

test('of a bulk that fails, an error workflow gets the missing numbers, once for all tries', async () => {
	const n8n = await sharedN8n();
	const errorWorkflow = await n8n.rest.saveWorkflow({
		name: 'Errors',
		nodes: [
			plain(TRIGGER, 'errorTrigger', 1),
			plain(READ, 'set', 3.5, {
				mode: 'raw',
				jsonOutput:
					"={{ JSON.stringify({ message: $json.execution.error.message, of: $json.execution.id, missing: $json.execution.error.context.data.destinations.filter((one) => one.state !== 'accepted').map((one) => one.to) }) }}",
				options: {},
			}),
		],
		connections: chain(TRIGGER, READ),
		settings: { executionOrder: 'v1' },
	});
	await n8n.rest.activate(errorWorkflow);
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && !body.includes(numberOf(0)) ? unauthorized : undefined),
		async ({ proxy }) => {
			const items = rows(6);
			const id = await beginBulk(n8n, {
				items,
				service: proxy,
				options: { messagesPerRequest: 2, requestsAtOnce: 1 },
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
				settings: { errorWorkflow },
				trigger: 'webhook',
			});
			expect((await n8n.rest.finished(id, 90_000)).status).toBe('error');
			const executions = await n8n.rest.finishedExecutionsOf(errorWorkflow, 1);
			expect(executions.flatMap((execution) => itemsOf(execution, READ).map(({ json }) => json))).toEqual([
				{
					of: id,
					message: expect.stringMatching(/^4 of 6 destinations were not accepted: .*401/),
					missing: items.slice(2).map(({ to }) => to),
				},
			]);
		},
	);
});
