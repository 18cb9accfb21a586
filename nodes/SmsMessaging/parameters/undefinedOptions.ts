import { isJsonObject } from '../service/json';
import type { Fault } from './items';

/** Parameters that have to be filled in: whoever reads them says so in better words. */
const REQUIRED: readonly string[] = ['to', 'text', 'hex'];
/** Options that hold a structure of the user's own. */
const STRUCTURES: readonly string[] = ['extraFields', 'callbackData'];
/** The one parameter that is a list by itself, without a collection around it. */
const LIST_PARAMETER = 'queryParameters';

const REASON = "is undefined; check its expression (to leave it out in some items, write {{ … ?? '' }})";

/**
 * The options that the user added and whose expression gives undefined, at every depth. Not sending them would drop a setting
 * because of a mistyped name; null and '' are what tables have in an empty cell, and stay "not filled in".
 */
export function undefinedOptions(parameter: string, value: unknown): Fault[] {
	if (value === undefined) return REQUIRED.includes(parameter) ? [] : [{ field: parameter, reason: REASON }];
	if (parameter === LIST_PARAMETER) return inFixedCollection(parameter, value);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([option, optionValue]) => {
		if (optionValue === undefined)
			return [{ field: option === 'extraFields' ? extraFieldsName(parameter) : option, reason: REASON }];
		return STRUCTURES.includes(option) ? [] : inFixedCollection(option, optionValue);
	});
}

/** A fixed collection holds its parts, or a list of entries, under the name of a group. */
function inFixedCollection(field: string, value: unknown): Fault[] {
	if (!isJsonObject(value)) return [];
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
		value === undefined ? [{ field, reason: `entry ${index + 1}: '${part}' ${REASON}` }] : [],
	);
}

/** What the messages of faults call the extra fields of a collection, since two collections have them. */
export function extraFieldsName(collection: string): string {
	return `${collection === 'requestOptions' ? 'Request' : 'Message Options'} → Extra Fields`;
}
