import type { Query } from '../fields/queryParameters';
import { withoutPlus } from '../reports/selectReports';
import { isJsonObject, type JsonObject } from '../text/json';
import { networkCodes } from '../text/matching';
import { digitsOf } from '../text/numbers';
import { knownStatusGroup } from '../api/statuses';

/** What an entry shows for a filter; undefined if it does not show it. */
const SHOWN: Record<string, (entry: JsonObject) => string | undefined> = {
	bulkId: ({ bulkId }) => textOf(bulkId),
	messageId: ({ messageId }) => textOf(messageId),
	from: ({ from }) => withoutPlus(textOf(from) ?? '') || undefined,
	to: ({ to }) => digitsOf(textOf(to) ?? '') || undefined,
	generalStatus: ({ status }) => (isJsonObject(status) ? knownStatusGroup(status) : undefined),
	mcc: (entry) => networkOf(entry)?.mcc,
	mnc: (entry) => networkOf(entry)?.mnc,
};

/**
 * Whether an entry may be what the filters ask for: a service may ignore filters that it does not know.
 * @returns false for an entry that shows another value than a filter asks for
 */
export function logFilter(query: Query): (entry: JsonObject) => boolean {
	const asked = query.flatMap(([name, value]) => {
		const show = SHOWN[name];
		const values = name.endsWith('Id') ? value.split(',') : [name === 'from' ? withoutPlus(value) : value];
		return show === undefined ? [] : [{ show, values: new Set(values) }];
	});
	return (entry) =>
		asked.every(({ show, values }) => {
			const shown = show(entry);
			return shown === undefined || values.has(shown);
		});
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}

function networkOf({ mccMnc, mccmnc }: JsonObject): ReturnType<typeof networkCodes> {
	return networkCodes(textOf(mccMnc ?? mccmnc) ?? '');
}
