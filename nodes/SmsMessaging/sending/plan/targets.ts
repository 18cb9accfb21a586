import { keptEntry } from '../../api/entry';
import type { Message } from '../../api/message';
import type { GivenDestination } from '../../fields/destinations';
import { host } from '../../n8n/host';
import type { ComposedMessage } from '../compose';
import { judgeLog } from '../../api/statuses';
import type { Run } from '../run';
import { contentOf } from './identity';
import { isScheduled, type Outcome, type Skipped, type Target } from './target';

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
		const { message, sendAt, facts, settings, source } = composed;
		const isLate = hasPassed(sendAt);
		for (const destination of composed.destinations) {
			const { to, given, isUnknown } = destination;
			const skipped = skippedFor(to);
			const { key, firstKey } = skipped === undefined ? nextKey(message, destination, source) : NO_KEYS;
			const time = destination.deferredTo ?? sendAt;
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
				sendAt: skipped === undefined ? time : undefined,
				deferredTo: skipped === undefined ? destination.deferredTo : undefined,
				facts,
				isVarying: source !== undefined,
				settings,
				isLate: isLate && destination.deferredTo === undefined,
				doubt: skipped === undefined ? earlierDoubt(run, key, { message, sendAt: time }) : undefined,
			};
			planned.all.push(target);
			if (skipped !== undefined) {
				planned.settled.set(target, skipped);
				continue;
			}
			firstTo.set(to, target);
			const outcome = recalledOutcome(run, key, to);
			if (outcome !== undefined) planned.settled.set(target, { ...outcome, isRecalled: true });
		}
	}
	return planned;
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

function earlierDoubt(
	{ ledger, isRetry, options }: Run,
	key: string,
	composed: Pick<Target, 'message' | 'sendAt'>,
): Target['doubt'] {
	const recorded = ledger.find(key);
	if (recorded?.state === 'unknown') return { mayResend: recorded.mayResend };
	if (!isRetry) return undefined;
	// A crashed try may have sent anything, whatever the record of the one before it says. Logs may not show a scheduled message
	return { mayResend: recorded !== undefined || options.ifUnclear === 'sendAgain' || !isScheduled(composed) };
}

/** Numbers messages with the same content, from those that earlier runs of the execution have sent. */
function numberedKeys({ identity, ledger }: Run) {
	const contents = new Map<string, { firstKey: string; next: number }>();
	return (message: Message, destination: GivenDestination, source?: string): { key: string; firstKey: string } => {
		const id = contentOf(message, destination, source);
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
