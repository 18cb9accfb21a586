import type { INodeProperties } from 'n8n-workflow';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dateTime';
import { describe, isBlank, type AddFault } from '../parameters/values';

const UNITS_MS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;
const DEFAULT_LIMIT = 1;
const DEFAULT_UNIT = 'hours';
/** Far longer than services keep a message; a date too late for a database would leave the execution waiting forever. */
const MAX_MS = 365 * UNITS_MS.days;

export const timeLimitFields: INodeProperties[] = [
	{
		displayName: 'Time Limit',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_LIMIT,
		description:
			'How long to wait for the final status of all messages, after sending or after the latest Send At. Then the workflow continues with what is known. n8n checks the time about once a minute.',
	},
	{
		displayName: 'Time Limit Unit',
		name: 'timeLimitUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: DEFAULT_UNIT,
		description: 'Unit of the time limit',
	},
];

/** The time limit in milliseconds; the first item's value counts. */
export function readTimeLimit(read: (name: string) => unknown, addFault: AddFault): number {
	const limit = read('timeLimit');
	const unit = read('timeLimitUnit');
	const number = isBlank(limit) ? DEFAULT_LIMIT : Number(limit);
	const name = isBlank(unit) ? DEFAULT_UNIT : String(unit);
	const unitMs = Object.hasOwn(UNITS_MS, name) ? UNITS_MS[name as keyof typeof UNITS_MS] : undefined;
	if (unitMs === undefined) addFault('timeLimitUnit', `is ${describe(unit)}, but must be minutes, hours or days`);
	const ms = number * (unitMs ?? 0);
	if (!(number > 0) || ms > MAX_MS)
		addFault('timeLimit', `is ${describe(limit)}, but must be more than 0 and at most a year`);
	return ms;
}
