import type { INodeProperties } from 'n8n-workflow';

import { maxMessagesOption } from './safeguards';

const AS_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };

export const agentToolFields: INodeProperties[] = [
	{
		displayName:
			'Each message costs money. Maximum Messages limits how many the model can send, Safeguards → Allowed Destinations limits to which numbers. The model cannot change fields that you fill in, such as To.',
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
			'How many messages this tool may send in one execution, over all calls. Each destination counts, also if it is not known whether its message was accepted.',
	},
];
