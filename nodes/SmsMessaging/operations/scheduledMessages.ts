import type { INodeProperties } from 'n8n-workflow';

import { bulkIdFilter } from '../fields/fetchFields';
import { newTimeFields } from '../fields/schedule';
import { get, reschedule, setStatus, type Act } from '../scheduled/changes';
import { runBulks } from '../scheduled/runBulks';
import type { Operation } from './operation';

const bulkIdField: INodeProperties = {
	...bulkIdFilter,
	required: true,
	placeholder: 'e.g. n8n-0a1b2c-e4711-3d4e5f60-0-1',
	description:
		'The bulkId in the output of the node that scheduled the messages. All messages of the ID are concerned. Separate several with commas.',
};

const operation = (
	[name, value, description, action]: [name: string, value: string, description: string, action: string],
	act: Act,
	...times: INodeProperties[]
): Operation => ({
	...{ name, value, description, action },
	// An agent would cancel what a workflow has planned
	displayOptions: { hide: { '@tool': [true] } },
	fields: [bulkIdField, ...times],
	execute: async (nodeRun) => await runBulks(nodeRun, act, times.length > 0),
});

export const SCHEDULED_MESSAGES = [
	operation(['Get', 'getScheduled', 'Look up time and status', 'Get scheduled messages'], get),
	operation(
		['Reschedule', 'reschedule', 'Have messages sent at another time', 'Reschedule messages'],
		reschedule,
		...newTimeFields,
	),
	operation(['Pause', 'pause', 'Hold messages until they are resumed', 'Pause messages'], setStatus('PAUSED')),
	operation(['Resume', 'resume', 'Have paused messages sent at their time', 'Resume messages'], setStatus('PENDING')),
	operation(['Cancel', 'cancel', 'Keep messages from being sent, for good', 'Cancel messages'], setStatus('CANCELED')),
];
