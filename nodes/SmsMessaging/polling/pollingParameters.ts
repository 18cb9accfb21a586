import type { INodeProperties } from 'n8n-workflow';

import { triggerFields, triggerOptions } from '../receiving/triggerFields';
import { maxCallsField } from './pollingSettings';

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
