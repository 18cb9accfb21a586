import type { INodeProperties } from 'n8n-workflow';

import { unfoldCallbackDataField } from '../fields/callbackData';
import { bulkIdFilter, filtersField, limitFilter, messageIdFilter, readIdentifiers } from '../fields/filters';
import { queryParametersField, toQuery } from '../fields/queryParameters';
import { simplifyField } from '../fields/simplify';
import { readInteger } from '../fields/values';
import { getReports as fetchReports } from '../service/client';
import { fetchEntries, type EntrySource } from './fetchEntries';
import type { Operation } from './operation';

const reportFilters: INodeProperties[] = [bulkIdFilter, limitFilter, messageIdFilter];

const REPORTS: EntrySource = {
	key: 'report',
	filters: reportFilters,
	handedOutOnce: true,
	readFilters: (filters, _timezone, report) =>
		toQuery({
			messageId: readIdentifiers(filters.messageId, 'messageId', report),
			bulkId: readIdentifiers(filters.bulkId, 'bulkId', report),
			limit: readInteger(filters.limit, 'limit', report, { min: 1 }),
		}),
	fetch: fetchReports,
};

export const getReports: Operation = {
	name: 'Get Reports',
	value: 'getReports',
	description: 'Fetch delivery reports that have not been fetched yet',
	action: 'Get delivery reports',
	fields: [
		{
			displayName:
				'The service hands out each delivery report one time. \'Execute step\' uses them up too: pin the output while you build the workflow. Messages with a Notify URL report there instead, and an SMS Messaging Polling Trigger takes reports away from here.',
			name: 'reportsNotice',
			type: 'notice',
			default: '',
		},
		simplifyField,
		unfoldCallbackDataField,
		filtersField(reportFilters),
		queryParametersField,
	],
	execute: async (context, mode) => [await fetchEntries(context, mode, REPORTS)],
};
