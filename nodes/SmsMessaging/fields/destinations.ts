import type { INodeProperties } from 'n8n-workflow';

import { SENDER_RULE } from '../api/advice';
import { isJsonObject, tryParseJson } from '../text/json';
import { describe, isBlank, NO_VALUE, readText, SPREADSHEET_ERROR, type AddFault } from '../parameters/values';
import { cleanNumber, countText, isScientific, senderForm } from '../text/numbers';
import { entriesOf } from '../text/words';
import { defaultCountryField, hasTrunkZero, type NumberRules, type PhoneNumber, readPhoneNumber } from './phoneNumber';

export interface GivenDestination extends PhoneNumber {
	/** The user's own. */
	messageId?: string;
	/** The end of the quiet hours that the message falls into, as ISO 8601 with an offset. */
	deferredTo?: string | undefined;
}

const fromField: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyCompany',
	description:
		'Sender that the phone shows: a name (3 to 11 letters and digits in most countries) or a number (3 to 14 digits). If empty, the sender of the credential counts, or else that of your account at the service.',
};

const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +43 660 1234567',
	description:
		'Phone number with its country code, or a national number if Default Country is set. Separate several numbers with commas. An expression can also return a list of numbers, or of objects with a field to, phone or number, and optionally messageId.',
};

/** In the order of the panel. */
export const destinationFields = [toField, defaultCountryField, fromField];

export const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711',
	description:
		'Your own ID for the message, with up to 200 characters and no commas. Use each ID only once, since it identifies the message. The service returns it in its answer, logs and reports. If an item has several destinations, put the IDs into To: [{ to: "+436601234567", messageId: "order-4711" }].',
};

/** What a spreadsheet makes of a long number. A1E5 is a name. */
const SPOILT = /^\s*\d[.,]\d+e\+\d+\s*$/i;

/** Which senders a service accepts depends on the country. */
export function readSender(value: unknown, addFault: AddFault): string | undefined {
	const written = readText(value, 'from', (field, reason) => addFault(field, `${reason}: ${SENDER_RULE}`));
	if (written !== undefined && (NO_VALUE.test(written) || SPREADSHEET_ERROR.test(written)))
		addFault('from', `is ${describe(written)}; check its expression`);
	if (written !== undefined && SPOILT.test(written) && !/^\d+$/.test(cleanNumber(written).digits))
		addFault('from', `is ${describe(written)}, scientific notation; format the column as text and enter it again`);
	if (written === undefined) return undefined;
	const sender = senderForm(written);
	if (/^\d+$/.test(sender) && hasTrunkZero(written))
		addFault('from', `is ${describe(written)}; write it without brackets, as it is dialled from abroad`);
	return sender || undefined;
}

/**
 * The destinations of one message.
 * @param to one number, several separated by commas, or an array (also as JSON) of numbers or of objects with a number and perhaps a messageId
 * @param messageId the ID of the only one
 */
export function readDestinations(
	to: unknown,
	messageId: unknown,
	rules: NumberRules,
	addFault: AddFault,
): GivenDestination[] {
	const candidates = splitNumbers(to);
	if (candidates.length === 0) addFault('to', 'is empty; enter a phone number');
	const ownRules = { ...rules, isOneOfSeveral: candidates.length > 1 };
	let faults = 0;
	const addSome: AddFault = (field, reason) => {
		faults += 1;
		if (faults <= MOST_FAULTS) addFault(field, reason);
	};
	const destinations = candidates.flatMap((candidate: unknown) => readDestination(candidate, ownRules, addSome) ?? []);
	if (faults > MOST_FAULTS) addFault('to', `has ${countText(faults - MOST_FAULTS)} more faults of this kind`);
	const own = readId(messageId, 'messageId', MAX_ID_CHARACTERS, addFault);
	if (own === undefined) return destinations;
	if (ownRules.isOneOfSeveral || destinations.some((destination) => destination.messageId !== undefined))
		addFault('messageId', 'is only for one destination without an ID in To; write the IDs into To, or remove this one');
	return destinations.map((destination) => ({ ...destination, messageId: own }));
}

/** Of the numbers of one item. A text that is no list of numbers may look like millions. */
const MOST_FAULTS = 20;

/** Of a list, or of text with several; not yet of what is within an element. */
export function splitNumbers(to: unknown): unknown[] {
	if (isBlank(to)) return [];
	if (Array.isArray(to)) return to;
	if (typeof to !== 'string' || isScientific(to)) return [to];
	const parsed = /^\s*[[{]/.test(to) ? tryParseJson(to) : undefined;
	if (Array.isArray(parsed)) return parsed;
	if (isJsonObject(parsed)) return [parsed];
	return entriesOf(to);
}

/** Where an object may keep its number; the first one that is filled in counts. */
export const NUMBER_FIELDS = ['to', 'phone', 'number'];

function readDestination(candidate: unknown, rules: NumberRules, addFault: AddFault): GivenDestination | undefined {
	if (!isJsonObject(candidate)) return readPhoneNumber(candidate, rules, addFault);
	const number = NUMBER_FIELDS.map((name) => candidate[name]).find((value) => !isBlank(value));
	if (number === undefined) {
		addFault('to', `contains ${describe(candidate)} without a number; add a field named to, phone or number`);
		return undefined;
	}
	const destination = readPhoneNumber(number, rules, addFault);
	const messageId = readId(candidate.messageId, 'messageId', MAX_ID_CHARACTERS, addFault);
	return destination === undefined || messageId === undefined ? destination : { ...destination, messageId };
}

/** Longer ones are cut (public documents, version 2). */
const MAX_ID_CHARACTERS = 200;

/** What an expression writes in place of a value. Random IDs hardly ever have these with signs around them. */
const NO_PART =
	/undefined|\[object Object\]|Invalid (?:Date|Duration|Interval)|(?:^|[^A-Za-z0-9])(?:null|NaN)(?:[^A-Za-z0-9]|$)|[-_]Infinity$/;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** An ID that the service returns unchanged, and that the logs can be searched for. */
export function readId(value: unknown, field: string, mostCharacters: number, addFault: AddFault): string | undefined {
	const id = readText(value, field, addFault);
	if (id === undefined) return undefined;
	if (id.length > mostCharacters) addFault(field, `has ${id.length} characters; use at most ${mostCharacters}`);
	else if (NO_PART.test(id)) addFault(field, `is ${describe(id)}, in which a value is missing; check its expression`);
	else if (id.includes(',') || id.trim() !== id || !id.isWellFormed() || INVISIBLE.test(id))
		addFault(field, `is ${describe(id)}; remove commas, spaces at either end, and incomplete or invisible characters`);
	return id;
}
