import type { INodeProperties } from 'n8n-workflow';

import type { Message } from '../api/message';
import { readBoolean, readText, type AddFault, type Values } from '../parameters/values';
import { withoutUndefined } from '../text/json';

const WITH_NOTIFY_URL: INodeProperties['displayOptions'] = {
	show: { notifyUrl: [{ _cnd: { exists: true } }] },
};

/** Entries of Message Options for an operation that receives the reports itself, as JSON and only the final one. */
export const awaitedReportEntries: INodeProperties[] = [
	{
		displayName: 'Callback Data',
		name: 'callbackData',
		type: 'string',
		default: '',
		placeholder: 'e.g. row-42',
		description:
			'Your own text, such as the ID of a table row. The delivery report of this message returns it. An object from an expression is sent as JSON text.',
	},
	{
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42',
		description:
			'Your own key for this message, such as the ID of a table row. Both triggers and Get Reports return it as "reference", with the same type. It is sent as part of the callback data.',
	},
];

/** Entries of Message Options for following the message. */
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
		placeholder: 'e.g. https://n8n.example.com/webhook/…/delivery-reports',
		description:
			'Address to which the service posts the delivery report. Paste the production URL of an SMS Messaging Trigger. The service must be able to reach it. Get Reports and polling triggers then do not get the report. With $execution.resumeUrl, the service could resume any Wait of this execution.',
	},
];

/** @param withToken adds the notification token to a URL that may have it */
export function readDeliveryReport(
	settings: Values,
	withToken: (url: string) => string,
	addFault: AddFault,
): Pick<Message, 'callbackData' | 'report'> {
	const url = readUrl(settings.notifyUrl, addFault);
	const report = withoutUndefined({
		url: url === undefined ? undefined : withToken(url),
		contentType: readText(settings.notifyContentType, 'notifyContentType', addFault),
		isIntermediate: readBoolean(settings.intermediateReport, 'intermediateReport', addFault),
	});
	return withoutUndefined({
		callbackData: withReference(
			readReference(settings.reference, addFault),
			readCallbackData(settings.callbackData, addFault),
		),
		report: Object.keys(report).length === 0 ? undefined : report,
	});
}

/** A user-supplied key for what a message belongs to, for example the ID of a table row. */
type Reference = string | number;

/** The key that distinguishes JSON that this node put into callbackData from the user's own. */
export const REFERENCE_KEY = 'n8nReference';
export const CALLBACK_DATA_KEY = 'callbackData';

/** callbackData (interface: TextMessage) that carries a reference along with the user's own callback data. */
function withReference(reference: Reference | undefined, callbackData: string | undefined): string | undefined {
	if (reference === undefined) return callbackData;
	return JSON.stringify({
		[REFERENCE_KEY]: reference,
		...(callbackData !== undefined && { [CALLBACK_DATA_KEY]: callbackData }),
	});
}

function readCallbackData(value: unknown, addFault: AddFault): string | undefined {
	const isStructure = typeof value === 'object' && value !== null;
	return readText(isStructure ? JSON.stringify(value) : value, 'callbackData', addFault);
}

/** A number stays a number, so that it matches its row in a numeric column. */
function readReference(value: unknown, addFault: AddFault): Reference | undefined {
	const text = readText(value, 'reference', addFault);
	return typeof value === 'number' && text !== undefined ? value : text;
}

function readUrl(value: unknown, addFault: AddFault): string | undefined {
	const url = readText(value, 'notifyUrl', addFault)?.trim();
	if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) return url;
	// The address may hold a token, so it is not repeated here
	addFault('notifyUrl', 'is not a web address; it must start with https:// or http://');
	return undefined;
}
