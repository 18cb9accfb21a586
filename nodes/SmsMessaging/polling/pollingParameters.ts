import type { INodeProperties } from 'n8n-workflow';

import { triggerFields, triggerOptions } from '../entries/triggerFields';
import { maxCallsField } from './pollingSettings';

export const pollingParameters: INodeProperties[] = [
	{
		displayName:
			'Each report or message can be fetched only once, even if your filters ignore it. Entries that another reader has fetched, or that the service pushes to a URL, do not start this workflow. Tests fetch received messages, but no reports.',
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
