import { host } from '../../service/host';
import type { Destination, Message } from '../../service/types';
import type { ComposedMessage } from '../compose';
import type { Run } from '../run';
import { contentNameOf, type Claims } from './claims';
import { contentOf } from './identity';
import type { Outcome, Skipped, Target } from './target';

/** The targets of a run, grouped by what earlier tries tell about them. */
export interface PlannedTargets {
	/** In input order. */
	all: Target[];
	/** The destinations left out by Same Number Twice → Skip. */
	skipped: Skipped[];
	/** For each target, the key of the first target with the same content. */
	firstKeys: string[];
	/** The messages with user-supplied IDs that earlier runs have sent. */
	ownIdsBefore: Claims;
	/** Nothing is known about them. */
	fresh: Target[];
	/** They may have been sent; the logs have to tell. */
	unresolved: Target[];
	/** Not to be sent again: an earlier try has their outcome. */
	recalled: Map<Target, Outcome>;
}

/**
 * Names every destination of every message, assigns its message ID, and recalls what became of it in earlier tries.
 * With Stop, refused targets are tried again under the same ID; in the other modes a refusal is final.
 */
export function planTargets(
	messages: Array<ComposedMessage & { itemIndex: number }>,
	{ identity, ledger, options, mode, isRetry }: Run,
): PlannedTargets {
	const contents = new NumberedContents(identity, ledger);
	const planned: PlannedTargets = {
		all: [],
		skipped: [],
		firstKeys: [],
		ownIdsBefore: contents.ownIdsBefore,
		fresh: [],
		unresolved: [],
		recalled: new Map(),
	};
	const firstTo = new Map<string, Target>();
	// A try with nothing stored may have sent it: a crashed or stopped one, or another Retry of the same execution
	const nothingKnown: Target['before'] = {
		mayHaveBeenSent: isRetry,
		mayHaveBeenSentEarlier: isRetry,
		sentAgain: isRetry,
		bulkId: undefined,
		refusal: undefined,
	};
	for (const { itemIndex, message, facts, destinations, settings } of messages) {
		const isLate = hasPassed(message.sendAt);
		for (const destination of destinations) {
			const { to, given } = destination;
			const original = options.sameNumber === 'skip' ? firstTo.get(to) : undefined;
			if (original !== undefined) {
				planned.skipped.push({ itemIndex, to, ...(given !== undefined && { given }), original });
				continue;
			}
			const hasOwnId = destination.messageId !== undefined;
			const content = contents.of(message, destination);
			const nth = content.next++;
			const key = nth === 0 ? content.firstKey : identity.messageId(content.id, nth);
			const known = ledger.find(key);
			const isUnresolved = known === 'tried' || known?.state === 'unknown';
			const refusal = known !== 'tried' && known?.state === 'refused' && mode === 'stop' ? known : undefined;
			const messageId = hasOwnId || options.messageIds === 'service' ? destination.messageId : key;
			const target: Target = {
				itemIndex,
				destination: messageId === undefined ? { to } : { to, messageId },
				given,
				key,
				hasOwnId,
				message,
				facts,
				settings,
				isLate,
				before:
					known === undefined
						? nothingKnown
						: {
								mayHaveBeenSent: isRetry || isUnresolved,
								mayHaveBeenSentEarlier: isRetry || ledger.wasSentAgain(key) || ledger.wasRefused(key),
								sentAgain: ledger.wasSentAgain(key),
								bulkId: known === 'tried' ? undefined : known.bulkId,
								refusal,
							},
			};
			planned.all.push(target);
			if (options.sameNumber === 'skip') firstTo.set(to, target);
			planned.firstKeys.push(content.firstKey);
			if (isUnresolved) planned.unresolved.push(target);
			else if (known === undefined || refusal !== undefined || known.state === 'notSent') planned.fresh.push(target);
			else planned.recalled.set(target, { ...known, isRecalled: true });
		}
	}
	return planned;
}

/** One content for one number, however often it is sent. */
interface NumberedContent {
	/** By contentOf. */
	id: string;
	/** The key of the first message with it. */
	firstKey: string;
	/** How many messages with it there are so far, in all runs of the execution. */
	next: number;
}

/** Numbers messages with the same content, from those that earlier runs have sent. */
class NumberedContents {
	readonly ownIdsBefore = new Map<string, undefined[]>();
	private readonly byId = new Map<string, NumberedContent>();

	constructor(
		private readonly identity: Run['identity'],
		private readonly ledger: Run['ledger'],
	) {}

	of(message: Message, destination: Destination): NumberedContent {
		const id = contentOf(message, destination);
		const known = this.byId.get(id);
		if (known !== undefined) return known;
		const firstKey = this.identity.messageId(id, 0);
		const content = { id, firstKey, next: this.ledger.countBefore(firstKey) };
		this.byId.set(id, content);
		if (destination.messageId !== undefined) {
			const name = contentNameOf({ destination, message });
			const before = this.ownIdsBefore.get(name) ?? [];
			this.ownIdsBefore.set(name, [...before, ...Array<undefined>(content.next).fill(undefined)]);
		}
		return content;
	}
}

/** A time that was now when it was entered is no reason for a warning. */
const LATE_AFTER_MS = 60_000;

function hasPassed(sendAt: string | undefined): boolean {
	return sendAt !== undefined && Date.parse(sendAt) < host.now() - LATE_AFTER_MS;
}
