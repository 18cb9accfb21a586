import { isJsonObject } from '../service/json';
import type { Json, JsonObject } from '../service/types';

type FieldType = 'integer' | 'decimal' | 'boolean' | 'dateTime';
interface FieldTypes {
	readonly [name: string]: FieldType | FieldTypes;
}

/** interface: SentSMSReport with Status, Error and Price. Anything not listed here is text. */
const REPORT_FIELD_TYPES: FieldTypes = {
	smsCount: 'integer',
	sentAt: 'dateTime',
	doneAt: 'dateTime',
	price: { pricePerMessage: 'decimal' },
	status: { groupId: 'integer', id: 'integer' },
	error: { groupId: 'integer', id: 'integer', permanent: 'boolean' },
};
const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Gives the fields of an XML report, where everything is text, the types that they have in JSON. Date-times stay text, as in
 * JSON. An empty element for a non-text field becomes null; a value that does not fit its type stays unchanged.
 */
export function withReportTypes(report: Json): Json {
	return isJsonObject(report) ? withTypes(report, REPORT_FIELD_TYPES) : report;
}

function withTypes(fields: JsonObject, types: FieldTypes): JsonObject {
	const typed = { ...fields };
	for (const [name, type] of Object.entries(types)) {
		const value = fields[name];
		if (typeof value === 'string')
			typed[name] = typeof type === 'string' ? toType(value.trim(), type) : value.trim() || null;
		else if (isJsonObject(value) && typeof type === 'object') typed[name] = withTypes(value, type);
	}
	return typed;
}

function toType(text: string, type: FieldType): Json {
	if (text === '') return null;
	if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
	if (type === 'integer' && INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
	if (type === 'decimal' && DECIMAL.test(text) && Number.isFinite(Number(text))) return Number(text);
	return text;
}
