import type { INodeProperties } from 'n8n-workflow';

import type { Tracking } from '../api/types';
import { extraFieldsField, readExtraFields, type Controls } from './extraFields';
import { asValues, readText, type AddFault, type Values } from '../parameters/values';
import { withoutUndefined, type JsonObject } from '../text/json';

/** Settings of a whole request; messages with different ones cannot share a request (interface: Send request). */
export type RequestSettings = {
	bulkId?: string;
	tracking?: Tracking;
	extraFields?: JsonObject;
};

const bulkIdField: INodeProperties = {
	displayName: 'Bulk ID',
	name: 'bulkId',
	type: 'string',
	default: '',
	placeholder: 'e.g. reminders-2030-01-31',
	description:
		'Your own ID for the request, to find its logs and reports. Items with different bulk IDs are sent in separate requests.',
};

const trackingField: INodeProperties = {
	displayName: 'Tracking',
	name: 'tracking',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Tracking',
	description: 'Lets the service track what recipients do with the message',
	options: [
		{
			displayName: 'Tracking',
			name: 'tracking',
			values: [
				{
					displayName: 'Track',
					name: 'track',
					type: 'options',
					options: [
						{ name: 'SMS', value: 'SMS' },
						{ name: 'URL', value: 'URL' },
					],
					default: 'SMS',
					description: 'What to track. For another value, switch the field to an expression.',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'string',
					default: '',
					placeholder: 'e.g. ONE_TIME_PIN',
					description: 'Your own name for this kind of message',
				},
			],
		},
	],
};

/** Settings of the whole request, or of both; entries of Message Options. */
export const textRequestEntries = [
	bulkIdField,
	extraFieldsField({ message: '{"campaignId": "spring"}', request: '{"includeSmsCountInResponse": true}' }),
	trackingField,
];
export const binaryRequestEntries = [
	bulkIdField,
	extraFieldsField({ message: '{"flash": true}', request: '{"name": "value"}' }),
];

/** The request fields that have a control here. */
export const BINARY_REQUEST_CONTROLS: Controls = { bulkId: true, messages: true };
export const TEXT_REQUEST_CONTROLS: Controls = { ...BINARY_REQUEST_CONTROLS, tracking: { track: true, type: true } };

/**
 * @param options the message options
 * @param controls the request fields that have a control in this operation
 */
export function readRequestSettings(options: Values, controls: Controls, addFault: AddFault): RequestSettings {
	const { track, type } = asValues(asValues(options.tracking).tracking);
	const tracking = withoutUndefined({
		track: readText(track, 'tracking.track', addFault),
		type: readText(type, 'tracking.type', addFault),
	});
	return withoutUndefined({
		bulkId: readBulkId(options.bulkId, addFault),
		tracking: Object.keys(tracking).length === 0 ? undefined : tracking,
		extraFields: readExtraFields(options, 'request', controls, addFault),
	});
}

/** Longer ones are cut (public documents, version 2). */
const MAX_BULK_ID_CHARACTERS = 100;

function readBulkId(value: unknown, addFault: AddFault): string | undefined {
	const bulkId = readText(value, 'bulkId', addFault);
	if (bulkId !== undefined && bulkId.length > MAX_BULK_ID_CHARACTERS)
		addFault('bulkId', `has ${bulkId.length} characters; use at most ${MAX_BULK_ID_CHARACTERS}`);
	return bulkId;
}
