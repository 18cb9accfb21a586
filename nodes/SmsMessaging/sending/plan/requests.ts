import { addExtraFields } from '../../fields/extraFields';
import type { Destination } from '../../api/types';
import type { Batch, Target } from './target';
import type { JsonObject } from '../../text/json';

/** Limits what one request carries, since the interface names no limit. */
const MAX_DESTINATIONS_PER_REQUEST = 1000;

interface RequestLimits {
	/** Maximum number of messages in one request. */
	messagesPerRequest: number;
	/** Whether no request may have two messages to one number: nothing else shows which entry of the answer is about which. */
	isOnePerNumber: boolean;
}

/** A request that takes further targets. */
type OpenBatch = Batch & { targets: Target[]; messages: number; numbers: Set<string> };

/**
 * Groups targets with the same request settings into shared requests, in input order. A message with more destinations
 * than one request may carry is split across several.
 * @param nextBulkId provides the ID for a request without a user-supplied one
 */
export function planRequests(
	targets: readonly Target[],
	{ messagesPerRequest, isOnePerNumber }: RequestLimits,
	nextBulkId: () => string,
): Batch[] {
	const batches: OpenBatch[] = [];
	const open = new Map<string, OpenBatch>();
	for (const target of targets) {
		const { settings, message, destination } = target;
		const key = JSON.stringify(settings);
		let batch = open.get(key);
		const isNewMessage = batch?.targets.at(-1)?.message !== message;
		if (
			batch === undefined ||
			batch.targets.length >= MAX_DESTINATIONS_PER_REQUEST ||
			(isNewMessage && batch.messages >= messagesPerRequest) ||
			(isOnePerNumber && batch.numbers.has(destination.to))
		) {
			batch = { settings, bulkId: settings.bulkId ?? nextBulkId(), targets: [], messages: 0, numbers: new Set() };
			open.set(key, batch);
			batches.push(batch);
		}
		// A message may continue from the previous request
		if (isNewMessage || batch.targets.length === 0) batch.messages += 1;
		batch.targets.push(target);
		if (isOnePerNumber) batch.numbers.add(destination.to);
	}
	return batches;
}

/** The targets of a batch grouped by message, in order: one element per element of the request's `messages`. */
export function byMessage(targets: readonly Target[]): Target[][] {
	const groups: Target[][] = [];
	for (const target of targets) {
		const last = groups.at(-1);
		if (last?.[0]?.message === target.message) last.push(target);
		else groups.push([target]);
	}
	return groups;
}

/** The request's body (interface: Send request). */
export function requestBody({ settings: { extraFields, ...settings }, bulkId, targets }: Batch): JsonObject {
	const messages = byMessage(targets).map(
		(group): JsonObject => ({
			...group[0]?.message,
			destinations: group.map(({ destination }): Destination => destination),
		}),
	);
	return addExtraFields({ ...settings, bulkId, messages }, extraFields);
}
