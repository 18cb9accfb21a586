import type { INodeProperties } from 'n8n-workflow';

import { triggerFields, triggerOptions } from '../receiving/triggerFields';
import { maxCallsField } from './pollingSettings';

export const pollingParameters: INodeProperties[] = [
	{
		displayName:
			'Each report goes to only one reader, once. Reports of messages with a Notify URL go there, not here. Get Reports, another polling trigger and another n8n with the same account take reports away from this one. Reports that do not match your filters below are used up too.',
		name: 'oneReaderNotice',
		type: 'notice',
		displayOptions: { hide: { startOn: ['received'] } },
		default: '',
	},
	{
		displayName:
			'Each received message goes to only one reader, once. Messages that the service forwards to a URL go there, not here. Get Received Messages, another polling trigger and another n8n with the same account take messages away from this one. Messages that do not match your filters below are used up too.',
		name: 'oneReceiverNotice',
		type: 'notice',
		displayOptions: { show: { startOn: ['received'] } },
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
	{
		displayName:
			'The test shows recent messages from the logs in the form of reports, without callback data. It uses up no reports.',
		name: 'testNotice',
		type: 'notice',
		displayOptions: { hide: { startOn: ['received'] } },
		default: '',
	},
	{
		displayName:
			'The test fetches up to 10 messages, whatever the filters are, and so uses them up: there is no other way to look at them.',
		name: 'receivedTestNotice',
		type: 'notice',
		displayOptions: { show: { startOn: ['received'] } },
		default: '',
	},
	{
		displayName:
			'If n8n stops between the answer of the service and the start of the execution, what that poll has fetched is lost. Get Logs shows for 48 hours what happened to messages that were sent.',
		name: 'lossNotice',
		type: 'notice',
		default: '',
	},
];
