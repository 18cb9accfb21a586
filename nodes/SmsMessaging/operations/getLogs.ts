import type { INodeProperties } from 'n8n-workflow';

import { readSoughtNumber } from '../fields/phoneNumber';
import { fetchOptionsField, patienceOption, readPatience } from '../fields/fetchOptions';
import { bulkIdFilter, filtersField, messageIdFilter, readIdentifiers } from '../fields/filters';
import { queryParametersField, toQuery, type Query } from '../fields/queryParameters';
import { howManyFields, isFilledIn, simplifyField } from '../fields/output';
import {
	describe,
	isBlank,
	readChoice,
	readDateTime,
	readText,
	type AddFault,
	type Values,
} from '../parameters/values';
import { fetchLogs, type Gathering } from '../fetching/fetchLogs';
import { gatherEntries, gatherSummary } from '../fetching/gather';
import { readQueries, type Filters } from '../fetching/queries';
import { RunOutput } from '../fetching/runOutput';
import { LogReader } from '../logs/logReader';
import { instantOfDateTime } from '../service/dateTime';
import { STATUS_GROUPS } from '../service/statuses';
import { createTransport } from '../service/transport';
import type { CostBasis } from '../summary/logSummary';
import type { Operation } from './operation';

const logFilters: INodeProperties[] = [
	bulkIdFilter,
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '',
		placeholder: 'e.g. MyCompany',
		description: 'Sender of the messages',
	},
	messageIdFilter,
	{
		displayName: 'Mobile Country Code',
		name: 'mcc',
		type: 'string',
		default: '',
		placeholder: 'e.g. 232',
		description: 'Three-digit code for the country of the mobile network (mcc)',
	},
	{
		displayName: 'Mobile Network Code',
		name: 'mnc',
		type: 'string',
		default: '',
		placeholder: 'e.g. 01',
		description: 'Two- or three-digit code for the mobile network within the country (mnc); needs the country code too',
	},
	{
		displayName: 'Sent by Execution',
		name: 'sentByExecution',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4711',
		description:
			"Number of an execution of this n8n, of any workflow: returns all that its send nodes sent. The node reads all logs of the last 48 hours, or between 'Sent Since' and 'Sent Until', and picks the bulk IDs of that execution. It does not find messages with a Bulk ID of your own, and a Retry is an execution with its own number.",
	},
	{
		displayName: 'Sent Since',
		name: 'sentSince',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2030-01-31T08:30:00',
		description: 'Only messages sent at or after this time. Without an offset, the time zone of the workflow applies.',
	},
	{
		displayName: 'Sent Until',
		name: 'sentUntil',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2030-01-31T18:30:00',
		description: 'Only messages sent up to this time. Without an offset, the time zone of the workflow applies.',
	},
	{
		displayName: 'Status Group',
		name: 'generalStatus',
		type: 'options',
		options: Object.keys(STATUS_GROUPS)
			.sort()
			.map((group) => ({ name: group.charAt(0) + group.slice(1).toLowerCase(), value: group })),
		default: 'DELIVERED',
		description: 'Group of the current status of the messages (generalStatus)',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder: 'e.g. 436601234567',
		description: 'Destination of the messages, as digits with country code',
	},
];

function readLogFilters(filters: Values, timezone: string, addFault: AddFault): Query {
	const text = (name: string) => readText(filters[name], name, addFault)?.trim();
	const values = {
		bulkId: readIdentifiers(filters.bulkId, 'bulkId', addFault),
		messageId: readIdentifiers(filters.messageId, 'messageId', addFault),
		from: text('from'),
		to: isBlank(filters.to) ? undefined : readSoughtNumber(filters.to, addFault),
		generalStatus: text('generalStatus'),
		sentSince: readDateTime(filters.sentSince, 'sentSince', addFault, timezone),
		sentUntil: readDateTime(filters.sentUntil, 'sentUntil', addFault, timezone),
		mcc: text('mcc'),
		mnc: text('mnc'),
	};
	if (values.mnc !== undefined && values.mcc === undefined) addFault('mnc', "is set, but 'Mobile Country Code' is not");
	const [since = -Infinity, until = Infinity] = [values.sentSince, values.sentUntil].map(instantOfDateTime);
	if (since > until) addFault('sentUntil', "is before 'Sent Since'");
	return toQuery(values);
}

