import { isJsonObject, type JsonObject } from '../text/json';

const MS_PER_MINUTE = 60_000;

/**
 * A request with the validity periods in the unit of the service (interface: validityPeriod; public documents contradict each other).
 * @param body the periods are in minutes
 * @param unit as the credential names it: 'milliseconds', else minutes
 */
export function withValidityUnit(body: JsonObject, unit: unknown): JsonObject {
	if (unit !== 'milliseconds' || !Array.isArray(body.messages)) return body;
	const messages = body.messages.map((message) =>
		isJsonObject(message) && typeof message.validityPeriod === 'number'
			? { ...message, validityPeriod: message.validityPeriod * MS_PER_MINUTE }
			: message,
	);
	return { ...body, messages };
}
