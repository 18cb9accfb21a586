import type { INodeProperties } from 'n8n-workflow';

import { bulkIdFilter } from '../fields/filters';
import { newTimeField } from '../fields/schedule';
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
	{ name, value, description, action }: Pick<Operation, 'name' | 'value' | 'description' | 'action'>,
	act: Act,
	...times: INodeProperties[]
): Operation => ({
	...{ name, value, description, action },
	// An agent would cancel what a workflow has planned
	displayOptions: { hide: { '@tool': [true] } },
	fields: [bulkIdField, ...times],
	execute: async (nodeRun) => await runBulks(nodeRun, act, times.length > 0),
});

export const cancel = operation(
	{
		name: 'Cancel',
		value: 'cancel',
		description: 'Cancel messages that are not sent yet, for good',
		action: 'Cancel scheduled messages',
	},
	setStatus('CANCELED'),
);

export const getScheduled = operation(
	{
		name: 'Get',
		value: 'getScheduled',
		description: 'Look up the time and status of scheduled messages',
		action: 'Get scheduled messages',
	},
	get,
);

export const pause = operation(
	{
		name: 'Pause',
		value: 'pause',
		description: 'Hold messages back until they are resumed',
		action: 'Pause scheduled messages',
	},
	setStatus('PAUSED'),
);

export const move = operation(
	{
		name: 'Reschedule',
		value: 'reschedule',
		description: 'Give messages that are not sent yet another time',
		action: 'Reschedule messages',
	},
	reschedule,
	newTimeField,
);

export const resume = operation(
	{
		name: 'Resume',
		value: 'resume',
		description: 'Have paused messages sent at their time',
		action: 'Resume scheduled messages',
	},
	setStatus('PENDING'),
);
