import { isJsonObject, type Json, type JsonObject } from '../text/json';

type FieldType = 'integer' | 'decimal' | 'boolean' | 'dateTime' | 'name';
interface FieldTypes {
	readonly [name: string]: FieldType | FieldTypes;
}

/** Of a status or an error. */
const STATE_FIELD_TYPES: FieldTypes = {
	groupId: 'integer',
	groupName: 'name',
	id: 'integer',
	name: 'name',
	description: 'name',
	action: 'name',
	permanent: 'boolean',
};
/** interface: SentSMSReport with Status, Error and Price. Anything not listed here is text, whose spaces count. */
const REPORT_FIELD_TYPES: FieldTypes = {
	bulkId: 'name',
	messageId: 'name',
	to: 'name',
	from: 'name',
	mccMnc: 'name',
	smsCount: 'integer',
	sentAt: 'dateTime',
	doneAt: 'dateTime',
	price: { pricePerMessage: 'decimal', currency: 'name' },
	status: STATE_FIELD_TYPES,
	error: STATE_FIELD_TYPES,
	entityId: 'name',
	applicationId: 'name',
};
const INTEGER = /^[+-]?\d+$/;
/** The characters of decimal numbers; other notations have letters. */
const DECIMAL = /^[-+.eE\d]+$/;

/**
 * Gives the fields of an XML report, where everything is text, the types that they have in JSON. Date-times stay text, as in
 * JSON. Names lose the spaces and line ends of an indented document. An empty element for any other field that is not text becomes null;
 * a value that does not fit its type stays unchanged.
 */
export function withReportTypes(report: Json): Json {
	return isJsonObject(report) ? withTypes(report, REPORT_FIELD_TYPES) : report;
}

function withTypes(fields: JsonObject, types: FieldTypes): JsonObject {
	const typed = { ...fields };
	for (const [name, type] of Object.entries(types)) {
		const value = fields[name];
		if (typeof value === 'string') typed[name] = toType(value.trim(), type);
		else if (isJsonObject(value) && typeof type === 'object') typed[name] = withTypes(value, type);
	}
	return typed;
}

function toType(text: string, type: FieldType | FieldTypes): Json {
	if (type === 'name') return text;
	if (text === '') return null;
	if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
	if (type === 'integer' && INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
	if (type === 'decimal' && DECIMAL.test(text) && Number.isFinite(Number(text))) return Number(text);
	return text;
}
