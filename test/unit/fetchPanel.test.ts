import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';

/** When the panel shows Limit and Return All. */

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

test.each(['getLogs', 'getReports'])('%s: Limit is directly below Return All', (operation) => {
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
