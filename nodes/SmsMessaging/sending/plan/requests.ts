import { addExtraFields } from '../../fields/extraFields';
import type { Destination, JsonObject } from '../../service/types';
import type { Batch, Target } from './target';

/** A bound on what one request carries, since the interface names none. */
const MAX_DESTINATIONS_PER_REQUEST = 1000;
const MAX_CHARACTERS_PER_REQUEST = 1_000_000;

/**
 * Puts targets whose request settings agree into shared requests, in the order of the input. A message whose destinations
 * alone exceed what a request may carry travels in several.
 * @param messagesPerRequest at most so many messages stand in one request
 * @param nextBulkId gives the ID of a request that has none of the user's
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
			// Nobody could tell whose entry is whose
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
		batch.targets.push(target);
		if (hasOwnId) batch.ownIds.add(destination.messageId ?? '');
		if (isNewMessage) batch.messages += 1;
		batch.characters += characters;
	}
	return batches;
}

/** The targets of a batch by message, in order: one element for each element of the request's `messages`. */
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
