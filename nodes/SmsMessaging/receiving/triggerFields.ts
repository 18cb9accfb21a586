import type { INodeProperties } from 'n8n-workflow';

import {
	namesIn,
	readFilter,
	readReportSettings,
	readTrigger,
	reportFields,
	reportOptions,
} from '../reports/reportFields';
import type { ReadTriggerParameter } from '../reports/reportFields';
import type { Presentation } from '../reports/presentReports';
import { words, type Selection } from './selectEntries';

const ONLY_RECEIVED = { show: { '/startOn': ['received'] } };

/** Shown at the top of both triggers' panels: what starts a run, and how it is output. */
export const triggerFields: INodeProperties[] = reportFields.map((field) =>
	field.name === 'startOn'
		? {
				...field,
				options: [
					...field.options!,
					{
						name: 'Received Messages',
						value: 'received',
						action: 'On received message',
						description: 'SMS to a number of your account, such as answers',
					},
				],
			}
		: field,
);

/** Shared by both triggers' Options collections. */
export const triggerOptions: INodeProperties[] = [
	...reportOptions,
	{
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		displayOptions: ONLY_RECEIVED,
		default: '',
		placeholder: 'e.g. STOP, UNSUBSCRIBE',
		description:
			'Only messages that begin with this word or these words, in upper or lower case. Separate several keywords with commas.',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		displayOptions: ONLY_RECEIVED,
		default: '',
		placeholder: 'e.g. 436601234567',
		description: 'Only messages to this number of your account. Separate several with commas.',
	},
];

/** Reads the parameters above, as readTrigger does. */
export function readTriggerSelection(read: ReadTriggerParameter): Selection & Presentation {
	if (read('startOn', 'final') !== 'received') return readReportSettings(read);
	return readTrigger(read, [...triggerFields, ...triggerOptions], (options, addFault) => {
		const keywords = namesIn(readFilter(options, 'keyword', addFault));
		for (const keyword of keywords)
			if (words(keyword).length === 0) addFault('keyword', `contains '${keyword}', which has no letters or digits`);
		return {
			startOn: 'received' as const,
			statusGroups: [],
			senders: namesIn(readFilter(options, 'from', addFault)),
			numbers: namesIn(readFilter(options, 'to', addFault)),
			keywords,
		};
	});
}
