import { isJsonObject, tryParseHarmlessJson } from './json';
import type { Json } from './types';

/** A key of the user's own for what a message belongs to, for example the ID of a table's row. */
export type Reference = string | number;

/** The key by which JSON that this node put into callbackData is told apart from a user's own. */
const REFERENCE_KEY = 'n8nReference';
const CALLBACK_DATA_KEY = 'callbackData';

/** callbackData (interface: TextMessage) that carries a reference, and beside it the user's own callback data. */
export function withReference(reference: Reference | undefined, callbackData: string | undefined): string | undefined {
	if (reference === undefined) return callbackData;
	return JSON.stringify({
		[REFERENCE_KEY]: reference,
		...(callbackData !== undefined && { [CALLBACK_DATA_KEY]: callbackData }),
	});
}

/** Takes apart what `withReference` has put together; all other callback data stays as it is. */
export function separateReference(callbackData: string): { reference?: Reference; callbackData?: string } {
	const envelope = callbackData.includes(REFERENCE_KEY) ? tryParseHarmlessJson(callbackData) : undefined;
	if (!isJsonObject(envelope)) return { callbackData };
	const { [REFERENCE_KEY]: reference, [CALLBACK_DATA_KEY]: own, ...others } = envelope;
	if (!isReference(reference) || Object.keys(others).length > 0) return { callbackData };
	if (own === undefined) return { reference };
	return typeof own === 'string' ? { reference, callbackData: own } : { callbackData };
}

/** The object or list that the text is the JSON of; else the text. */
export function unfold(callbackData: string): Json {
	const value = tryParseHarmlessJson(callbackData);
	return isJsonObject(value) || Array.isArray(value) ? value : callbackData;
}

function isReference(value: unknown): value is Reference {
	return typeof value === 'string' || typeof value === 'number';
}
