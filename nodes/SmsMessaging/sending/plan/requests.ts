import { addExtraFields } from '../../fields/extraFields';
import type { Destination, JsonObject } from '../../service/types';
import type { Batch, Target } from './target';

/** Limits what one request carries, since the interface names no limit. */
const MAX_DESTINATIONS_PER_REQUEST = 1000;
const MAX_CHARACTERS_PER_REQUEST = 1_000_000;

interface RequestLimits {
	/** Maximum number of messages in one request. */
	messagesPerRequest: number;
	/** Whether no request may have two messages to one number: nothing else shows which entry of the answer is about which. */
	isOnePerNumber: boolean;
}

/** A request that takes further targets. */
class OpenBatch implements Batch {
	readonly targets: Target[] = [];
	private messages = 0;
	private characters = 0;
	private readonly numbers = new Set<string>();

	constructor(
		readonly settings: Batch['settings'],
		readonly bulkId: string,
		private readonly limits: RequestLimits,
	) {}

	private isNew({ message }: Target): boolean {
		return this.targets.at(-1)?.message !== message;
	}

	hasRoomFor(target: Target): boolean {
		const { messagesPerRequest, isOnePerNumber } = this.limits;
		if (this.targets.length >= MAX_DESTINATIONS_PER_REQUEST) return false;
		if (isOnePerNumber && this.numbers.has(target.destination.to)) return false;
		// The next part of a message that is in the request needs no more room
		if (!this.isNew(target)) return true;
		return this.messages < messagesPerRequest && this.characters + lengthOf(target) <= MAX_CHARACTERS_PER_REQUEST;
	}

	add(target: Target): void {
		if (this.isNew(target)) {
			this.messages += 1;
			this.characters += lengthOf(target);
		}
		this.targets.push(target);
		if (this.limits.isOnePerNumber) this.numbers.add(target.destination.to);
	}
}

const lengthOf = ({ message }: Target) => JSON.stringify(message).length;

/**
 * Groups targets with the same request settings into shared requests, in input order. A message with more destinations
 * than one request may carry is split across several.
 * @param nextBulkId provides the ID for a request without a user-supplied one
 */
export function planRequests(targets: readonly Target[], limits: RequestLimits, nextBulkId: () => string): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string, OpenBatch>();
	const keys = new Map<Batch['settings'], string>();
	for (const target of targets) {
		const { settings } = target;
		// Settings without an expression are the same object for every item
		const key = keys.get(settings) ?? JSON.stringify(settings);
		keys.set(settings, key);
		let batch = open.get(key);
		if (batch?.hasRoomFor(target) !== true) {
			batch = new OpenBatch(settings, settings.bulkId ?? nextBulkId(), limits);
			open.set(key, batch);
			batches.push(batch);
		}
		batch.add(target);
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
