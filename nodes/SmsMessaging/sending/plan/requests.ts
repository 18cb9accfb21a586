import { addExtraFields } from '../../fields/extraFields';
import type { Destination, JsonObject } from '../../service/types';
import type { Batch, Target } from './target';

/** Limits what one request carries, since the interface names no limit. */
const MAX_DESTINATIONS_PER_REQUEST = 1000;
const MAX_CHARACTERS_PER_REQUEST = 1_000_000;

/**
 * Groups targets with the same request settings into shared requests, in input order. A message with more destinations
 * than one request may carry is split across several.
 * @param messagesPerRequest maximum number of messages in one request
 * @param nextBulkId provides the ID for a request without a user-supplied one
 */
export function planRequests(targets: Target[], messagesPerRequest: number, nextBulkId: () => string): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<
		string,
		Batch & { targets: Target[]; messages: number; characters: number; ownIds: Set<string> }
	>();
	const keys = new Map<Batch['settings'], string>();
	for (const target of targets) {
		const { settings, hasOwnId, destination } = target;
		// Settings without an expression are the same object for every item
		const key = keys.get(settings) ?? JSON.stringify(settings);
		keys.set(settings, key);
		let batch = open.get(key);
		const isNewMessage = batch?.targets.at(-1)?.message !== target.message;
		const characters = isNewMessage ? JSON.stringify(target.message).length : 0;
		if (
			batch === undefined ||
			(isNewMessage &&
				(batch.messages >= messagesPerRequest || batch.characters + characters > MAX_CHARACTERS_PER_REQUEST)) ||
			batch.targets.length >= MAX_DESTINATIONS_PER_REQUEST ||
			// Otherwise nobody could tell which response entry belongs to which message
			(hasOwnId && batch.ownIds.has(destination.messageId ?? ''))
		) {
			batch = {
				settings,
				bulkId: settings.bulkId ?? nextBulkId(),
				targets: [],
				messages: 0,
				characters: 0,
				ownIds: new Set(),
			};
			open.set(key, batch);
			batches.push(batch);
		}
		// A message may continue from the previous request
		if (isNewMessage || batch.targets.length === 0) {
			batch.messages += 1;
			batch.characters += isNewMessage ? characters : JSON.stringify(target.message).length;
		}
		batch.targets.push(target);
		if (hasOwnId) batch.ownIds.add(destination.messageId ?? '');
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
