import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from './output';
import { deliveryWindowField, readDeliveryWindow } from './deliveryWindow';
import { host } from '../n8n/host';
import { DAY_MS, instantOfDateTime, isDateOnly, isoInZone, isTimeZone, MINUTE_MS } from '../text/dateTime';
import { quietHoursField, readQuietHours } from './quietHours';
import { listOfTimeZones } from './timeZones';
import {
	asValues,
	describe,
	isBlank,
	partOf,
	readBoolean,
	readChoice,
	readDateTime,
	type AddFault,
	type Values,
	trimmed,
} from '../parameters/values';

const MINUTES_PER_HOUR = 60;
/** interface in public documents: a longer period is replaced by this one */
const MAX_VALIDITY_HOURS = 48;

/** interface in public documents */
const MOST_DAYS_AHEAD = 180;
/** A time that was now when the item was made is meant as now. */
const NOW_MS = MINUTE_MS;

const OF_WORKFLOW = '={{ $now.zoneName }}';

const withClockChanges = (description: string) =>
	`${description} A time that does not exist because clocks go forward becomes an hour later. If clocks show a time twice, the first one counts.`;

const timeField: INodeProperties = {
	displayName: 'Date and Time',
	name: 'time',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2030-01-31T08:30:00',
	description: withClockChanges('To send at once, switch to Expression and write now.'),
};

const timeZoneField: INodeProperties = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'options',
	typeOptions: listOfTimeZones('getTimeZones'),
	// The panel shows the name that it results in
	default: OF_WORKFLOW,
	description:
		'IANA name of the time zone, for times without an offset. {{ $now.zoneName }} is the zone of the workflow. Each item can have its own.',
};

const sendAtField: INodeProperties = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'fixedCollection',
	// So that both fields are there at once
	default: { at: { time: '' } },
	placeholder: 'Add Send At',
	description: 'When the service sends the message',
	options: groupOf('Send At', 'at', [timeField, timeZoneField]),
};

/** For messages that are scheduled already. n8n cannot show a fixed collection with a default outside a collection. */
export const newTimeFields: INodeProperties[] = [
	{
		...timeField,
		displayName: 'Send At',
		name: 'sendAt',
		required: true,
		description: withClockChanges(`When the service sends the messages, at most ${MOST_DAYS_AHEAD} days ahead.`),
	},
	timeZoneField,
];

const validityPeriodField: INodeProperties = {
	displayName: 'Validity Period',
	name: 'validityPeriod',
	type: 'fixedCollection',
	default: { period: { amount: '' } },
	placeholder: 'Add Validity Period',
	description: 'How long the service tries to deliver the message',
	options: groupOf('Validity Period', 'period', [
		{
			displayName: 'Length',
			name: 'amount',
			type: 'number',
			default: 0,
			description: `At most ${MAX_VALIDITY_HOURS} hours, since services silently replace longer periods. If empty, the service decides.`,
		},
		{
			displayName: 'Unit',
			name: 'unit',
			type: 'options',
			options: [
				{ name: 'Hours', value: 'hours' },
				{ name: 'Minutes', value: 'minutes' },
			],
			default: 'hours',
			description: 'Unit of the length. The node converts it to the unit set in the credential.',
		},
	]),
};

const ownBulkIdsField: INodeProperties = {
	displayName: 'Own Bulk ID for Each Message',
	name: 'ownBulkIds',
	type: 'boolean',
	default: true,
	description:
		'Whether to send each message in a request of its own, so that you can move or cancel it alone by the bulkId in the output. Takes longer for many messages.',
};

export const scheduleField: INodeProperties = {
	displayName: 'Schedule',
	name: 'schedule',
	type: 'collection',
	placeholder: 'Add Time',
	default: {},
	description: 'When the message is sent, and how long the service tries to deliver it',
	options: [deliveryWindowField, ownBulkIdsField, quietHoursField, sendAtField, validityPeriodField],
};

interface Clock {
	/** The workflow's time zone. */
	timezone: string;
	/** When the run began to send, in milliseconds since 1970; undefined if nobody knows. */
	beganAt: number | undefined;
}

/** A time that was now when it was entered is no fault. */
const MOST_LATE_MS = 15 * MINUTE_MS;

/** @returns the time as ISO 8601 with an offset, and what a message has of it */
export function readSchedule(schedule: Values, clock: Clock, addFault: AddFault) {
	const window = partOf(schedule, 'deliveryTimeWindow', 'window', addFault);
	const hours = partOf(schedule, 'quietHours', 'hours', addFault);
	const { sendAt, warning } = readSendAt(partOf(schedule, 'sendAt', 'at', addFault), clock, addFault);
	if (window !== undefined && hours !== undefined)
		addFault(
			'deliveryTimeWindow',
			"cannot be combined with 'Quiet Hours', in which the service may deliver once the window opens; remove one of them",
		);
	return {
		sendAt,
		warning,
		validityMinutes: readValidity(asValues(partOf(schedule, 'validityPeriod', 'period', addFault)), addFault),
		deliveryTimeWindow: window === undefined ? undefined : readDeliveryWindow(asValues(window), addFault),
		isForOne: readBoolean(schedule.ownBulkIds, 'ownBulkIds', addFault) === true ? (true as const) : undefined,
		quietHours: hours === undefined ? undefined : readQuietHours(asValues(hours), clock.timezone, addFault),
	};
}

