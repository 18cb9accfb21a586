import type { INodeProperties } from 'n8n-workflow';

import type { Message } from '../api/message';
import { readBoolean, readText, type AddFault, type Values } from '../parameters/values';
import { withoutUndefined } from '../text/json';
import { withoutFormats } from '../text/words';

const WITH_NOTIFY_URL: INodeProperties['displayOptions'] = { show: { notifyUrl: [{ _cnd: { exists: true } }] } };

/** Entries of Message Options for an operation that receives the reports itself, as JSON and only the final one. */
export const awaitedReportEntries: INodeProperties[] = [
	{
		displayName: 'Callback Data',
		name: 'callbackData',
		type: 'string',
		default: '',
		placeholder: 'e.g. row-42',
		description:
			'Your own text, such as the ID of a table row. The delivery report of this message returns it, and so do both triggers and Get Reports. An object from an expression is sent as JSON text.',
	},
];

export const deliveryReportEntries: INodeProperties[] = [
	...awaitedReportEntries,
	{
		displayName: 'Intermediate Report',
		name: 'intermediateReport',
		type: 'boolean',
		displayOptions: WITH_NOTIFY_URL,
		default: false,
		description: 'Whether the service also reports intermediate statuses to the Notify URL',
	},
	{
		displayName: 'Notify Content Type',
		name: 'notifyContentType',
		type: 'options',
		displayOptions: WITH_NOTIFY_URL,
		options: [
			{ name: 'JSON', value: 'application/json' },
			{ name: 'XML', value: 'application/xml' },
		],
		default: 'application/json',
		description: 'Format of the notifications. The SMS Messaging Trigger reads both.',
	},
	{
		displayName: 'Notify URL',
		name: 'notifyUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/…/sms-notifications',
		description:
			'Address to which the service posts the delivery report. Paste the production URL of an SMS Messaging Trigger. The service must be able to reach it. Get Reports and polling triggers then do not get the report. With $execution.resumeUrl, the service could resume any Wait of this execution.',
	},
];

/**
 * @param ownUrl takes the place of the one in the settings
 * @param withToken adds the notification token to a URL that may have it
 */
export function readReport(
	settings: Values,
	ownUrl: string | undefined,
	withToken: (url: string) => string,
	addFault: AddFault,
): Message['report'] {
	const url = readUrl(ownUrl ?? settings.notifyUrl, addFault);
	const report = withoutUndefined({
		url: url === undefined ? undefined : withToken(url),
		contentType: readText(settings.notifyContentType, 'notifyContentType', addFault),
		isIntermediate: readBoolean(settings.intermediateReport, 'intermediateReport', addFault),
	});
	return Object.keys(report).length === 0 ? undefined : report;
}

export function readCallbackData(value: unknown, addFault: AddFault): string | undefined {
	if (typeof value !== 'object' || value === null) return readText(value, 'callbackData', addFault);
	const json = JSON.stringify(value);
	// Of a Date, which is a text in JSON, without quotation marks
	return readText(json.startsWith('"') ? JSON.parse(json) : json, 'callbackData', addFault);
}

function readUrl(value: unknown, addFault: AddFault): string | undefined {
	const written = readText(value, 'notifyUrl', addFault);
	const url = written === undefined ? undefined : withoutFormats(written).trim();
	if (url === undefined || (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url))) return url;
	// The address may hold a token, so it is not repeated here
	addFault('notifyUrl', 'is not a web address; it must start with https:// or http://');
	return undefined;
}
