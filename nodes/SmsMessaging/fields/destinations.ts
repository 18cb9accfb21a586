import type { INodeProperties } from 'n8n-workflow';

import { SENDER_RULE } from '../service/advice';
import { isJsonObject } from '../service/json';
import type { Destination } from '../service/types';
import { describe, isBlank, readText, type AddFault } from '../parameters/values';
import type { NumberRules } from './numberRules';
import { readPhoneNumber } from './phoneNumber';

/** A destination as it goes into the request, and where it came from. */
export interface GivenDestination extends Destination {
	/** The number as given, if it was a national one. */
	given?: string;
}

export const fromField: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyCompany',
	description:
		'Sender that the phone shows: a name (3 to 11 letters and digits in most countries) or a number (3 to 14 digits). If empty, the sender of your account at the service is used.',
};

export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +43 660 1234567',
	description:
		'Phone number of the destination, with country code, or a national one with Default Country. Separate several numbers with commas (not spaces), or use an expression that returns a list of numbers, or of objects with a field to, phone or number, and perhaps messageId.',
};

export const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711',
	description:
		'Your own ID for the message to this destination, at most 200 characters without commas. Use each ID once: it is how a message is recognized. The service returns it in its answer, logs and reports. For an item with several destinations, To takes a list such as [{ to: "436601234567", messageId: "order-4711" }].',
};

/** What a service makes of it depends on the country. */
export function readSender(value: unknown, addFault: AddFault): string | undefined {
	return readText(value, 'from', (field, reason) => addFault(field, `${reason}: ${SENDER_RULE}`));
}

/**
 * The destinations of one message.
 * @param to one number, several separated by commas, or an array of numbers or of objects with a number and perhaps a messageId
 * @param messageId the ID of the only one
 */
export function readDestinations(
	to: unknown,
	messageId: unknown,
	rules: NumberRules,
	addFault: AddFault,
): GivenDestination[] {
	const candidates = splitNumbers(to);
	if (candidates.length === 0) addFault('to', 'is empty; enter the phone number of a destination');
	const destinations = candidates.flatMap((candidate: unknown) => readDestination(candidate, rules, addFault) ?? []);
	const own = readMessageId(messageId, addFault);
	if (own === undefined) return destinations;
	if (candidates.length > 1 || destinations.some((destination) => destination.messageId !== undefined))
		addFault(
			'messageId',
			'is for one destination that has no ID in To; give each its own ID there, or remove this one',
		);
	return destinations.map((destination) => ({ ...destination, messageId: own }));
}

function splitNumbers(to: unknown): unknown[] {
	if (isBlank(to)) return [];
	if (Array.isArray(to)) return to;
	if (typeof to !== 'string') return [to];
	return to.split(/[,;\n]/).filter((part) => part.trim() !== '');
}

/** Where an object may keep its number; the first one that is filled in counts. */
const NUMBER_FIELDS = ['to', 'phone', 'number'];

function readDestination(candidate: unknown, rules: NumberRules, addFault: AddFault): GivenDestination | undefined {
	if (!isJsonObject(candidate)) return readPhoneNumber(candidate, rules, addFault);
	const field = NUMBER_FIELDS.find((name) => !isBlank(candidate[name]));
	if (field === undefined) {
		addFault('to', `has ${describe(candidate)} without a number; add a field named to, phone or number`);
		return undefined;
	}
	const destination = readPhoneNumber(candidate[field], rules, addFault);
	const messageId = readMessageId(candidate.messageId, addFault);
	return destination === undefined || messageId === undefined ? destination : { ...destination, messageId };
}

/** Longer ones are cut (public documents, version 2). */
const MAX_ID_CHARACTERS = 200;

/** An ID that comes back unchanged, and that the logs can be asked for. */
function readMessageId(value: unknown, addFault: AddFault): string | undefined {
	const messageId = readText(value, 'messageId', addFault);
	if (messageId === undefined) return undefined;
	if (messageId.length > MAX_ID_CHARACTERS)
		addFault('messageId', `has ${messageId.length} characters, but services keep only ${MAX_ID_CHARACTERS}`);
	else if (messageId.includes(',') || messageId.trim() !== messageId || !messageId.isWellFormed())
		addFault(
			'messageId',
			`is ${describe(messageId)}, which the logs cannot be asked for; leave out commas, spaces at either end, and half characters`,
		);
	return messageId;
}
