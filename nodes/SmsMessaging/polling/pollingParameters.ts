import type { INodeProperties } from 'n8n-workflow';

import { triggerFields, triggerOptions } from '../receiving/triggerFields';
import { DEFAULT_MAX_CALLS, MOST_CALLS_PER_POLL } from './pollingSettings';

const maxCallsField: INodeProperties = {
	displayName: 'Calls per Poll',
	name: 'maxCalls',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CALLS_PER_POLL },
	default: DEFAULT_MAX_CALLS,
	description:
		'Maximum number of calls in one poll. A call fetches up to 1000 reports or messages, and the poll ends when a call brings nothing new. The next poll fetches the rest.',
};

export const pollingParameters: INodeProperties[] = [
	{
		displayName:
			'What this trigger fetches is used up, even if your filters drop it. What another reader fetches, or the service pushes to a URL, does not come here. A test uses up received messages, but no reports.',
		name: 'usedUpNotice',
		type: 'notice',
		default: '',
	},
	...triggerFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: [...triggerOptions, maxCallsField].sort((a, b) => a.displayName.localeCompare(b.displayName)),
		default: {},
	},
];
