import type { INodeProperties } from 'n8n-workflow';

import { readId } from './destinations';
import { groupOf } from './output';
import type { RequestSettings } from '../api/message';
import { asValues, readJsonObject, partOf, readText, type AddFault, type Values } from '../parameters/values';
import { isJsonObject, withoutUndefined, type JsonObject } from '../text/json';

const bulkIdField: INodeProperties = {
	displayName: 'Bulk ID',
	name: 'bulkId',
	type: 'string',
	default: '',
	placeholder: 'e.g. reminders-2030-01-31',
	description:
		'Your own ID for the request, to find its logs and reports. Items with different bulk IDs are sent in separate requests. More than 100 messages go out in several requests with the same ID.',
};

const trackingField: INodeProperties = {
	displayName: 'Tracking',
	name: 'tracking',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Tracking',
	description: 'Lets the service track what recipients do with the message',
	options: groupOf('Tracking', 'tracking', [
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
	]),
};

type ExtraPart = 'message' | 'request';

/** @param examples by API version, for each part */
const extraFieldsField = (examples: Record<1 | 3, Record<ExtraPart, string>>): INodeProperties => ({
	displayName: 'Extra Fields (JSON)',
	name: 'extraFields',
	type: 'fixedCollection',
	default: { json: {} },
	placeholder: 'Add Extra Fields',
	description:
		'More fields that your service supports, as the API Version of the credential has them. Fields that have a setting in this node are not allowed here.',
	options: groupOf('Extra Fields', 'json', [
		{
			displayName: 'Of the Message',
			name: 'message',
			type: 'json',
			default: '{}',
			placeholder: `e.g. ${examples[1].message}`,
			description: `JSON object with more fields of the message. With API Version 3, for example ${examples[3].message}.`,
		},
		{
			displayName: 'Of the Request',
			name: 'request',
			type: 'json',
			default: '{}',
			placeholder: `e.g. ${examples[1].request}`,
			description: `JSON object with more fields of the request. With API Version 3, for example ${examples[3].request}. Items with different request fields are sent in separate requests.`,
		},
	]),
});

export const textRequestEntries = [
	bulkIdField,
	extraFieldsField({
		1: { message: '{"campaignId": "spring"}', request: '{"sendingSpeedLimit": {"amount": 10}}' },
		3: {
			message: '{"options": {"campaignReferenceId": "spring"}}',
			request: '{"options": {"schedule": {"sendingSpeedLimit": {"amount": 10}}}}',
		},
	}),
	trackingField,
];
export const binaryRequestEntries = [
	bulkIdField,
	extraFieldsField({
		1: { message: '{"flash": true}', request: '{"sendingSpeedLimit": {"amount": 10}}' },
		3: {
			message: '{"options": {"flash": true}}',
			request: '{"options": {"schedule": {"sendingSpeedLimit": {"amount": 10}}}}',
		},
	}),
];

/** Fields that the node fills in itself, and from where. */
const MADE_BY_THE_NODE: Readonly<Record<string, string>> = {
	messages: 'comes from the input items',
	destinations: "comes from 'To'",
	// documents: version 1 takes it beside destinations
	to: "comes from 'To'",
	includeSmsCountInResponse: 'is always on for texts',
	'options.includeSmsCountInResponse': 'is always on for texts',
};

/** The extra fields of all parts. */
export const readExtraParts = (options: Values, addFault: AddFault): Values =>
	asValues(partOf(options, 'extraFields', 'json', addFault));

/**
 * The extra fields of a part, except those that have a control: they are reported as faults.
 * @param given the extra fields of all parts
 * @param filledIn what the node itself can fill in there, in the words of the version
 */
export function readExtraFields(
	given: Values,
	part: ExtraPart,
	filledIn: JsonObject,
	addFault: AddFault,
): JsonObject | undefined {
	const field = `extraFields.${part}`;
	const extra = readJsonObject(given[part], field, addFault);
	if (extra === undefined) return undefined;
	const taken = namesInBoth(extra, part === 'message' ? { to: '', ...filledIn } : filledIn);
	const withControl = taken.filter((name) => !Object.hasOwn(MADE_BY_THE_NODE, name));
	for (const name of taken.filter((candidate) => !withControl.includes(candidate)))
		addFault(field, `contains '${name}', which ${MADE_BY_THE_NODE[name]}; remove it`);
	if (withControl.length > 0)
		addFault(field, `contains ${withControl.map((name) => `'${name}'`).join(', ')}; use the node's setting instead`);
	return Object.keys(extra).length === 0 ? undefined : extra;
}

function namesInBoth(extra: JsonObject, filledIn: JsonObject, prefix = ''): string[] {
	return Object.entries(extra).flatMap(([name, value]) => {
		const own = Object.hasOwn(filledIn, name) ? filledIn[name] : undefined;
		if (own === undefined || own === value) return [];
		return isJsonObject(own) && isJsonObject(value) ? namesInBoth(value, own, `${prefix}${name}.`) : [prefix + name];
	});
}

/**
 * @param options the message options
 * @param filledIn what the node itself can fill in, in the words of the version
 * @param lacking what the version cannot express
 */
export function readRequestSettings(
	options: Values,
	extraFields: Values,
	filledIn: JsonObject,
	lacking: (settings: RequestSettings) => { field: string; reason: string } | undefined,
	addFault: AddFault,
): RequestSettings {
	const { track, type } = asValues(partOf(options, 'tracking', 'tracking', addFault));
	const tracking = withoutUndefined({
		track: readText(track, 'tracking.track', addFault),
		type: readText(type, 'tracking.type', addFault),
	});
	const settings = withoutUndefined({
		bulkId: readId(options.bulkId, 'bulkId', MAX_BULK_ID_CHARACTERS, addFault),
		tracking: Object.keys(tracking).length === 0 ? undefined : tracking,
		extraFields: readExtraFields(extraFields, 'request', filledIn, addFault),
	});
	const lack = lacking(settings);
	if (lack !== undefined) addFault(lack.field, lack.reason);
	return settings;
}

/** Longer ones are cut (public documents, version 2). */
const MAX_BULK_ID_CHARACTERS = 100;
