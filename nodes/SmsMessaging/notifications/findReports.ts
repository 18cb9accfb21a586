import { isJsonObject } from '../service/json';
import type { Json, JsonObject } from '../service/types';

/** interface: SentSMSReport, as far as it must be known to tell a report from other things. */
export interface Report extends JsonObject {
	messageId: string | number;
	status: JsonObject;
}

export interface FoundReports {
	reports: Report[];
	/** Entries that stand beside the reports and are none. */
	othersCount: number;
}

/**
 * Finds the reports in a notification: `{results: […]}` (interface: reports response), a list, or one report by itself.
 * A report is an object with a messageId and a status object.
 * @returns an empty list where the notification says that there are none; undefined where it holds other things only
 */
export function findReports(value: Json): FoundReports | undefined {
	const entries = entriesOf(value);
	if (entries === undefined) return undefined;
	const reports = entries.filter(isReport);
	if (reports.length === 0 && entries.length > 0) return undefined;
	return { reports, othersCount: entries.length - reports.length };
}

function entriesOf(value: Json): Json[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isJsonObject(value)) return undefined;
	if (isReport(value)) return [value];
	const results = Object.hasOwn(value, 'results') ? value.results : undefined;
	if (Array.isArray(results)) return results;
	return isJsonObject(results) ? [results] : undefined;
}

function isReport(value: Json): value is Report {
	return isJsonObject(value) && isId(value.messageId) && isJsonObject(value.status);
}

function isId(value: Json | undefined): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}
