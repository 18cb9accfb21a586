import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import { seedMessages, startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor, runSms } from '../smsNode';

const OPERATIONS = ['getLogs', 'getReports'] as const;
const COUNT = 130;
const HOUR_MS = 3_600_000;

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	const now = sandbox.now();
	seedMessages(sandbox.store, { count: COUNT, from: now - 40 * HOUR_MS, until: now - HOUR_MS, reports: true });
});
afterEach(async () => await sandbox.stop());

const run = async (parameters: INodeParameters, items?: Array<Record<string, any>>) =>
	await runSms({ parameters, items, credential: credentialFor(sandbox) });

describe.each(OPERATIONS)('%s', (operation) => {
	test.each<[string, INodeParameters, unknown]>([
		['as added', {}, '50'],
		['a limit', { limit: 7 }, '7'],
		['an expression', { limit: '={{ 3 + 4 }}' }, '7'],
	])('%s', async (_, parameters, sent) => {
		const { error, json } = await run({ operation, ...parameters });
		expect(error).toBeUndefined();
		expect(sandbox.requests.map(({ query }) => query.limit)).toEqual([sent]);
		expect(json).toHaveLength(Number(sent));
	});
});

test('a summary counts all messages, whatever the limit for entries', async () => {
	const { json } = await run({ operation: 'getLogs', output: 'summaryHtml', limit: 7 });
	expect(json[0]).toMatchObject({ messages: COUNT, complete: true });
});

describe('panel', () => {
	const { description } = new SmsMessaging();
	/** What the editor shows, once it has loaded a workflow with these parameters. */
	const shown = (chosen: INodeParameters): string[] => {
		const parameters: INodeParameters = { resource: 'delivery', ...chosen };
		const node = { typeVersion: 1, parameters } as INode;
		const values = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description)!;
		return description.properties
			.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
			.map(({ name }) => name);
	};

	test.each(OPERATIONS)('%s: Limit is directly below Return All', (operation) => {
		const names = shown({ operation });
		expect(names.indexOf('limit')).toBe(names.indexOf('returnAll') + 1);
		expect(shown({ operation, returnAll: true })).not.toContain('limit');
	});

	test.each<[string, INodeParameters]>([
		['a summary', { output: 'summary' }],
		['a summary as HTML', { output: 'summaryHtml' }],
		['what an execution has sent', { filters: { sentByExecution: '7' } }],
	])('%s: neither is shown', (_, parameters) => {
		const names = shown({ operation: 'getLogs', ...parameters });
		expect(names.filter((name) => name === 'returnAll' || name === 'limit')).toEqual([]);
	});
});
