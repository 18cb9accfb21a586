import type { INodeProperties } from 'n8n-workflow';

import { maxMessagesOption } from './sendRules';

const AS_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };

/** What is shown if an AI agent uses an operation that sends as its tool. */
export const agentToolFields: INodeProperties[] = [
	{
		displayName:
			'<b>Each call costs money</b>: the model can send a message to any number, as often as it likes. Limit it with Maximum Messages, with Allowed Destinations under Options, and by entering To yourself.',
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: AS_TOOL,
	},
	{
		...maxMessagesOption,
		displayOptions: AS_TOOL,
		default: 10,
		description:
			'How many messages this tool may send in one execution, all calls together. What may have been accepted counts too. Each destination is a message.',
	},
];
