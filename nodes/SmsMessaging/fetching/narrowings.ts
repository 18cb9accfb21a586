import type { Query } from '../fields/queryParameters';
import { isJsonObject } from '../service/json';
import { networkCodes } from '../service/matching';
import { STATUS_GROUPS } from '../service/statuses';
import type { JsonObject } from '../service/types';

/** A filter of the logs by which entries of one instant are told apart. */
export interface Narrowing {
	/** Query parameters that it sets. */
	parameters: string[];
	/** All values that public documents name; none where they are without end. */
	known: string[];
	valueOf(entry: JsonObject): string | undefined;
	asQuery(value: string): Query;
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The ones that part entries the most come first. */
const NARROWINGS: Narrowing[] = [
	{
		parameters: ['generalStatus'],
		// Steps on the way first: a message that moves on meanwhile is met again
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

/** Those that the user's own filters leave free. */
export function freeNarrowings(filters: Query): Narrowing[] {
	const taken = new Set(filters.map(([name]) => name));
	return NARROWINGS.filter(({ parameters }) => !parameters.some((name) => taken.has(name)));
}
