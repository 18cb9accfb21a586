import { isJsonObject, tryParseHarmlessJson, type Json } from '../text/json';
import type { Extent } from '../text/limits';

/** A user-supplied key for what a message belongs to, for example the ID of a table row. */
export type Reference = string | number;

/** The key that distinguishes JSON that this node put into callbackData from the user's own. */
const REFERENCE_KEY = 'n8nReference';
const CALLBACK_DATA_KEY = 'callbackData';

/** callbackData (interface: TextMessage) that carries a reference along with the user's own callback data. */
export function withReference(reference: Reference | undefined, callbackData: string | undefined): string | undefined {
	if (reference === undefined) return callbackData;
	return JSON.stringify({
		[REFERENCE_KEY]: reference,
		...(callbackData !== undefined && { [CALLBACK_DATA_KEY]: callbackData }),
	});
}

/** Splits what `withReference` has combined; any other callback data is left as it is. @param extent of all callback data that came together */
export function separateReference(
	callbackData: string,
	extent?: Extent,
): { reference?: Reference; callbackData?: string } {
	const envelope = callbackData.includes(REFERENCE_KEY) ? tryParseHarmlessJson(callbackData, extent) : undefined;
	if (!isJsonObject(envelope)) return { callbackData };
	const { [REFERENCE_KEY]: reference, [CALLBACK_DATA_KEY]: own, ...others } = envelope;
	if (!isReference(reference) || Object.keys(others).length > 0) return { callbackData };
	if (own === undefined) return { reference };
	return typeof own === 'string' ? { reference, callbackData: own } : { callbackData };
}

/** The object or list if the text is its JSON; otherwise the text. @param extent of all callback data that came together */
export function unfold(callbackData: string, extent?: Extent): Json {
	const value = tryParseHarmlessJson(callbackData, extent);
	return isJsonObject(value) || Array.isArray(value) ? value : callbackData;
}

function isReference(value: unknown): value is Reference {
	return typeof value === 'string' || typeof value === 'number';
}
