import { isBlankId } from '../../service/matching';
import type { ServiceFailure } from '../../service/failure';
import { isWholeNumber } from '../../service/numbers';
import type { SendResponseEntry } from '../../service/types';
import type { Batch, Outcome, Refusal, ResponseFacts, Target } from '../plan/target';
import { failureOfStatus, failureOfUnknownGroup, judge, judgeLog, type Verdict } from './judge';
import type { Ledger } from '../../kept/ledger';

/**
 * Tracks what becomes of a run's targets: the only place where outcomes are settled and written into the ledger. A target that may
 * have been sent before without an answer is never settled as refused or not sent, since it may have been accepted then.
 */
export class Outcomes {
	private readonly settled = new Map<Target, Outcome>();
	private readonly maybeSent = new Set<Target>();
	private readonly sentAgain = new Set<Target>();
	/** Whether it may have been sent before the latest request with it. */
	private readonly sentEarlier = new Map<Target, boolean>();

	constructor(private readonly ledger: Ledger<Outcome>) {}

	/** In the end it holds every target. */
	get all(): ReadonlyMap<Target, Outcome> {
		return this.settled;
	}

	isOpen(target: Target): boolean {
		return !this.settled.has(target);
	}

	/** Whether the service may have got it before, in this try or in an earlier one. */
	mayHaveBeenSent(target: Target): boolean {
		return target.before.mayHaveBeenSent || this.maybeSent.has(target);
	}

	wasSentAgain(target: Target): boolean {
		return target.before.sentAgain || this.sentAgain.has(target);
	}

	/** A request is about to leave. */
	requested({ targets }: Batch): void {
		for (const target of targets) {
			this.ledger.tried(target.key, {
				isSentAgain: this.wasSentAgain(target),
				wasRefused: target.before.refusal !== undefined,
			});
			this.sentEarlier.set(target, this.mayHaveBeenSent(target));
		}
	}

	/** A request was sent, and it is not known what the service did with these. */
	leftUnclear(targets: readonly Target[]): void {
		for (const target of targets) this.maybeSent.add(target);
	}

	/** These are about to be sent once more. */
	sendingAgain(targets: readonly Target[]): void {
		for (const target of targets) this.sentAgain.add(target);
	}

	/** What became of a target in an earlier try. */
	recall(target: Target, outcome: Outcome): void {
		this.settled.set(target, outcome);
	}

	/** What the service's answer says about a target. @returns 'duplicate', 'unknownGroup' and 'silent' settle nothing */
	takeEntry(target: Target, entry: SendResponseEntry, bulkId: string, response: ResponseFacts): Verdict {
		const verdict = judge(entry);
		if (verdict === 'accepted')
			this.settle(target, { state: 'accepted', entry: named(entry, target), response, bulkId });
		if (verdict === 'refused')
			this.refuse(target, {
				state: 'refused',
				failure: failureOfStatus(entry, target.destination.to),
				entry,
				response,
				bulkId,
			});
		return verdict;
	}

	/**
	 * What the service's logs show about a target. A rejection there may apply to another request than the latest.
	 * @param bulkId of the request that the log is of, if known
	 * @param isOfRequest whether the log is certain to be of the latest; another execution may have used the same user-supplied ID
	 */
	takeLog(target: Target, log: SendResponseEntry, bulkId: string | undefined, isOfRequest: boolean): void {
		const verdict = judgeLog(log);
		// An earlier try may have been refused, and the answer to this one is unclear
		const wasRefused = target.before.refusal !== undefined || target.before.mayHaveBeenSentEarlier;
		const isOfSeveral = wasRefused && this.maybeSent.has(target);
		const mayBeThere =
			isOfSeveral || !isOfRequest || (this.sentEarlier.get(target) ?? target.before.mayHaveBeenSentEarlier);
		if (verdict === 'accepted') this.settle(target, { state: 'accepted', entry: log, response: {}, bulkId });
		if (verdict === 'unknownGroup') this.leaveUnknown(target, failureOfUnknownGroup(log), bulkId);
		if (verdict !== 'refused') return;
		const failure = failureOfStatus(log, target.destination.to);
		if (mayBeThere) this.leaveUnknown(target, failure, bulkId);
		else this.settle(target, { state: 'refused', failure, entry: log, response: {}, bulkId });
	}

	refuse(target: Target, refusal: Refusal): void {
		if (this.mayHaveBeenSent(target)) this.leaveUnknown(target, refusal.failure, refusal.bulkId);
		else this.settle(target, { ...refusal, ...(refusal.entry && { entry: named(refusal.entry, target) }) });
	}

	/** @param isStop whether it was the user who ended the execution */
	leaveUnsent(target: Target, failure: ServiceFailure, bulkId: string | undefined, isStop: boolean): void {
		const ownWords = isStop ? failure : { ...failure, description: `This was not sent. ${failure.description}` };
		if (this.mayHaveBeenSent(target)) this.leaveUnknown(target, failure, bulkId);
		else this.settle(target, { state: 'notSent', failure: ownWords, bulkId });
	}

	leaveUnknown(target: Target, failure: ServiceFailure, bulkId?: string): void {
		this.settle(target, { state: 'unknown', failure: asUnknown(failure, target), bulkId });
	}

	/** It was not sent now, and the logs could not tell whether it was sent before; the failure already says so. */
	leaveUnchecked(target: Target, failure: ServiceFailure): void {
		this.settle(target, { state: 'unknown', failure });
	}

	/** The node itself failed: what became of these is unknown; targets already settled stay as they are. */
	giveUp({ targets, bulkId }: Batch, error: unknown): void {
		const failure: ServiceFailure = {
			kind: 'unclear',
			message: `The node failed: ${error instanceof Error ? error.message : String(error)}`,
			description: '',
		};
		for (const target of targets) if (this.isOpen(target)) this.leaveUnknown(target, failure, bulkId);
	}

	private settle(target: Target, outcome: Outcome): void {
		this.settled.set(target, outcome);
		this.ledger.settled(target.key, outcome);
	}
}

/** The entry with the ID that it was sent with, unless the service gives another, and with the whole number. */
function named(entry: SendResponseEntry, { destination: { messageId, to } }: Target): SendResponseEntry {
	const isNamed = messageId === undefined || !isBlankId(entry.messageId);
	const isNumbered = entry.to !== undefined && isWholeNumber(entry.to);
	if (isNamed && isNumbered) return entry;
	return { ...entry, ...(!isNumbered && { to }), ...(!isNamed && { messageId }) };
}

function asUnknown(failure: ServiceFailure, { destination: { messageId } }: Target): ServiceFailure {
	return {
		...failure,
		kind: 'unclear',
		description: `${failure.check === undefined ? '' : `${failure.check} `}It is not known whether the message was accepted. Check Get Logs${messageId === undefined ? '' : ` for the message ID ${messageId}`} before sending it again.`,
	};
}