/** n8n numbers its executions. */
function readExecution({ sentByExecution }: Values, addFault: AddFault): string | undefined {
	const text = readText(sentByExecution, 'sentByExecution', addFault)?.trim();
	if (text === undefined || /^\d+$/.test(text)) return text;
	addFault('sentByExecution', `is ${describe(text)}, but must be the number of an execution, for example 4711`);
	return undefined;
}

const FILTERS: Filters = { fields: logFilters, read: readLogFilters, readExecution };

const SUMMARIES = ['summary', 'summaryHtml'];

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Log Entries', value: 'entries', description: 'One item for each message' },
		{
			name: 'Summary as Items',
			value: 'summary',
			description: 'One item for each total: overall, by status group, network, sender and currency',
		},
		{ name: 'Summary as HTML', value: 'summaryHtml', description: 'One item with an HTML page for an e-mail' },
	],
	default: 'entries',
	description: 'What to output: the messages themselves or their totals',
};

const costBasisOption: INodeProperties = {
	displayName: 'Cost of a Message',
	name: 'costBasis',
	type: 'options',
	options: [
		{ name: 'Price per Message', value: 'perMessage' },
		{ name: 'Price × Segments', value: 'perSegment' },
	],
	default: 'perMessage',
	displayOptions: { show: { '/output': SUMMARIES } },
	description:
		'How to add up the cost in a summary. The interface has a price per SMS (pricePerMessage), but does not say whether a message of several segments costs it once: ask your service.',
};

interface Options {
	patienceMs: number;
	costBasis: CostBasis;
}

const readOptions = (options: Values, addFault: AddFault): Options => ({
	patienceMs: readPatience(options, addFault),
	costBasis: readChoice(options.costBasis, 'costBasis', ['perMessage', 'perSegment'], addFault),
});

export const getLogs: Operation = {
	name: 'Get Logs',
	value: 'getLogs',
	description: 'Look up messages sent within the last 48 hours, with their status and price',
	action: 'Get message logs',
	toolDescription:
		'Looks up SMS sent within the last 48 hours: number, text, status, price and times. Sends nothing, and can be repeated. A phone number is written as digits with its country code, for example 436601234567; times are ISO 8601. An empty answer means that no message matches the filters.',
	fields: [
		{
			displayName:
				'The service keeps logs for 48 hours, and refuses calls that come too often (429). To find out what becomes of each message you send, use delivery reports instead.',
			name: 'logsNotice',
			type: 'notice',
			default: '',
		},
		outputField,
		...howManyFields({ output: SUMMARIES, '/filters.sentByExecution': isFilledIn }),
		{ ...simplifyField, displayOptions: { hide: { output: SUMMARIES } } },
		filtersField(logFilters),
		queryParametersField,
		fetchOptionsField([costBasisOption, patienceOption]),
	],
	execute: async (context, mode) => {
		const output = String(context.getNodeParameter('output', 0, 'entries'));
		// Totals of a part would look like totals of everything
		const returnAll = SUMMARIES.includes(output) || context.getNodeParameter('returnAll', 0, false) === true;
		const { queries, faulty, options } = readQueries(context, mode, FILTERS, readOptions);
		const newGathering = (): Gathering => {
			if (output === 'summary' || output === 'summaryHtml')
				return gatherSummary(output, options.costBasis, context.getTimezone());
			return gatherEntries({ simplify: context.getNodeParameter('simplify', 0) === true });
		};
		const reader = new LogReader(createTransport(context), options, context.getExecutionCancelSignal());
		const runOutput = new RunOutput(context, mode, faulty);
		await fetchLogs(reader, queries, returnAll, newGathering, runOutput);
		return [runOutput.items()];
	},
};
