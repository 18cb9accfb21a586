import './n8nSettings';

import { SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, Workflow, type IExecuteFunctions } from 'n8n-workflow';

import { parameterReader } from '../../nodes/SmsMessaging/parameters/parameterReader';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { bareNode } from '../support/bareNode';
import { additionalDataOf, nodeTypesOf } from './engine';

/** All else: parameters.test.ts. */

const sms = bareNode('SMS Messaging', 'smsMessaging', { operation: 'sendText', to: '={{ $json.to }}' });

test('in a tool of an AI agent, $json is the agent’s item, not the tool’s input', () => {
	const start = { nodes: [sms], connections: {}, nodeTypes: { smsMessaging: new SmsMessaging() } };
	const workflow = new Workflow({ ...start, active: false, nodeTypes: nodeTypesOf(start.nodeTypes) });
	const ofAgent = [{ json: {} }, { json: { to: 'of the agent' } }];
	const ofTool = { ai_tool: [[{ json: {} }, { json: { to: 'of the tool' } }]] };
	const context = new SupplyDataContext(
		workflow,
		sms,
		additionalDataOf(start, 'trigger'),
		'trigger',
		createRunExecutionData({}),
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
