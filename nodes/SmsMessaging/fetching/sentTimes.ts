import type { INodeProperties } from 'n8n-workflow';

import { timesOf, type TimeRange } from '../logs/timeRange';
import { RETENTION_MS } from '../logs/windows';
import type { Query } from '../api/message';
import { isBlank, readChoice, readDateTime, type AddFault, type Values } from '../parameters/values';
import { HOUR_MS, instantOfDateTime, MINUTE_MS, startOfDay } from '../text/dateTime';
import type { Moment } from './queries';

const RANGES = {
	lastHour: ({ now }) => ({ since: now - HOUR_MS }),
	today: ({ now, timezone }) => ({ since: startOfDay(now, timezone) }),
	yesterday: ({ now, timezone }) => ({
		since: startOfDay(now, timezone, 1),
		until: startOfDay(now, timezone) - 1,
	}),
	// A minute less: what is older may be gone by the time that it is read
	last48Hours: ({ now }) => ({ since: now - RETENTION_MS + MINUTE_MS }),
} satisfies Record<string, (moment: Moment) => TimeRange>;

export const sentFilter: INodeProperties = {
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

export const exactTimeFilters: INodeProperties[] = [
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
export function readSentTimes(filters: Values, moment: Moment, addFault: AddFault): Pick<Query, 'since' | 'until'> {
	const exact = {
		since: readDateTime(filters.sentSince, 'sentSince', addFault, moment.timezone),
		until: readDateTime(filters.sentUntil, 'sentUntil', addFault, moment.timezone),
	};
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
