import type { INodeProperties } from 'n8n-workflow';

import {
	fetchOptionsField,
	patienceOption,
	readPatience,
	filtersField,
	queryParametersField,
} from '../fields/fetchFields';
import { howManyFields, isFilledIn, notice, simplifyField } from '../fields/output';
import { readChoice } from '../parameters/values';
import { fetchLogs, gatherEntries, gatherSummary, type Gathering } from '../fetching/fetchLogs';
import { LOG_FILTERS } from '../fetching/logFilters';
import { readQueries } from '../fetching/queries';
import { RunOutput } from '../fetching/runOutput';
import { LogReader } from '../logs/logReader';
import { openService } from '../api/transport';
import type { Operation } from './operation';

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
			description: 'One item for each total: overall, and by status group, network, sender and currency',
		},
		{ name: 'Summary as HTML', value: 'summaryHtml', description: 'One item with an HTML page for an e-mail' },
	],
	default: 'entries',
	description: 'Whether to output messages or totals',
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
		'How the summary adds up the cost. Ask your provider whether the price in the logs (pricePerMessage) is for a message or for each segment.',
};

export const getLogs: Operation = {
	name: 'Get Logs',
	value: 'getLogs',
	description: 'Look up messages sent within the last 48 hours, with their status and price',
	action: 'Get message logs',
	toolDescription:
		'Looks up SMS sent within the last 48 hours: number, text, status, price and times. Sends nothing, and can be repeated. Write phone numbers as digits with the country code, for example 436601234567, and times as ISO 8601. An empty answer means that no message matches the filters.',
	fields: [
		notice(
			'logsNotice',
			'The service keeps logs for 48 hours, and refuses calls that are too frequent (429). To follow each message, use delivery reports.',
		),
		outputField,
		...howManyFields({ output: SUMMARIES, '/filters.sentByExecution': isFilledIn }),
		{ ...simplifyField, displayOptions: { hide: { output: SUMMARIES } } },
		filtersField(LOG_FILTERS.fields),
		queryParametersField,
		fetchOptionsField([costBasisOption, patienceOption]),
	],
	execute: async (nodeRun) => {
		const { context } = nodeRun;
		const output = String(context.getNodeParameter('output', 0, 'entries'));
		const { queries, faulty, options } = readQueries(nodeRun, LOG_FILTERS, (values, addFault) => ({
			patienceMs: readPatience(values, addFault),
			costBasis: readChoice(values.costBasis, 'costBasis', ['perMessage', 'perSegment'], addFault),
		}));
		// Partial totals would look like complete ones
		const returnAll = SUMMARIES.includes(output) || options.returnAll;
		const newGathering = (): Gathering => {
			if (output === 'summary' || output === 'summaryHtml')
				return gatherSummary(output, options.costBasis, context.getTimezone());
			return gatherEntries(options);
		};
		const reader = new LogReader(await openService(context), options, context.getExecutionCancelSignal());
		const runOutput = new RunOutput(nodeRun, faulty);
		await fetchLogs(reader, queries, returnAll, newGathering, runOutput);
		return [runOutput.items()];
	},
};
