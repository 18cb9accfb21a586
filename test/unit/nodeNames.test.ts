import { NodeHelpers, type INodePropertyOptions, type INodeTypeDescription } from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';

const { description } = new SmsMessaging();
const asTool: INodeTypeDescription = { ...description, name: 'smsMessagingTool', outputs: ['ai_tool'] };

const CHOICES = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options, displayOptions }) =>
		(options as INodePropertyOptions[]).map(({ value, action }) => ({
			resource: displayOptions!.show!.resource![0] as string,
			operation: String(value),
			action,
		})),
	);

test.each(CHOICES)('n8n names a new node of $resource, $operation after its action', ({ action, ...chosen }) => {
	expect(NodeHelpers.makeNodeName(chosen, description)).toBe(action);
	expect(NodeHelpers.makeNodeName(chosen, asTool)).toBe(`${action} in ${description.displayName}`);
});
