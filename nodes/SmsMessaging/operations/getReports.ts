import { howManyFields, notice, unfoldCallbackDataField, simplifyField } from '../fields/output';
import {
	fetchOptionsField,
	patienceOption,
	readPatience,
	bulkIdFilter,
	filtersField,
	messageIdFilter,
	readIdentifiers,
	queryParametersField,
} from '../fields/fetchFields';
import { readChoice } from '../parameters/values';
import { fetchHandouts } from '../fetching/fetchHandouts';
import type { Filters } from '../fetching/queries';
import { REPORTS } from '../entries/kinds';
import type { Operation } from './operation';

const FILTERS: Filters = {
	fields: [
		bulkIdFilter,
		{
			...messageIdFilter,
			description: 'Separate several IDs with commas, or use one per input item. Each ID takes one call.',
		},
	],
	read: (filters, _moment, addFault) => ({
		messageIds: readIdentifiers(filters.messageId, 'messageId', addFault),
		bulkIds: readIdentifiers(filters.bulkId, 'bulkId', addFault),
	}),
};

export const getReports: Operation = {
	name: 'Get Reports',
	value: 'getReports',
	description: 'Fetch delivery reports that have not been fetched yet',
	action: 'Get delivery reports',
	toolDescription:
		'Fetches delivery reports of sent SMS: whether each was delivered, or why not. Each report can be fetched only once, so remember its content. An empty answer means that there is no new report, not that a message failed. Sends nothing.',
	fields: [
		notice(
			'reportsNotice',
			"Each delivery report can be fetched only once. 'Execute step' counts too: pin the output while you build the workflow. Reports of messages with a Notify URL, and reports that a polling trigger has fetched, are not returned here.",
		),
		...howManyFields(),
		simplifyField,
		filtersField(FILTERS.fields),
		queryParametersField,
		fetchOptionsField([
			patienceOption,
			{
				displayName: 'Message IDs Without a Report',
				name: 'missingReports',
				type: 'options',
				options: [
					{
						name: 'Return as Items',
						value: 'items',
						description: 'Items with the message ID and reportAvailable: false',
					},
					{ name: 'Show as Warning', value: 'named', description: 'A warning beside the output lists them' },
				],
				default: 'named',
				description: 'What to do with message IDs that have no report yet',
			},
			unfoldCallbackDataField,
		]),
	],
	execute: async (nodeRun) =>
		await fetchHandouts(nodeRun, REPORTS, FILTERS, (options, addFault) => ({
			patienceMs: readPatience(options, addFault),
			missingReports: readChoice(options.missingReports, 'missingReports', ['named', 'items'], addFault),
		})),
};
