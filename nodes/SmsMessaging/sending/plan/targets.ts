import type { GivenDestination } from '../../fields/destinations';
import { host } from '../../n8n/host';
import type { Fault, ReadItem } from '../../parameters/items';
import type { ComposedMessage } from '../compose';
import { earlierDoubt, mayHaveSent, recalled } from '../decide';
import type { Run } from '../run';
import { contentOf, messageOf } from './identity';
import type { Outcome, Skipped, Target } from './target';

export interface PlannedTargets {
	/** In input order. */
	all: Target[];
	/** Not to be sent: an earlier try has their outcome, or they are left out. */
	settled: Map<Target, Outcome>;
}

/** Names every destination of every message, assigns its message ID, and recalls what became of it in earlier tries. */
export function planTargets(
	messages: ReadonlyArray<{ itemIndex: number; composed: ComposedMessage }>,
	run: Run,
): PlannedTargets {
	const planned: PlannedTargets = { all: [], settled: new Map() };
	const nextKey = numberedKeys(run);
	const firstTo = new Map<string, Target>();
	const { sameNumber, skipped: listed } = run.options;
	const skippedFor = (to: string): Skipped | undefined => {
		if (listed.numbers.has(to)) return { state: 'skipped', reason: 'listed' };
		const original = sameNumber === 'skip' ? firstTo.get(to) : undefined;
		return original && { state: 'skipped', reason: 'sameNumber', original };
	};
	for (const { itemIndex, composed } of messages) {
		const { message, sendAt, facts, settings, ownSender, source } = composed;
		const isLate = hasPassed(sendAt);
		const content = contentOf({ sender: ownSender, content: message.content }, source);
		for (const destination of composed.destinations) {
			const { to, given, isOutsidePlan } = destination;
			const keys = nextKey(content, destination);
			const excluded = skippedFor(to);
			// Leaving it out now does not undo what an earlier try has sent, of which a crash leaves no record
			const isOpen = mayHaveSent(run, keys.key) || (run.isRetry && excluded?.reason === 'listed');
			const skipped = isOpen ? undefined : excluded;
			const { key, firstKey } = skipped === undefined ? keys : NO_KEYS;
			const time = destination.deferredTo ?? sendAt;
			const target: Target = {
				itemIndex,
				destination: { to, messageId: destination.messageId ?? key },
				given,
				isOutsidePlan,
				key,
				firstKey,
				hasOwnId: destination.messageId !== undefined,
				message,
				// A skipped message has no time
				sendAt: skipped === undefined ? time : undefined,
				deferredTo: skipped === undefined ? destination.deferredTo : undefined,
				facts,
				isVarying: source !== undefined || destination.messageId !== undefined,
				settings,
				isLate: isLate && destination.deferredTo === undefined,
				doubt: skipped === undefined ? earlierDoubt(run, key, { message, sendAt: time, settings }) : undefined,
				excluded,
			};
			planned.all.push(target);
			if (skipped !== undefined) {
				planned.settled.set(target, skipped);
				continue;
			}
			firstTo.set(to, target);
			const outcome = recalled(run, key, to);
			if (outcome !== undefined) planned.settled.set(target, { ...outcome, isRecalled: true });
		}
	}
	return planned;
}

const NO_KEYS = { key: '', firstKey: '' };

/** Numbers messages with the same content, from those that earlier runs of the execution have sent. */
function numberedKeys({ identity, ledger }: Run) {
	const contents = new Map<string, { firstKey: string; next: number }>();
	return (content: string, destination: GivenDestination): { key: string; firstKey: string } => {
		const message = messageOf(content, destination);
		// An agent may use an ID of its own for several people
		const id = identity.isCall ? JSON.stringify([message, destination.to]) : message;
		const firstKey = contents.get(id)?.firstKey ?? identity.messageId(id, 0);
		const nth = contents.get(id)?.next ?? ledger.countBefore(firstKey);
		contents.set(id, { firstKey, next: nth + 1 });
		return { firstKey, key: nth === 0 ? firstKey : identity.messageId(id, nth) };
	};
}

/** A time that was now when it was entered is no reason for a warning. */
const LATE_AFTER_MS = 60_000;

const hasPassed = (sendAt: string | undefined): boolean =>
	sendAt !== undefined && Date.parse(sendAt) < host.now() - LATE_AFTER_MS;

type Items = Array<ReadItem<ComposedMessage>>;

/**
 * Makes an item faulty if one of its numbers has appeared before and may not, or if one of the user's message IDs was used before, also in
 * an earlier run of the execution: an ID identifies one message. Faulty items and skipped destinations do not count.
 */
export function reportRepeats(items: Items, { identity, ledger, options: { sameNumber, skipped } }: Run): Items {
	const numbers = new Map<string, number>();
	const ids = new Map<string, number>();
	return items.map((item) => {
		const { itemIndex, value, faults } = item;
		if (faults.length > 0) return item;
		const found: Fault[] = [];
		const ownNumbers = new Set<string>();
		const ownIds = new Set<string>();
		for (const { to, messageId } of value.destinations) {
			if (skipped.numbers.has(to)) continue;
			const firstTo = ownNumbers.has(to) ? itemIndex : numbers.get(to);
			ownNumbers.add(to);
			if (sameNumber === 'report' && firstTo !== undefined) {
				const where = firstTo === itemIndex ? 'appears twice in this item' : `already appears in item ${firstTo}`;
				found.push({ field: 'to', reason: `${to} ${where} (Safeguards → Same Number Twice)` });
			}
			if (messageId === undefined || (sameNumber === 'skip' && firstTo !== undefined)) continue;
			const first = ownIds.has(messageId) ? itemIndex : ids.get(messageId);
			ownIds.add(messageId);
			const isUsed = ledger.countBefore(identity.messageId(messageOf('', { to, messageId }), 0)) > 0;
			if (!isUsed && first === undefined) continue;
			const where = isUsed
				? 'was already used in an earlier run of this node in this execution'
				: first === itemIndex
					? 'appears twice in this item'
					: `is already the message ID of item ${first}`;
			found.push({ field: 'messageId', reason: `'${messageId}' ${where}` });
		}
		if (found.length > 0) return { ...item, faults: found };
		for (const to of ownNumbers) numbers.set(to, itemIndex);
		for (const id of ownIds) ids.set(id, itemIndex);
		return item;
	});
}
