import type { DisplayCondition, INodeProperties } from 'n8n-workflow';

import { isJsonObject } from '../service/json';
import type { Destination } from '../service/types';
import { asValues, describe, isBlank, readText, type ReportFault } from '../parameters/values';

export const fromField: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyCompany',
	description:
		'Sender that the phone shows: a name (3 to 11 letters and digits in most countries) or a number (3 to 14 digits). If empty, the sender of your account at the service is used.',
};

const DESTINATIONS_ADDED: Record<string, DisplayCondition[]> = {
	'messageOptions.destinations': [{ _cnd: { exists: true } }],
};

/** Two properties of one name, since only one of them is required. */
export const toFields: INodeProperties[] = [
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		required: true,
		displayOptions: { hide: DESTINATIONS_ADDED },
		default: '',
		placeholder: 'e.g. +43 660 1234567',
		description:
			'Phone number of the destination, with country code. Separate several numbers with commas (not spaces), or use an expression that returns a list.',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		displayOptions: { show: DESTINATIONS_ADDED },
		default: '',
		placeholder: 'e.g. +43 660 1234567',
		description: "Leave this empty: the numbers come from 'Destinations With Message IDs' in Message Options",
	},
];

export const destinationsField: INodeProperties = {
	displayName: 'Destinations With Message IDs',
	name: 'destinations',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Destination' },
	default: {},
	placeholder: 'Add Destination',
	description: "Destinations with your own message IDs. Use this instead of 'To', and leave 'To' empty.",
	options: [
		{
			displayName: 'Destination',
			name: 'destination',
			values: [
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '',
					placeholder: 'e.g. +43 660 1234567',
					description: 'Phone number of the destination, with country code',
				},
				{
					displayName: 'Message ID',
					name: 'messageId',
					type: 'string',
					default: '',
					placeholder: 'e.g. order-4711',
					description:
						'Your own ID for this message to this destination. The service returns it in its answer, logs and reports. Do not use commas. If empty, the node or the service creates one, depending on Options → Message IDs.',
				},
			],
		},
	],
};

/**
 * The destinations of one message.
 * @param to one number, several separated by commas, or an array of numbers or of {to, messageId}
 * @param destinations the collection 'Destinations With Message IDs'
 */
export function readDestinations(to: unknown, destinations: unknown, report: ReportFault): Destination[] {
	const listed = asValues(destinations).destination;
	const list = Array.isArray(listed) ? listed : [];
	if (list.length > 0 && !isBlank(to)) {
		report('to', "and 'Destinations With Message IDs' are both filled in; leave one of them empty");
		return [];
	}
	if (list.length > 0) return list.flatMap((entry: unknown, index) => readEntry(entry, index, report) ?? []);
	const candidates = splitNumbers(to);
	if (candidates.length === 0) report('to', 'is empty; enter the phone number of a destination');
	return candidates.flatMap((candidate: unknown) => readDestination(candidate, report) ?? []);
}

function splitNumbers(to: unknown): unknown[] {
	if (isBlank(to)) return [];
	if (Array.isArray(to)) return to;
	if (typeof to !== 'string') return [to];
	return to.split(/[,;\n]/).filter((part) => part.trim() !== '');
}

/** An entry of 'Destinations With Message IDs'; its faults say which one it is. */
function readEntry(entry: unknown, index: number, report: ReportFault): Destination | undefined {
	const reportPart: ReportFault = (part, reason) => report('destinations', `entry ${index + 1}: '${part}' ${reason}`);
	const { to, messageId } = asValues(entry);
	if (isBlank(to)) {
		reportPart('to', 'is empty');
		return undefined;
	}
	return readDestination({ to, messageId }, reportPart);
}

function readDestination(candidate: unknown, report: ReportFault): Destination | undefined {
	if (!isJsonObject(candidate)) {
		const to = readNumber(candidate, report);
		return to === undefined ? undefined : { to };
	}
	const to = readNumber(candidate.to, report);
	const messageId = readText(candidate.messageId, 'messageId', report);
	if (to === undefined) return undefined;
	return messageId === undefined ? { to } : { to, messageId };
}

/** White space, dashes, dots, brackets, and the invisible marks that get copied along with a number. */
const DECORATION = /[\s\p{Pd}\p{Cf}.()[\]]/gu;
/** E.164 */
const MAX_DIGITS = 15;
const TRUNK_ZERO = /\(\s*0\s*\)/;

/** A phone number in the interface's form: digits including the country code. */
export function readNumber(value: unknown, report: ReportFault): string | undefined {
	if (isBlank(value)) {
		report('to', 'has an empty entry; every destination needs a phone number');
		return undefined;
	}
	const text = typeof value === 'string' || isWholePositive(value) ? String(value) : '';
	if (TRUNK_ZERO.test(text)) {
		// '+43 (0) 660' is 43660 from abroad: removing only the brackets would reach somebody else
		report('to', `is ${describe(value)}; remove the (0), it is not dialled from abroad`);
		return undefined;
	}
	const number = text.replace(DECORATION, '').replace(/^(\+|00)/, '');
	if (/^\d+$/.test(number)) {
		if (number.length <= MAX_DIGITS) return number;
		// Most likely two numbers separated by a space
		report(
			'to',
			`has ${number.length} digits, but a phone number has at most ${MAX_DIGITS}; separate several numbers with commas`,
		);
		return undefined;
	}
	report('to', `is ${describe(value)}, which is not a phone number in international format (digits with country code)`);
	return undefined;
}

/** The sign and fraction of a numeric value cannot be stripped: without them it would be another number. */
function isWholePositive(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) > 0;
}
