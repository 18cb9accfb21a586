import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from './output';
import type { DeliveryTimeWindow } from '../api/message';
import { describe, isBlank, type AddFault, type Values } from '../parameters/values';
import { withoutUndefined } from '../text/json';
import { entriesOf } from '../text/words';

type TimeOfDay = NonNullable<DeliveryTimeWindow['from']>;

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

export const deliveryWindowField: INodeProperties = {
	displayName: 'Delivery Time Window (UTC)',
	name: 'deliveryTimeWindow',
	type: 'fixedCollection',
	// Here and not in each field: n8n does not store a value that equals its field's default, so those must not change later
	default: { window: { days: DAYS, from: '08:00', to: '20:00' } },
	placeholder: 'Add Window',
	description: 'Days and hours at which the service may deliver the message, in UTC',
	options: groupOf('Window', 'window', [
		{
			displayName: 'Days',
			name: 'days',
			type: 'multiOptions',
			options: DAYS.map((day) => ({ name: day.charAt(0) + day.slice(1).toLowerCase(), value: day })),
			default: [],
			description: 'At least one day of the week',
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			default: '',
			placeholder: 'e.g. 08:00',
			description: 'Start of the window, in UTC. If From and To are empty, it lasts all day.',
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'string',
			default: '',
			placeholder: 'e.g. 20:00',
			description: 'End of the window on the same day, in UTC. At least an hour after From.',
		},
	]),
};

/** @param values the days, and the hours as texts such as 08:00 */
export function readDeliveryWindow(values: Values, addFault: AddFault): DeliveryTimeWindow {
	const days = readDays(values.days, addFault);
	if (isBlank(values.from) !== isBlank(values.to)) {
		const [missing, given] = isBlank(values.from) ? ['from', 'To'] : ['to', 'From'];
		addFault(`deliveryTimeWindow.${missing}`, `is empty, but '${given}' is not; fill in both or neither`);
		return { days };
	}
	const from = readTimeOfDay(values.from, 'deliveryTimeWindow.from', addFault);
	const to = readTimeOfDay(values.to, 'deliveryTimeWindow.to', addFault);
	if (from !== undefined && to !== undefined) checkLength(from, to, addFault);
	return withoutUndefined({ days, from, to });
}

function readDays(value: unknown, addFault: AddFault): string[] {
	const days = entriesOf(value).map((day) => day.toUpperCase());
	const unknownDay = days.find((day) => !DAYS.includes(day));
	if (days.length === 0) addFault('deliveryTimeWindow.days', 'is empty; choose at least one day');
	if (unknownDay !== undefined)
		addFault(
			'deliveryTimeWindow.days',
			`contains ${describe(unknownDay)}, which is not a day of the week; use MONDAY to SUNDAY`,
		);
	return days;
}

/** Databases add seconds. */
const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/;

export function readTimeOfDay(value: unknown, field: string, addFault: AddFault): TimeOfDay | undefined {
	if (isBlank(value)) return undefined;
	const [, hour, minute] = (typeof value === 'string' && TIME_OF_DAY.exec(value.trim())) || [];
	if (hour !== undefined) return { hour: Number(hour), minute: Number(minute) };
	addFault(
		field,
		`is ${describe(value)}, but must be a time from 00:00 to 23:59, such as 08:00. ${
			isEndOfDay(value) ? 'Write 23:59 for the end of the day.' : 'Write 20:00 for 8 PM.'
		}`,
	);
	return undefined;
}

const isEndOfDay = (value: unknown) => typeof value === 'string' && /^24:?0*$/.test(value.trim());

export const minutesOf = ({ hour, minute }: TimeOfDay): number => hour * 60 + minute;

/** Public documents require an hour, and no window past midnight. */
function checkLength(from: TimeOfDay, to: TimeOfDay, addFault: AddFault): void {
	const minutes = minutesOf(to) - minutesOf(from);
	if (minutes < 0)
		addFault(
			'deliveryTimeWindow.to',
			"is before 'From'; a window cannot extend past midnight. To send nothing at night, use Quiet Hours",
		);
	else if (minutes < 60)
		addFault('deliveryTimeWindow.to', "is less than an hour after 'From'; services require at least an hour");
}
