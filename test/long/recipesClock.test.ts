import { nodeOf, readExample } from '../../tools/n8n/exampleWorkflows';
import { itemsOf } from '../../tools/n8n/restClient';
import { startN8nWithSandbox } from '../end-to-end/realN8n';

jest.setTimeout(240_000);

test('outage-alert.json: the next level is alerted if a level is not reached in time', async () => {
	const { n8n, sandbox } = await startN8nWithSandbox(
		{},
		{ delays: { enrouteMs: 200, finalMs: 600 }, notifications: { retryUnitMs: 300 } },
	);
	const recipe = await readExample('outage-alert');
	nodeOf(recipe, 'On-call list').parameters.jsonOutput =
		"={{ { summary: $json.body.summary, levels: [{ level: 1, numbers: ['19990500001'] }, { level: 2, numbers: ['447700900123'] }] } }}";
	nodeOf(recipe, 'Alert this level').parameters.timeLimit = 0.1;
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(recipe), 'Monitoring', 150_000);
	expect(execution.status).toBe('success');
	expect(sandbox.messages.map(({ to, status }) => [to, status.groupName])).toEqual([
		['19990500001', 'PENDING'],
		['447700900123', 'DELIVERED'],
	]);
	expect(itemsOf(execution, 'Somebody has it')).toHaveLength(1);
});
