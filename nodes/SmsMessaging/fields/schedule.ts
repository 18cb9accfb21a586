import type { INodeProperties } from 'n8n-workflow';

import type { DeliveryTimeWindow } from '../service/types';
import type { Controls } from './extraFields';
import {
	asValues,
	describe,
	isBlank,
	readDateTime,
	readInteger,
	withoutUndefined,
	type AddFault,
	type Values,
} from '../parameters/values';

const timeAt = (hour: number) => ({ time: { hour, minute: 0 } });

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

function timeOfDay(name: 'from' | 'to', displayName: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Time of Day',
		description,
		options: [
			{
				displayName: 'Time of Day',
				name: 'time',
				values: [
					{
						displayName: 'Hour',
						name: 'hour',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 23 },
						default: 0,
						description: 'Hour of the day, 0 to 23',
					},
					{
						displayName: 'Minute',
						name: 'minute',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 59 },
						default: 0,
						description: 'Minute of the hour, 0 to 59',
					},
				],
			},
		],
	};
}

export const scheduleField: INodeProperties = {
	displayName: 'Schedule',
	name: 'schedule',
	type: 'collection',
	placeholder: 'Add Time',
	default: {},
	description: 'When the message is sent, and how long the service tries to deliver it',
	options: [
		{
			displayName: 'Delivery Time Window',
			name: 'deliveryTimeWindow',
			type: 'fixedCollection',
			// Here and not at each field: n8n does not store a value that is its field's default, so those have to stay
			default: { window: { days: DAYS, from: timeAt(8), to: timeAt(20) } },
			placeholder: 'Add Window',
			description: 'Days and hours in which the service may deliver the message',
			options: [
				{
					displayName: 'Window',
					name: 'window',
					values: [
						{
							displayName: 'Days',
							name: 'days',
							type: 'multiOptions',
							options: DAYS.map((day) => ({ name: day.charAt(0) + day.slice(1).toLowerCase(), value: day })),
							default: [],
							description: 'Days of the week on which the message may be delivered; at least one',
						},
						timeOfDay(
							'from',
							'From',
							'Start of the window on each day; needs an end too. According to public documents, its time zone is UTC.',
						),
						timeOfDay(
							'to',
							'To',
							'End of the window on each day. Public documents require at least one hour after its start.',
						),
					],
				},
			],
		},
		{
			displayName: 'Send At',
			name: 'sendAt',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2030-01-31T08:30:00',
			description:
				'When the service sends the message. Without an offset, the time zone of the workflow applies. If empty, it is sent at once.',
		},
		{
			displayName: 'Validity Period',
			name: 'validityPeriod',
			type: 'number',
			default: 172_800_000,
			description:
				'How long the service tries to deliver the message, in the unit of the service: minutes in current public documents (2880 is 48 hours), milliseconds in those of 2015. The number is sent unchanged and must be at least 1. The preset is 48 hours in milliseconds; in minutes it exceeds the maximum validity, which is also 48 hours.',
		},
	],
};

/** The message fields that have a control here. */
export const SCHEDULE_CONTROLS: Controls = {
	validityPeriod: true,
	sendAt: true,
	deliveryTimeWindow: { days: true, from: true, to: true },
};

/** @param timezone the workflow's time zone, for a sendAt without an offset */
export function readSchedule(schedule: Values, timezone: string, addFault: AddFault) {
	return withoutUndefined({
		sendAt: readDateTime(schedule.sendAt, 'sendAt', addFault, timezone),
		validityPeriod: readInteger(schedule.validityPeriod, 'validityPeriod', addFault, { min: 1 }),
		deliveryTimeWindow: readWindow(asValues(schedule.deliveryTimeWindow).window, addFault),
	});
}

function readWindow(window: unknown, addFault: AddFault): DeliveryTimeWindow | undefined {
	if (window === undefined) return undefined;
	const values = asValues(window);
	const days = readDays(values.days, addFault);
	const from = readTimeOfDay(values.from, 'deliveryTimeWindow.from', addFault);
	const to = readTimeOfDay(values.to, 'deliveryTimeWindow.to', addFault);
	if ((from === undefined) !== (to === undefined)) {
		const [given, missing] = from === undefined ? ['to', 'from'] : ['from', 'to'];
		addFault(`deliveryTimeWindow.${given}`, `is set, but '${missing}' is not; a window needs both or neither`);
	}
	return withoutUndefined({ days, from, to });
}

function readDays(value: unknown, addFault: AddFault): string[] {
	const list = typeof value === 'string' ? value.split(',') : value;
	const days = Array.isArray(list)
		? list.map((day) => String(day).trim().toUpperCase()).filter((day) => day !== '')
		: [];
	const unknownDay = days.find((day) => !DAYS.includes(day));
	if (days.length === 0) addFault('deliveryTimeWindow.days', 'is empty; choose at least one day');
	if (unknownDay !== undefined)
		addFault(
			'deliveryTimeWindow.days',
			`contains ${describe(unknownDay)}, which is not a day of the week; use MONDAY to SUNDAY`,
		);
	return days;
}

function readTimeOfDay(
	value: unknown,
	field: string,
	addFault: AddFault,
): { hour: number; minute: number } | undefined {
	const { time } = asValues(value);
	if (time === undefined) return undefined;
	const { hour, minute } = asValues(time);
	const read = (name: string, part: unknown, max: number) => {
		if (isBlank(part)) addFault(`${field}.${name}`, `is empty, but must be a whole number from 0 to ${max}`);
		return readInteger(part, `${field}.${name}`, addFault, { min: 0, max }) ?? 0;
	};
	return { hour: read('hour', hour, 23), minute: read('minute', minute, 59) };
}
