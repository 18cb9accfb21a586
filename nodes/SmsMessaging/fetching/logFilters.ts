import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../api/message';
import { STATUS_GROUPS } from '../api/statuses';
import { bulkIdFilter, messageIdFilter, readIdentifiers, readStatusGroups } from '../fields/fetchFields';
import { readSoughtDestination } from '../fields/phoneNumber';
import { timesOf, RETENTION_MS, type TimeRange } from '../logs/windows';
import {
	isBlank,
	readChoice,
	readDateTime,
	describe,
	readText,
	type AddFault,
	type Values,
} from '../parameters/values';
import { HOUR_MS, instantOfDateTime, isDateOnly, MINUTE_MS, startOfDay } from '../text/dateTime';
import { senderForm } from '../text/numbers';
import type { Moment, Filters } from './queries';

const RANGES = {
	lastHour: ({ now }) => ({ since: now - HOUR_MS }),
	today: ({ now, timezone }) => ({ since: startOfDay(now, timezone) }),
	yesterday: ({ now, timezone }) => ({ since: startOfDay(now, timezone, 1), until: startOfDay(now, timezone) - 1 }),
	// A minute less: what is older may be gone by the time that it is read
	last48Hours: ({ now }) => ({ since: now - RETENTION_MS + MINUTE_MS }),
} satisfies Record<string, (moment: Moment) => TimeRange>;

const sentFilter: INodeProperties = {
	displayName: 'Sent',
	name: 'sent',
	type: 'options',
	options: [
		{ name: 'Last Hour', value: 'lastHour' },
		{ name: 'Today', value: 'today' },
		{ name: 'Yesterday', value: 'yesterday' },
		{ name: 'Last 48 Hours', value: 'last48Hours' },
	],
	default: 'today',
	description:
		"When the messages were sent. Days begin at midnight in the workflow's time zone. For other times, use 'Sent Since' and 'Sent Until' instead.",
};

const exactTimeFilters: INodeProperties[] = [
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
];

/** When the messages were sent: a time that can be chosen, or exact ones (interface: sentSince, sentUntil). */
function readSentTimes(filters: Values, moment: Moment, addFault: AddFault): Pick<Query, 'since' | 'until'> {
	const exact = {
		since: readDateTime(filters.sentSince, 'sentSince', addFault, moment.timezone),
		until: readDateTime(filters.sentUntil, 'sentUntil', addFault, moment.timezone),
	};
	if (exact.until !== undefined && isDateOnly(filters.sentUntil)) {
		addFault('sentUntil', 'is a date without a time, which leaves this day out: add the time, such as T23:59:59');
		return exact;
	}
	if (isBlank(filters.sent)) {
		const [since = -Infinity, until = Infinity] = Object.values(exact).map(instantOfDateTime);
		if (since > until) addFault('sentUntil', "is before 'Sent Since'");
		return exact;
	}
	if (!isBlank(filters.sentSince) || !isBlank(filters.sentUntil))
		addFault('sent', "cannot be combined with 'Sent Since' or 'Sent Until'; remove it or these");
	const choice = readChoice(filters.sent, 'sent', ['lastHour', 'today', 'yesterday', 'last48Hours'], addFault);
	return timesOf(RANGES[choice](moment));
}

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
			'ID of an execution of this n8n, of any workflow. Returns the messages that its Send nodes sent, except those with your own Bulk ID. A Retry and a sub-workflow have their own execution IDs. The node reads all logs of the last 48 hours, or of the time in the other filters.',
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
	const group = text('generalStatus');
	const query: Query = {
		bulkIds: readIdentifiers(filters.bulkId, 'bulkId', addFault),
		messageIds: readIdentifiers(filters.messageId, 'messageId', addFault),
		from: senderOf(text('from')),
		to: isBlank(filters.to) ? undefined : readSoughtDestination(filters.to, addFault),
		statusGroup: group && readStatusGroups([group], 'generalStatus', addFault)[0],
		...readSentTimes(filters, moment, addFault),
		mcc: readCode(text('mcc'), 'mcc', /^\d{3}$/, 'three digits, such as 232', addFault),
		mnc: readCode(text('mnc'), 'mnc', /^\d{2,3}$/, 'two or three digits, such as 01', addFault),
	};
	if (query.mnc !== undefined && query.mcc === undefined) addFault('mnc', "needs 'Mobile Country Code' too");
	return query;
}

function readCode(code: string | undefined, field: string, form: RegExp, what: string, addFault: AddFault) {
	if (code !== undefined && !form.test(code)) addFault(field, `is ${describe(code)}, but must have ${what}`);
	return code;
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
