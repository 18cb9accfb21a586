import type { INodeProperties } from 'n8n-workflow';

import { reportFields, reportOptions } from '../reports/reportFields';
import { DEFAULT_MAX_CALLS, MOST_CALLS_PER_POLL } from './pollingSettings';

const maxCallsField: INodeProperties = {
	displayName: 'Calls per Poll',
	name: 'maxCalls',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CALLS_PER_POLL },
	default: DEFAULT_MAX_CALLS,
	description:
		'Maximum number of calls in one poll. A call fetches up to 1000 reports, and the poll ends when a call brings nothing new. The next poll fetches the rest.',
};

export const pollingParameters: INodeProperties[] = [
	{
		displayName:
			'Each report goes to only one reader, once. Reports of messages with a Notify URL go there, not here. Get Reports, another polling trigger and another n8n with the same account take reports away from this one. Reports that do not match your filters below are used up too.',
		name: 'oneReaderNotice',
		type: 'notice',
		default: '',
	},
	...reportFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: [...reportOptions, maxCallsField].sort((a, b) => a.displayName.localeCompare(b.displayName)),
		default: {},
	},
	{
		displayName:
			'The test shows recent messages from the logs in the form of reports, without callback data. It uses up no reports.',
		name: 'testNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName:
			'If n8n stops between the answer of the service and the start of the execution, the reports of that poll are lost. Get Logs shows for 48 hours what happened to those messages.',
		name: 'lossNotice',
		type: 'notice',
		default: '',
	},
];
