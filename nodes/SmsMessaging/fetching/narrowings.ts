import type { Query } from '../fields/queryParameters';
import { isJsonObject } from '../service/json';
import { networkCodes } from '../service/matching';
import { STATUS_GROUPS } from '../service/statuses';
import type { JsonObject } from '../service/types';

/** A log filter that can separate entries of the same instant. */
export interface Narrowing {
	/** The query parameters it sets. */
	parameters: string[];
	/** All values named in public documents; empty if there is no fixed set. */
	known: string[];
	valueOf(entry: JsonObject): string | undefined;
	asQuery(value: string): Query;
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The most selective ones come first. */
const NARROWINGS: Narrowing[] = [
	{
		parameters: ['generalStatus'],
		// Non-final groups first: a message that moves on in the meantime is then met again
		known: Object.keys(STATUS_GROUPS),
		valueOf: ({ status }) => (isJsonObject(status) ? textOf(status.groupName) : undefined),
		asQuery: (value) => [['generalStatus', value]],
	},
	{
		parameters: ['mcc', 'mnc'],
		known: [],
		valueOf: ({ mccMnc, mccmnc }) => {
			const codes = networkCodes(textOf(mccMnc ?? mccmnc) ?? '');
			return codes && codes.mcc + codes.mnc;
		},
		asQuery: (value) => Object.entries(networkCodes(value) ?? {}),
	},
	{ parameters: ['from'], known: [], valueOf: ({ from }) => textOf(from), asQuery: (value) => [['from', value]] },
	{
		parameters: ['bulkId'],
		known: [],
		valueOf: ({ bulkId }) => textOf(bulkId),
		asQuery: (value) => [['bulkId', value]],
	},
];

/** Those not already used by the user's own filters. */
export function freeNarrowings(filters: Query): Narrowing[] {
	const taken = new Set(filters.map(([name]) => name));
	return NARROWINGS.filter(({ parameters }) => !parameters.some((name) => taken.has(name)));
}
