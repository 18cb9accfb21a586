import { keptEntry } from '../../api/entry';
import type { Message } from '../../api/message';
import type { GivenDestination } from '../../fields/destinations';
import { host } from '../../n8n/host';
import type { Fault, ReadItem } from '../../parameters/items';
import type { ComposedMessage } from '../compose';
import { judgeLog } from '../../api/statuses';
import type { Run } from '../run';
import { contentOf } from './identity';
import { SENT_BEFORE } from '../submit/reasons';
import { isScheduled, type Doubt, type Outcome, type Target } from './target';

/** The targets of a run. */
export interface PlannedTargets {
	/** In input order. */
	all: Target[];
	/** Not to be sent: an earlier try has their outcome, or they are left out. */
	settled: Map<Target, Outcome>;
}

/**
 * Names every destination of every message, assigns its message ID, and recalls what became of it in earlier tries.
 * With Stop, rejected targets are tried again under the same ID; in the other modes a refusal is final.
 */
export function planTargets(messages: readonly PlannedMessage[], run: Run): PlannedTargets {
	const planned: PlannedTargets = { all: [], settled: new Map() };
	const contents = new NumberedContents(run);
	const firstTo = new Map<string, Target>();
	const isSkipping = run.options.sameNumber === 'skip';
	for (const { itemIndex, composed } of messages) {
		const { message, sendAt, facts, settings } = composed;
		const isLate = hasPassed(sendAt);
		for (const destination of composed.destinations) {
			const { to, given, isUnknown } = destination;
			const original = isSkipping ? firstTo.get(to) : undefined;
			const { key, firstKey } = original === undefined ? contents.nextKey(message, destination) : NO_KEYS;
			const target: Target = {
				itemIndex,
				destination: { to, messageId: destination.messageId ?? key },
				given,
				isUnknown,
				key,
				firstKey,
				hasOwnId: destination.messageId !== undefined,
				message,
				// A skipped message has no time
				sendAt: original === undefined ? sendAt : undefined,
				facts,
				settings,
				isLate,
				doubt: original === undefined ? earlierDoubt(run, key, composed) : undefined,
			};
			planned.all.push(target);
			if (original !== undefined) {
				planned.settled.set(target, { state: 'skipped', original });
				continue;
			}
			if (isSkipping) firstTo.set(to, target);
			const outcome = recalledOutcome(run, key, to);
			if (outcome !== undefined) planned.settled.set(target, { ...outcome, isRecalled: true });
		}
	}
	return planned;
}

/** A message of an input item. */
interface PlannedMessage {
	itemIndex: number;
	composed: ComposedMessage;
}

const NO_KEYS = { key: '', firstKey: '' };

/** The outcome of an earlier try, if it is final. */
function recalledOutcome({ ledger, mode }: Run, key: string, to: string): Outcome | undefined {
	const known = ledger.find(key);
	if (known?.state === 'accepted') return { ...known, entry: keptEntry(known.entry) };
	if (known?.state !== 'refused') return undefined;
	const entry = known.entry && keptEntry(known.entry);
	// What the service calls failed is not tried again: its logs say the same of a message that was accepted
	const isFailed = entry?.to === to && judgeLog(entry) === 'accepted';
	return mode !== 'stop' || isFailed ? { ...known, ...(entry !== undefined && { entry }) } : undefined;
}

/** What earlier tries leave open about a message. */
function earlierDoubt({ ledger, isRetry, options }: Run, key: string, composed: ComposedMessage): Doubt | undefined {
	const recorded = ledger.find(key);
	const doubt = (mayResend: boolean): Doubt => ({ state: 'unknown', failure: SENT_BEFORE, mayResend });
	if (recorded?.state === 'unknown') return doubt(recorded.mayResend);
	if (!isRetry) return undefined;
	// A crashed try may have sent anything, whatever the record of the one before it says. Logs may not show a scheduled message
	return doubt(recorded !== undefined || options.ifUnclear === 'sendAgain' || !isScheduled(composed));
}

/** Numbers messages with the same content, from those that earlier runs of the execution have sent. */
class NumberedContents {
	private readonly byId = new Map<string, { firstKey: string; next: number }>();

	constructor(private readonly run: Run) {}

	nextKey(message: Message, destination: GivenDestination): { key: string; firstKey: string } {
		const { identity, ledger } = this.run;
		const id = contentOf(message, destination);
		let content = this.byId.get(id);
		if (content === undefined) {
			const firstKey = identity.messageId(id, 0);
			content = { firstKey, next: ledger.countBefore(firstKey) };
			this.byId.set(id, content);
		}
		const nth = content.next++;
		return { firstKey: content.firstKey, key: nth === 0 ? content.firstKey : identity.messageId(id, nth) };
	}
}

/** A time that was now when it was entered is no reason for a warning. */
const LATE_AFTER_MS = 60_000;

function hasPassed(sendAt: string | undefined): boolean {
	return sendAt !== undefined && Date.parse(sendAt) < host.now() - LATE_AFTER_MS;
}

type Items = Array<ReadItem<ComposedMessage>>;
type Destination = ComposedMessage['destinations'][number];

/** Makes an item faulty if one of its numbers has appeared before. */
export function reportSameNumbers(items: Items): Items {
	return reportRepeats(
		items,
		({ to }) => to,
		(to, first, itemIndex) => ({
			field: 'to',
			reason: `${to} ${first === itemIndex ? 'appears twice in this item' : `already appears in item ${first}`} (Safeguards → Same Number Twice)`,
		}),
	);
}

/** Makes an item faulty if one of the user's message IDs was used before, also in an earlier run of the execution: an ID identifies one message. */
export function reportSameIds(items: Items, { identity, ledger }: Run): Items {
	const repeats = reportRepeats(
		items,
		({ messageId }) => messageId,
		(messageId, first, itemIndex) => ({
			field: 'messageId',
			reason: `'${messageId}' ${first === itemIndex ? 'appears twice in this item' : `is already the message ID of item ${first}`}`,
		}),
	);
	return repeats.map((item) => {
		const used =
			item.faults.length > 0
				? []
				: item.value.destinations.filter(({ to, messageId }) => {
						if (messageId === undefined) return false;
						const key = identity.messageId(contentOf(item.value.message, { to, messageId }), 0);
						return ledger.countBefore(key) > 0;
					});
		const faults = used.map(({ messageId }) => ({
			field: 'messageId',
			reason: `'${messageId}' was already used in an earlier run of this node in this execution`,
		}));
		return faults.length === 0 ? item : { ...item, faults };
	});
}

/** @param faultOf for a value, the item that had it first and the item that repeats it */
function reportRepeats(
	items: Items,
	valueOf: (destination: Destination) => string | undefined,
	faultOf: (value: string, first: number, itemIndex: number) => Fault,
): Items {
	const firstItemOf = new Map<string, number>();
	return items.map((item) => {
		const { itemIndex, value, faults } = item;
		if (faults.length > 0) return item;
		const found: Fault[] = [];
		const own = new Set<string>();
		for (const destination of value.destinations) {
			const one = valueOf(destination);
			if (one === undefined) continue;
			const first = own.has(one) ? itemIndex : firstItemOf.get(one);
			own.add(one);
			if (first !== undefined) found.push(faultOf(one, first, itemIndex));
		}
		if (found.length > 0) return { ...item, faults: found };
		for (const one of own) firstItemOf.set(one, itemIndex);
		return item;
	});
}
