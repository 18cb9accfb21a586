import './n8nSettings';

import * as core from 'n8n-core';
import * as workflow from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { parameterReader } from '../../nodes/SmsMessaging/parameters/parameterReader';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { bareNode } from '../support/bareNode';
import { type N8nModules, compare } from '../support/parameters/comparison';
import { everyCharacterInNames, everyCharacterInTexts, everyKindOfItem } from '../support/parameters/fixedCases';
import { checkReader } from '../support/parameters/property';
import { additionalDataOf, nodeTypesOf } from './engine';

/** With n8n's engine 'legacy', the only one that runs in this process; the others: test/long/parameters.test.ts. */

const modules: N8nModules = { core, workflow };

test('generated parameters and items are read with the same value or error as in n8n', async () => {
	const { counterexample, reads, asked } = await checkReader(modules, 3, 20);
	expect(counterexample).toBeUndefined();
	expect(asked).toBeLessThan(0.8 * reads);
});

test.each([
	['every character in the name of a field', everyCharacterInNames()],
	['every character in a text', everyCharacterInTexts()],
	['every kind of item', everyKindOfItem(modules)],
])('%s', async (_title, fixed) => {
	const { differences, reads, asked } = await compare(modules, fixed);
	expect(differences).toEqual([]);
	expect(asked).toBeLessThan(0.9 * reads);
});

test('in a tool of an AI agent, $json is the agent’s item, not the tool’s input', () => {
	const sms = bareNode('SMS Messaging', 'smsMessaging', { operation: 'sendText', to: '={{ $json.to }}' });
	const start = { nodes: [sms], connections: {}, nodeTypes: { smsMessaging: new SmsMessaging() } };
	const started = new workflow.Workflow({ ...start, active: false, nodeTypes: nodeTypesOf(start.nodeTypes) });
	const ofAgent = [{ json: {} }, { json: { to: 'of the agent' } }];
	const ofTool = { ai_tool: [[{ json: {} }, { json: { to: 'of the tool' } }]] };
	const context = new core.SupplyDataContext(
		started,
		sms,
		additionalDataOf(start, 'trigger'),
		'trigger',
		workflow.createRunExecutionData({}),
		0,
		ofAgent,
		ofTool,
		'ai_tool',
		{ node: sms, data: ofTool, source: null },
		[],
	);
	const read = parameterReader(context as unknown as IExecuteFunctions);
	expect([0, 1].map((itemIndex) => read('to', itemIndex))).toEqual([undefined, 'of the agent']);
});
