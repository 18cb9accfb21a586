import type { INodeProperties } from 'n8n-workflow';

import { maxMessagesOption } from './safeguards';

const AS_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };

/** What is shown if an AI agent uses an operation that sends as its tool. */
export const agentToolFields: INodeProperties[] = [
	{
		displayName:
			'Each call costs money. Maximum Messages limits how many messages the model can send, and Safeguards → Allowed Destinations to whom. What you enter yourself, such as To, the model cannot choose.',
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
