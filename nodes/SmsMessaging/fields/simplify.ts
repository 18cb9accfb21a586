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
];
const FIELD_PATHS = FLAT_FIELDS.map(([name, paths, type]) => ({
	name,
	paths: paths.map((path) => path.split('.')),
	type,
}));

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
	request: object = {},
): IDataObject {
	const json: IDataObject = {};
	for (const { name, paths, type } of FIELD_PATHS) {
		const value = firstValue(entry, paths) ?? firstValue(request, paths);
		if (value !== undefined) json[name] = toFieldType(value, type);
	}
	if (typeof json.callbackData === 'string') presentCallbackData(json, json.callbackData, unfoldCallbackData);
	if (!simplify) json[key] = entry as IDataObject;
	return json;
}

/** Gives back the reference that a send operation has put into callbackData. */
function presentCallbackData(json: IDataObject, text: string, isUnfolded: boolean): void {
	const { reference, callbackData } = separateReference(text);
	if (reference !== undefined) json.reference = reference;
	if (callbackData === undefined) delete json.callbackData;
	else json.callbackData = isUnfolded ? (unfold(callbackData) as IDataObject) : callbackData;
}

function firstValue(entry: object, paths: string[][]): unknown {
	for (const path of paths) {
		let value: unknown = entry;
		for (const step of path) value = ownValue(value, step);
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
