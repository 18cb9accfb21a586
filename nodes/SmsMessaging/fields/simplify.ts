import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toIsoUtc } from '../service/dateTime';
import { separateReference, unfold } from './callbackData';

type FieldType = 'text' | 'integer' | 'decimal' | 'boolean' | 'dateTime';

/** The clear flat fields: name, where they stand in the interface's entry (first that is there), and their type. */
const FLAT_FIELDS: ReadonlyArray<readonly [name: string, paths: readonly string[], type: FieldType]> = [
	['messageId', ['messageId'], 'text'],
	['to', ['to'], 'text'],
	['from', ['from'], 'text'],
	['text', ['text'], 'text'],
	['statusGroup', ['status.groupName'], 'text'],
	['status', ['status.name'], 'text'],
	['statusDescription', ['status.description'], 'text'],
	['statusAction', ['status.action'], 'text'],
	['errorName', ['error.name'], 'text'],
	['errorDescription', ['error.description'], 'text'],
	['errorPermanent', ['error.permanent'], 'boolean'],
	['smsCount', ['smsCount'], 'integer'],
	['mccMnc', ['mccMnc', 'mccmnc'], 'text'],
	['pricePerMessage', ['price.pricePerMessage'], 'decimal'],
	['currency', ['price.currency'], 'text'],
	['sentAt', ['sentAt'], 'dateTime'],
	['doneAt', ['doneAt'], 'dateTime'],
	['callbackData', ['callbackData'], 'text'],
	['bulkId', ['bulkId'], 'text'],
	['trackingProcessKey', ['trackingProcessKey'], 'text'],
	['entityId', ['entityId'], 'text'],
	['applicationId', ['applicationId'], 'text'],
	// Not the interface's: a send operation has put it into callbackData
	['reference', [], 'text'],
];
type Path = [name: string, innerName?: string];
const FIELD_PATHS = FLAT_FIELDS.map(([, paths, type]) => ({ paths: paths.map((path) => path.split('.') as Path), type }));
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
	const values: Array<IDataObject[string]> = FIELD_PATHS.map(({ paths, type }) => toFieldType(firstValue(entry, paths) ?? (request && firstValue(request, paths)), type));
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

/** Objects with the fields that entries have, by which fields these are. */
const patterns = new Map<number, IDataObject>();

/**
 * An object with those fields that have a value. It begins as a copy of one with the same fields: an object that gets them one
 * after the other takes ten times as long in n8n, where the engine has known so many kinds of objects that it does not plan for more.
 */
function withFields(values: Array<IDataObject[string]>): IDataObject {
	let fields = 0;
	for (let index = 0; index < values.length; index++) if (values[index] !== undefined) fields |= 1 << index;
	let pattern = patterns.get(fields);
	if (pattern === undefined) {
		const names = FIELD_NAMES.filter((_, index) => values[index] !== undefined);
		pattern = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as IDataObject;
		patterns.set(fields, pattern);
	}
	const json = { ...pattern };
	for (let index = 0; index < values.length; index++) if (values[index] !== undefined) json[FIELD_NAMES[index]!] = values[index];
	return json;
}

function firstValue(entry: object, paths: Path[]): unknown {
	for (const [name, innerName] of paths) {
		const outer = ownValue(entry, name);
		const value = innerName === undefined ? outer : ownValue(outer, innerName);
		if (value !== undefined && value !== null) return value;
	}
	return undefined;
}

/** Looks first, since most fields are not there, and asking for own ones takes longer. */
function ownValue(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	const found = (value as Record<string, unknown>)[name];
	return found !== undefined && Object.hasOwn(value, name) ? found : undefined;
}

/** Gives a value the interface's type; one that does not fit is passed on as it came. */
function toFieldType(value: unknown, type: FieldType): IDataObject[string] {
	if (type === 'text' && typeof value === 'number') return String(value);
	if (type === 'dateTime' && typeof value === 'string') return toIsoUtc(value);
	if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
	if (type === 'integer' || type === 'decimal') {
		const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
		if (isNumeric && (type === 'decimal' || Number.isSafeInteger(Number(value)))) return Number(value);
	}
	return value as IDataObject[string];
}