const NOW = 'now';

function readSendAt(
	at: unknown,
	{ timezone, beganAt }: Clock,
	addFault: AddFault,
): { sendAt?: string | undefined; warning?: TimeWarning } {
	if (at === undefined) return {};
	const { time, timeZone: written = timezone } = asValues(at);
	const timeZone = trimmed(written);
	if (typeof time === 'string' && time.trim().toLowerCase() === NOW) return {};
	if (isBlank(time))
		addFault(
			'sendAt.time',
			'is empty; enter a time, or remove Send At. To send at once, switch it to Expression and write now',
		);
	const sendAt = readTime(time, { timeZone, timezone }, ['sendAt.time', 'sendAt.timeZone'], addFault);
	if (sendAt === undefined) return {};
	if (beganAt !== undefined && Date.parse(sendAt) < beganAt - MOST_LATE_MS)
		addFault('sendAt.time', `is ${sendAt}, which has passed; to send at once, switch it to Expression and write now`);
	return { sendAt, ...warningOf(time, String(timeZone), timezone, sendAt) };
}

export interface TimeWarning {
	about: string;
	text: string;
}

/** Where a time may not be what is meant; one warning about each thing is enough. */
function warningOf(time: unknown, zone: string, timezone: string, sendAt: string): { warning?: TimeWarning } {
	const isIdle = zone !== timezone && isoInZone(Date.parse(sendAt), zone) !== sendAt;
	if (isIdle) {
		const text = `Send At has an offset of its own (${sendAt}), so the Time Zone ${zone} does not count`;
		return { warning: { about: zone, text } };
	}
	if (!isDateOnly(time)) return {};
	return {
		warning: { about: 'midnight', text: `Send At is a date without a time (${time.trim()}), so it is 00:00` },
	};
}

function readTime(
	time: unknown,
	{ timeZone, timezone }: { timeZone: unknown; timezone: string },
	[field, zoneField]: [string, string],
	addFault: AddFault,
): string | undefined {
	if (isTimeZone(timeZone, timezone)) return readDateTime(time, field, addFault, timeZone);
	addFault(zoneField, `is ${describe(timeZone)}, but must be the name of a time zone, such as ${zoneLike(timeZone)}`);
	return undefined;
}

/** The zone that somebody means by the name of a city. */
function zoneLike(written: unknown): string {
	const city = String(written).trim().replace(/\s+/g, '_').toLowerCase();
	return Intl.supportedValuesOf('timeZone').find((name) => name.toLowerCase().endsWith(`/${city}`)) ?? 'Europe/Vienna';
}

/** The new time of scheduled messages, which has to be one that the service can keep. */
export function readNewTime(
	time: unknown,
	written: unknown,
	timezone: string,
	addFault: AddFault,
): { sendAt?: string; warning?: TimeWarning } {
	if (isBlank(time)) addFault('sendAt', 'is empty; enter a time');
	const timeZone = trimmed(written);
	const sendAt = readTime(time, { timeZone, timezone }, ['sendAt', 'timeZone'], addFault);
	const aheadMs = (instantOfDateTime(sendAt) ?? host.now()) - host.now();
	if (aheadMs < -NOW_MS) addFault('sendAt', `is ${sendAt}, which has passed`);
	if (aheadMs > MOST_DAYS_AHEAD * DAY_MS) addFault('sendAt', `is more than ${MOST_DAYS_AHEAD} days ahead (${sendAt})`);
	return sendAt === undefined ? {} : { sendAt, ...warningOf(time, String(timeZone), timezone, sendAt) };
}

function readValidity({ amount, unit }: Values, addFault: AddFault): number | undefined {
	if (isBlank(amount)) return undefined;
	const isInHours = readChoice(unit, 'validityPeriod.unit', ['hours', 'minutes'], addFault) === 'hours';
	const number = typeof amount === 'string' ? Number(amount) : amount;
	// 4.1 hours are 246 minutes, though not to a computer
	const minutes = typeof number === 'number' ? Number((number * (isInHours ? MINUTES_PER_HOUR : 1)).toFixed(6)) : NaN;
	if (Number.isSafeInteger(minutes) && minutes >= 1 && minutes <= MAX_VALIDITY_HOURS * MINUTES_PER_HOUR) return minutes;
	addFault(
		'validityPeriod.amount',
		minutes > MAX_VALIDITY_HOURS * MINUTES_PER_HOUR
			? `is ${describe(amount)} ${isInHours ? 'hours' : 'minutes'}, but may be ${MAX_VALIDITY_HOURS} hours at most, since services silently replace longer periods`
			: `is ${describe(amount)}, but must be a number of whole minutes, 1 or more`,
	);
	return undefined;
}
