import type { INodeProperties } from 'n8n-workflow';

import { withoutEntry } from './collections';
import type { Controls } from './extraFields';
import { withReference, type Reference } from '../service/callbackData';
import { readBoolean, readText, withoutUndefined, type ReportFault, type Values } from '../parameters/values';

export const deliveryReportField: INodeProperties = {
	displayName: 'Delivery Report',
	name: 'deliveryReport',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'How you learn what became of the message',
	options: [
		{
			displayName: 'Callback Data',
			name: 'callbackData',
			type: 'string',
			default: '',
			placeholder: 'e.g. row-42',
			description:
				'Text of your own that comes back in the delivery report of this message, for example the ID of the row that it belongs to. An object from an expression is sent as JSON text.',
		},
		{
			displayName: 'Intermediate Report',
			name: 'intermediateReport',
			type: 'boolean',
			default: false,
			description: 'Whether the service also notifies the Notify URL of steps before the final status',
		},
		{
			displayName: 'Notify Content Type',
			name: 'notifyContentType',
			type: 'options',
			options: [
				{ name: 'JSON', value: 'application/json' },
				{ name: 'XML', value: 'application/xml' },
			],
			default: 'application/json',
			description: 'Media type of the notifications. The SMS Messaging Trigger reads both.',
		},
		{
			displayName: 'Notify URL',
			name: 'notifyUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/…/delivery-reports',
			description:
				'Address to which the service posts the delivery report. Paste the production URL of an SMS Messaging Trigger here; the service has to be able to reach it. The report then goes there alone, not to Get Reports or a polling trigger. With $execution.resumeUrl in it the service can resume any Wait of this execution.',
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			default: '',
			placeholder: 'e.g. 42',
			description:
				'What this message belongs to, for example the ID of a table row. Both triggers and Get Reports give it back as the field "reference", as text or number as it was. It travels in the callback data.',
		},
	],
};

/** The same for an operation that receives the reports itself. */
export const awaitedReportField: INodeProperties = withoutEntry(deliveryReportField, 'notifyUrl');

/** The message fields that have a control here. */
export const DELIVERY_REPORT_CONTROLS: Controls = {
	callbackData: true,
	intermediateReport: true,
	notifyUrl: true,
	notifyContentType: true,
};

export function readDeliveryReport(settings: Values, report: ReportFault) {
	return withoutUndefined({
		callbackData: withReference(
			readReference(settings.reference, report),
			readCallbackData(settings.callbackData, report),
		),
		intermediateReport: readBoolean(settings.intermediateReport, 'intermediateReport', report),
		notifyUrl: readUrl(settings.notifyUrl, report),
		notifyContentType: readText(settings.notifyContentType, 'notifyContentType', report),
	});
}

function readCallbackData(value: unknown, report: ReportFault): string | undefined {
	const isStructure = typeof value === 'object' && value !== null;
	return readText(isStructure ? JSON.stringify(value) : value, 'callbackData', report);
}

/** A number stays a number, so that it matches its row in a numeric column. */
function readReference(value: unknown, report: ReportFault): Reference | undefined {
	const text = readText(value, 'reference', report);
	return typeof value === 'number' && text !== undefined ? value : text;
}

function readUrl(value: unknown, report: ReportFault): string | undefined {
	const url = readText(value, 'notifyUrl', report)?.trim();
	if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) return url;
	// The address may hold a token, so it is not repeated here
	report('notifyUrl', 'is not a web address; it has to begin with https:// or http://');
	return undefined;
}
