import type { INodeProperties } from 'n8n-workflow';

import { reportFields, reportOptions } from '../reports/reportFields';
import { DEFAULT_MAX_CALLS, MOST_CALLS } from './pollingSettings';

const maxCallsField: INodeProperties = {
	displayName: 'Calls per Poll',
	name: 'maxCalls',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CALLS },
	default: DEFAULT_MAX_CALLS,
	description:
		'How often the service is asked in one poll, at most. A call fetches up to 1000 reports, and the calls end when nothing new comes. What is left then comes with the next poll.',
};

export const pollingParameters: INodeProperties[] = [
	{
		displayName:
			'Each report goes to one reader, one time. Messages sent with a Notify URL report there and not here. Get Reports, another polling trigger and another n8n with the same account take reports away from this one. Reports that do not fit your choice below are used up as well.',
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
			'The test shows recent messages from the logs, in the form that reports have but without callback data. It uses up no report.',
		name: 'testNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName:
			'When n8n ends between the answer of the service and the start of the execution, the reports of that poll are lost. Get Logs shows for 48 hours what became of those messages.',
		name: 'lossNotice',
		type: 'notice',
		default: '',
	},
];
