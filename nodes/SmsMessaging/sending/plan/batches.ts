import type { Request } from '../../api/message';
import type { Run } from '../run';
import type { Batch, Target } from './target';

/** Limits what one request carries, since the interface names no limit. */
const MAX_DESTINATIONS_PER_REQUEST = 1000;

type OpenBatch = Batch & { targets: Target[]; messages: number };

/**
 * Groups targets with the same request settings into shared requests, in input order. A message with more destinations than one request
 * may carry is split across several.
 */
export function batchesFor({ options, service, identity, ledger }: Run, targets: readonly Target[]): Batch[] {
	const batches: OpenBatch[] = [];
	const open = new Map<string, OpenBatch>();
	for (const target of targets) {
		const { settings, sendAt } = target;
		const key = JSON.stringify([settings, service.dialect.hasOneSendAt && sendAt]);
		let batch = open.get(key);
		const isNewMessage = !isSameMessage(batch?.targets.at(-1), target);
		if (
			batch === undefined ||
			settings.isForOne ||
			batch.targets.length >= MAX_DESTINATIONS_PER_REQUEST ||
			(isNewMessage && batch.messages >= options.messagesPerRequest)
		) {
			const bulkId = settings.bulkId ?? identity.bulkId(ledger.nextRequestNumber());
			batch = { settings, bulkId, targets: [], messages: 0 };
			open.set(key, batch);
			batches.push(batch);
		}
		// A message may continue from the previous request
		if (isNewMessage || batch.targets.length === 0) batch.messages += 1;
		batch.targets.push(target);
	}
	return batches;
}

/** Whether they share an element of a request's `messages`. */
const isSameMessage = (one: Target | undefined, { message, sendAt }: Target): boolean =>
	one !== undefined && one.message === message && one.sendAt === sendAt;

/** The targets of a batch grouped by message, in order: one element per element of the request's `messages`. */
export function byMessage(targets: readonly Target[]): Target[][] {
	const groups: Target[][] = [];
	for (const target of targets) {
		const last = groups.at(-1);
		if (isSameMessage(last?.[0], target)) last!.push(target);
		else groups.push([target]);
	}
	return groups;
}

export function requestOf({ settings, bulkId, targets }: Batch): Request {
	const messages = byMessage(targets).map((group) => ({
		message: group[0]!.message,
		sendAt: group[0]!.sendAt,
		destinations: group.map(({ destination }) => destination),
	}));
	return { settings, bulkId, messages };
}
