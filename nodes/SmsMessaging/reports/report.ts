import { isJsonObject, type Json, type JsonObject } from '../text/json';

/** interface: SentSMSReport, with only the fields needed to tell a report from other things. */
export interface Report extends JsonObject {
	messageId: string | number;
	status: JsonObject;
}

/** Whether a value is a delivery report: an object with a messageId and a status object. */
export function isReport(value: Json): value is Report {
	return isJsonObject(value) && isId(value.messageId) && isJsonObject(value.status);
}

/** Whether a value can be an ID or a number: digits, or a text that is not blank. */
export function isId(value: Json | undefined): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/**
 * Two entries with the same key agree in all fields, even if one came as JSON and the other as XML: numbers may be text, a field
 * without a value may be missing, and the order of fields does not matter.
 */
export function contentKey(entry: JsonObject): string {
	return JSON.stringify(comparable(entry));
}

/** Removes any differences between JSON and XML; undefined for a value that says nothing. */
function comparable(value: Json | undefined): Json | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	if (Array.isArray(value)) return value.map((element) => comparable(element) ?? null);
	if (!isJsonObject(value)) return String(value);
	const names = Object.keys(value).sort();
	const fields = names
		.map((name) => [name, comparable(value[name])] as const)
		.filter(([, field]) => field !== undefined);
	return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
