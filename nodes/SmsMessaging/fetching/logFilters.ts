import type { INodeProperties } from 'n8n-workflow';

import { bulkIdFilter, messageIdFilter, readIdentifiers } from '../fields/filters';
import { readSoughtNumber } from '../fields/phoneNumber';
import { describe, isBlank, readText, type AddFault, type Values } from '../parameters/values';
import type { Query } from '../api/message';
import { STATUS_GROUPS } from '../api/statuses';
import { senderForm } from '../text/numbers';
import type { Filters, Moment } from './queries';
import { exactTimeFilters, readSentTimes, sentFilter } from './sentTimes';

const fields: INodeProperties[] = [
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
		description:
			'Two- or three-digit code for the mobile network within the country (mnc). Needs the country code too.',
	},
	sentFilter,
	{
		displayName: 'Sent by Execution',
		name: 'sentByExecution',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4711',
		description:
			'ID of an execution of this n8n, of any workflow. Returns the messages that its Send nodes sent, except those with your own Bulk ID. A Retry has its own execution ID. The node reads all logs of the last 48 hours, or of the time in the other filters.',
	},
	...exactTimeFilters,
	{
		displayName: 'Status Group',
		name: 'generalStatus',
		type: 'options',
		options: Object.keys(STATUS_GROUPS)
			.sort()
			.map((group) => ({ name: group.charAt(0) + group.slice(1).toLowerCase(), value: group })),
		default: 'DELIVERED',
		description: 'Current status group of the messages (generalStatus)',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder: 'e.g. 436601234567',
		description: 'Phone number of the destination, as digits with country code',
	},
];

function read(filters: Values, moment: Moment, addFault: AddFault): Query {
	const text = (name: string) => readText(filters[name], name, addFault)?.trim();
	const query: Query = {
		bulkIds: readIdentifiers(filters.bulkId, 'bulkId', addFault),
		messageIds: readIdentifiers(filters.messageId, 'messageId', addFault),
		from: senderOf(text('from')),
		to: isBlank(filters.to) ? undefined : readSoughtNumber(filters.to, addFault),
		statusGroup: text('generalStatus'),
		...readSentTimes(filters, moment, addFault),
		mcc: text('mcc'),
		mnc: text('mnc'),
	};
	if (query.mnc !== undefined && query.mcc === undefined) addFault('mnc', "needs 'Mobile Country Code' too");
	return query;
}

const senderOf = (written: string | undefined) => written && senderForm(written);

/** n8n numbers its executions. */
function readExecution({ sentByExecution }: Values, addFault: AddFault): string | undefined {
	const text = readText(sentByExecution, 'sentByExecution', addFault)?.trim();
	if (text === undefined || /^\d+$/.test(text)) return text;
	addFault('sentByExecution', `is ${describe(text)}, but must be an execution ID, for example 4711`);
	return undefined;
}

export const LOG_FILTERS: Filters = { fields, read, readExecution };
