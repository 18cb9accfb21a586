import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from './output';
import { timeZonesOf } from '../numbers/timeZones';
import { describe, isBlank, type AddFault, type Values, trimmed } from '../parameters/values';
import { endOfQuiet, isoInZone, isTimeZone, MINUTE_MS, type DailyHours } from '../text/dateTime';
import { minutesOf, readTimeOfDay } from './deliveryWindow';
import { listOfTimeZones, RECIPIENT } from './timeZones';

export const quietHoursField: INodeProperties = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	type: 'fixedCollection',
	// n8n does not store a value that equals its field's default, so those must not change later
	default: { hours: { from: '21:00', to: '08:00', timeZone: RECIPIENT } },
	placeholder: 'Add Quiet Hours',
	description: 'When nobody should get a message: one that falls into these hours is sent when they end, never dropped',
	options: groupOf('Hours', 'hours', [
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			default: '',
			placeholder: 'e.g. 21:00',
			description: 'When the quiet hours begin. They may extend past midnight.',
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'string',
			default: '',
			placeholder: 'e.g. 08:00',
			description: 'When they end: messages go out from then on',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'options',
			typeOptions: listOfTimeZones('getTimeZonesOfQuietHours'),
			default: '',
			description:
				"Whose clock counts. 'Of the Recipient' goes by the country of the number; with several time zones, it is day in all of them. For the USA, choose a zone: their common day is short.",
		},
	]),
};

interface QuietHours {
	hours: DailyHours;
	/** Undefined for those of the recipient. */
	timeZone: string | undefined;
}

/** @param timezone the workflow's */
export function readQuietHours(values: Values, timezone: string, addFault: AddFault): QuietHours | undefined {
	const [from, to] = [
		readTimeOfDay(values.from, 'quietHours.from', addFault),
		readTimeOfDay(values.to, 'quietHours.to', addFault),
	];
	for (const [name, example] of Object.entries({ from: '21:00', to: '08:00' }))
		if (isBlank(values[name])) addFault(`quietHours.${name}`, `is empty; enter a time, such as ${example}`);
	const written = trimmed(values.timeZone);
	const timeZone = written === RECIPIENT ? undefined : written;
	if (timeZone !== undefined && !isTimeZone(timeZone, timezone)) {
		addFault(
			'quietHours.timeZone',
			`is ${describe(timeZone)}, but must be the name of a time zone, such as Europe/Vienna, or recipient`,
		);
		return undefined;
	}
	if (from === undefined || to === undefined) return undefined;
	const hours = { from: minutesOf(from), to: minutesOf(to) };
	if (hours.from === hours.to) {
		addFault('quietHours.to', "is the same as 'From', so no hour would be left");
		return undefined;
	}
	return { hours, timeZone };
}

/** Tells, for the destinations of a run, when a message that falls into quiet hours is sent instead. */
export class Deferral {
	/** The ends of quiet hours; undefined where no hour is left. */
	private readonly known = new Map<string, number | undefined>();

	constructor(private readonly nowMs: number) {}

	/**
	 * @param sendAt ISO 8601 with an offset; undefined for now
	 * @param isNumber whether the destination has a country
	 * @returns the end of the quiet hours, as ISO 8601 with an offset; undefined if it does not fall into them
	 */
	of(
		to: string,
		isNumber: boolean,
		sendAt: string | undefined,
		{ hours, timeZone }: QuietHours,
		addFault: AddFault,
	): string | undefined {
		const zones = timeZone !== undefined ? [timeZone] : isNumber ? timeZonesOf(to) : [];
		if (zones.length === 0) {
			addFault('quietHours.timeZone', `cannot be that of ${to}, whose country is not known; choose a zone`);
			return undefined;
		}
		const plannedMs = Math.max(this.nowMs, sendAt === undefined ? 0 : Date.parse(sendAt));
		const minute = Math.floor(plannedMs / MINUTE_MS) * MINUTE_MS;
		const key = JSON.stringify([minute, hours, zones]);
		if (!this.known.has(key)) this.known.set(key, endOfQuiet(minute, zones, hours));
		const end = this.known.get(key);
		if (end === undefined) {
			addFault(
				'quietHours.timeZone',
				`leaves no hour in which it is day in all time zones of ${to} (${zones.length}); choose a zone`,
			);
			return undefined;
		}
		return end === minute ? undefined : isoInZone(end, zones.length === 1 ? zones[0]! : 'UTC');
	}
}
