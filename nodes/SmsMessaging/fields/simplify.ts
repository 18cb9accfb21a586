import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toIsoUtc } from '../service/dateTime';
import type { Json, JsonObject } from '../service/types';
import { separateReference, unfold } from './callbackData';
import { Patterns } from './patterns';

/** An entry of the interface and the objects in it; an empty one where the entry has none. */
interface Sources {
	entry: JsonObject;
	status: JsonObject;
	error: JsonObject;
	price: JsonObject;
}

/** A flat field of an item. */
interface FlatField {
	name: string;
	/** Where it stands in the interface's entry. */
	read: (sources: Sources) => Json | undefined;
	/** Gives a value the interface's type; one that does not fit is passed on as it came. */
	convert: (value: Json) => Json;
}

const FLAT_FIELDS: readonly FlatField[] = [
	{ name: 'messageId', read: ({ entry }) => entry.messageId, convert: asText },
	{ name: 'to', read: ({ entry }) => entry.to, convert: asText },
	{ name: 'from', read: ({ entry }) => entry.from, convert: asText },
	{ name: 'text', read: ({ entry }) => entry.text, convert: asText },
	{ name: 'statusGroup', read: ({ status }) => status.groupName, convert: asText },
	{ name: 'status', read: ({ status }) => status.name, convert: asText },
	{ name: 'statusDescription', read: ({ status }) => status.description, convert: asText },
	{ name: 'statusAction', read: ({ status }) => status.action, convert: asText },
	{ name: 'errorName', read: ({ error }) => error.name, convert: asText },
	{ name: 'errorDescription', read: ({ error }) => error.description, convert: asText },
	{ name: 'errorPermanent', read: ({ error }) => error.permanent, convert: asBoolean },
	{ name: 'smsCount', read: ({ entry }) => entry.smsCount, convert: asInteger },
	{ name: 'mccMnc', read: ({ entry }) => entry.mccMnc ?? entry.mccmnc, convert: asText },
	{ name: 'pricePerMessage', read: ({ price }) => price.pricePerMessage, convert: asDecimal },
	{ name: 'currency', read: ({ price }) => price.currency, convert: asText },
	{ name: 'sentAt', read: ({ entry }) => entry.sentAt, convert: asIsoUtc },
	{ name: 'doneAt', read: ({ entry }) => entry.doneAt, convert: asIsoUtc },
	{ name: 'callbackData', read: ({ entry }) => entry.callbackData, convert: asText },
	{ name: 'bulkId', read: ({ entry }) => entry.bulkId, convert: asText },
	{ name: 'trackingProcessKey', read: ({ entry }) => entry.trackingProcessKey, convert: asText },
	{ name: 'entityId', read: ({ entry }) => entry.entityId, convert: asText },
	{ name: 'applicationId', read: ({ entry }) => entry.applicationId, convert: asText },
	// Not the interface's: a send operation has put it into callbackData
	{ name: 'reference', read: () => undefined, convert: asText },
];
const FIELD_NAMES = FLAT_FIELDS.map(({ name }) => name);
const CALLBACK_DATA = FIELD_NAMES.indexOf('callbackData');
const REFERENCE = FIELD_NAMES.indexOf('reference');

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** How an entry comes out. */
export interface EntryPresentation {
	/** Whether the entry itself is left out, so that the flat fields alone come out. */
	simplify: boolean;
	/** Whether callbackData that is JSON comes out as an object or list. */
	unfoldCallbackData?: boolean;
}

/** The key under which the whole entry comes out when Simplify is off. */
export type EntryKey = 'response' | 'log' | 'report';

/**
 * One entry of the service as an item's json: flat fields, as far as the entry has them; with `simplify` off also the entry
 * untouched under `key`. The interface's own `error` never becomes a top-level key, since n8n takes that for a failed item.
 * @param entry a SMSResponseDetails, SentSMSLog or SentSMSReport
 * @param request values of the whole request that belong to each entry (bulkId, trackingProcessKey)
 */
export function presentEntry(
	key: EntryKey,
	entry: object,
	{ simplify, unfoldCallbackData = false }: EntryPresentation,
	request?: object,
): IDataObject {
	const sources = sourcesOf(entry);
	const requestSources = request && sourcesOf(request);
	const values = FLAT_FIELDS.map(({ read, convert }): IDataObject[string] => {
		const value = read(sources) ?? (requestSources && read(requestSources));
		// null is no value
		return value === undefined || value === null ? undefined : (convert(value) as IDataObject[string]);
	});
	const text = values[CALLBACK_DATA];
	if (typeof text === 'string') {
		const { reference, callbackData } = separateReference(text);
		values[REFERENCE] = reference;
		values[CALLBACK_DATA] = unfoldCallbackData && callbackData !== undefined ? (unfold(callbackData) as IDataObject) : callbackData;
	}
	const json = withFields(values);
	if (!simplify) json[key] = entry as IDataObject;
	return json;
}

/** By which fields an entry has. */
const patterns = new Patterns<number>();

/** An object with those fields that have a value. */
function withFields(values: Array<IDataObject[string]>): IDataObject {
	const fields = values.reduce<number>((bits, value, index) => (value === undefined ? bits : bits | (1 << index)), 0);
	const json = patterns.copy(fields, () => FIELD_NAMES.filter((_, index) => values[index] !== undefined)) as IDataObject;
	values.forEach((value, index) => {
		if (value !== undefined) json[FIELD_NAMES[index]!] = value;
	});
	return json;
}

function sourcesOf(entry: object): Sources {
	const own = ownFields(entry);
	return { entry: own, status: ownFields(own.status), error: ownFields(own.error), price: ownFields(own.price) };
}

/** An object that has no fields but its own, as far as the interface's names go. */
function ownFields(value: unknown): JsonObject {
	if (typeof value !== 'object' || value === null) return {};
	const prototype: unknown = Object.getPrototypeOf(value);
	return (prototype === Object.prototype || prototype === null ? value : { ...value }) as JsonObject;
}

function asText(value: Json): Json {
	return typeof value === 'number' ? String(value) : value;
}

function asIsoUtc(value: Json): Json {
	return typeof value === 'string' ? toIsoUtc(value) : value;
}

function asBoolean(value: Json): Json {
	return value === 'true' || value === 'false' ? value === 'true' : value;
}

function asDecimal(value: Json): Json {
	const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
	return isNumeric ? Number(value) : value;
}

function asInteger(value: Json): Json {
	const number = asDecimal(value);
	return Number.isSafeInteger(number) ? number : value;
}
