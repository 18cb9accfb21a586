import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toIsoUtc } from '../service/dateTime';
import type { Json, JsonObject } from '../service/types';
import { separateReference, unfold } from './callbackData';
import { Patterns } from './patterns';

type FieldType = 'text' | 'integer' | 'decimal' | 'boolean' | 'dateTime';

/** An entry of the interface and the objects in it; an empty one where the entry has none. */
interface Sources {
	entry: JsonObject;
	status: JsonObject;
	error: JsonObject;
	price: JsonObject;
}

/** The clear flat fields: name, where they stand in the interface's entry, and their type. */
const FLAT_FIELDS: ReadonlyArray<readonly [name: string, read: (sources: Sources) => Json | undefined, type: FieldType]> = [
	['messageId', ({ entry }) => entry.messageId, 'text'],
	['to', ({ entry }) => entry.to, 'text'],
	['from', ({ entry }) => entry.from, 'text'],
	['text', ({ entry }) => entry.text, 'text'],
	['statusGroup', ({ status }) => status.groupName, 'text'],
	['status', ({ status }) => status.name, 'text'],
	['statusDescription', ({ status }) => status.description, 'text'],
	['statusAction', ({ status }) => status.action, 'text'],
	['errorName', ({ error }) => error.name, 'text'],
	['errorDescription', ({ error }) => error.description, 'text'],
	['errorPermanent', ({ error }) => error.permanent, 'boolean'],
	['smsCount', ({ entry }) => entry.smsCount, 'integer'],
	['mccMnc', ({ entry }) => entry.mccMnc ?? entry.mccmnc, 'text'],
	['pricePerMessage', ({ price }) => price.pricePerMessage, 'decimal'],
	['currency', ({ price }) => price.currency, 'text'],
	['sentAt', ({ entry }) => entry.sentAt, 'dateTime'],
	['doneAt', ({ entry }) => entry.doneAt, 'dateTime'],
	['callbackData', ({ entry }) => entry.callbackData, 'text'],
	['bulkId', ({ entry }) => entry.bulkId, 'text'],
	['trackingProcessKey', ({ entry }) => entry.trackingProcessKey, 'text'],
	['entityId', ({ entry }) => entry.entityId, 'text'],
	['applicationId', ({ entry }) => entry.applicationId, 'text'],
	// Not the interface's: a send operation has put it into callbackData
	['reference', () => undefined, 'text'],
];
const FIELD_NAMES = FLAT_FIELDS.map(([name]) => name);
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
	const values = FLAT_FIELDS.map(([, read, type]) => toFieldType(read(sources) ?? (requestSources && read(requestSources)), type));
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

/** Gives a value the interface's type; one that does not fit is passed on as it came, and null is no value. */
function toFieldType(value: Json | undefined, type: FieldType): IDataObject[string] {
	if (value === undefined || value === null) return undefined;
	if (type === 'text' && typeof value === 'number') return String(value);
	if (type === 'dateTime' && typeof value === 'string') return toIsoUtc(value);
	if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
	if (type === 'integer' || type === 'decimal') {
		const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
		if (isNumeric && (type === 'decimal' || Number.isSafeInteger(Number(value)))) return Number(value);
	}
	return value as IDataObject[string];
}
