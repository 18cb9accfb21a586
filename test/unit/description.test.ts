import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingPollingTrigger } from '../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node';

const { description } = new SmsMessaging();

test('safeguards accept no expressions and no values from an AI', () => {
	const options = description.properties.filter(({ name }) => ['options', 'safeguards', 'maxMessages'].includes(name));
	const all = options.flatMap((property) =>
		property.type === 'collection' ? (property.options as INodeProperties[]) : [property],
	);
	for (const name of ['dryRun', 'sameNumber', 'allowedDestinations', 'maxMessages']) {
		const found = all.filter((property) => property.name === name);
		expect(found.length).toBeGreaterThanOrEqual(4);
		expect(found.every(({ noDataExpression }) => noDataExpression === true)).toBe(true);
	}
});

/** What conditions name that is neither on their own level, nor a path from the root, nor n8n's own. */
function namedElsewhere(properties: INodeProperties[]): string[] {
	const known = new Set(properties.map(({ name }) => name));
	const own = properties.flatMap(({ displayOptions = {} }) => Object.values(displayOptions).flatMap(Object.keys));
	const below = properties.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return namedElsewhere(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ values }) => namedElsewhere(values));
	});
	return [...own.filter((name) => !/^[/@]/.test(name) && !known.has(name)), ...below];
}

test.each([SmsMessaging, SmsMessagingTrigger, SmsMessagingPollingTrigger])(
	'n8n before 2.35 can open a workflow with %p',
	(Node) => expect(namedElsewhere(new Node().description.properties)).toEqual([]),
);

/** Which of Return All and Limit the editor shows, and what is directly below the first, once it has loaded these parameters. */
function shown(chosen: INodeParameters): string[] {
	const parameters: INodeParameters = { resource: 'delivery', ...chosen };
	const node = { typeVersion: 1, parameters } as INode;
	const values = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description)!;
	const names = description.properties
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ name }) => name);
	return names.filter((name, place) => [name, names[place - 1]].includes('returnAll') || name === 'limit');
}

test('Limit is directly below Return All; with a summary, or what an execution has sent, neither is shown', () => {
	for (const operation of ['getLogs', 'getReports']) {
		expect(shown({ operation })).toEqual(['returnAll', 'limit']);
		expect(shown({ operation, returnAll: true })).not.toContain('limit');
	}
	for (const parameters of [{ output: 'summary' }, { output: 'summaryHtml' }, { filters: { sentByExecution: '7' } }])
		expect(shown({ operation: 'getLogs', ...parameters })).toEqual([]);
});
