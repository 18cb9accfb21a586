import { isJsonObject } from '../text/json';
import type { Fault } from './items';

/** Required parameters: their readers report it with a better message. */
const REQUIRED: readonly string[] = ['to', 'text', 'hex', 'base64', 'ucs2Text'];
/** Options that hold a structure defined by the user. */
const STRUCTURES: readonly string[] = ['callbackData', 'extraFields.message', 'extraFields.request'];
/** The only parameter that is a list without a collection around it. */
const LIST_PARAMETER = 'queryParameters';

const REASON = "is undefined; check its expression (to omit it for some items, write {{ … ?? '' }})";

/**
 * Options that the user added but whose expression evaluates to undefined, at every depth. Omitting them would drop a setting
 * because of a mistyped name; null and '' are what empty table cells contain, and still count as "not filled in".
 */
export function undefinedOptions(parameter: string, value: unknown): Fault[] {
	if (value === undefined) return REQUIRED.includes(parameter) ? [] : [{ field: parameter, reason: REASON }];
	if (parameter === LIST_PARAMETER) return inFixedCollection(parameter, value);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([option, optionValue]) => {
		if (optionValue === undefined) return [{ field: option, reason: REASON }];
		return inFixedCollection(option, optionValue);
	});
}

/** A fixed collection keeps its parts, or a list of entries, under a group's name. */
function inFixedCollection(field: string, value: unknown): Fault[] {
	if (STRUCTURES.includes(field) || !isJsonObject(value)) return [];
	return Object.values(value).flatMap((group) => {
		if (group === undefined) return [{ field, reason: REASON }];
		if (Array.isArray(group)) return group.flatMap((entry, index) => inEntry(field, entry, index));
		if (!isJsonObject(group)) return [];
		return Object.entries(group).flatMap(([part, partValue]) =>
			partValue === undefined
				? [{ field: `${field}.${part}`, reason: REASON }]
				: inFixedCollection(`${field}.${part}`, partValue),
		);
	});
}

function inEntry(field: string, entry: unknown, index: number): Fault[] {
	if (!isJsonObject(entry)) return [];
	return Object.entries(entry).flatMap(([part, value]) =>
		value === undefined ? [{ field: `${field}.${part}`, reason: `of entry ${index + 1} ${REASON}` }] : [],
	);
}
