import { isJsonObject } from '../service/json';
import type { Json, JsonObject } from '../service/types';

/** interface: SentSMSReport, as far as it must be known to tell a report from other things. */
export interface Report extends JsonObject {
	messageId: string | number;
	status: JsonObject;
}

/** Whether a value is a delivery report: an object with a messageId and a status object. */
export function isReport(value: Json): value is Report {
	return isJsonObject(value) && isId(value.messageId) && isJsonObject(value.status);
}

function isId(value: Json | undefined): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** Two reports with the same key say the same of the same message, also where one came as JSON and the other as XML. */
export function reportKey({ messageId, to, status, error }: Report): string {
	const facts = [messageId, to, ...namesOf(status), ...namesOf(error)];
	return JSON.stringify(facts.map((fact = null) => (typeof fact === 'object' ? fact : String(fact))));
}

function namesOf(value: Json | undefined): Array<Json | undefined> {
	return isJsonObject(value) ? [value.groupId, value.id, value.name] : [null, null, null];
}
