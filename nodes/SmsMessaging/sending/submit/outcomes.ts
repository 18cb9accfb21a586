import type { Ledger } from '../../kept/ledger';
import type { ServiceFailure } from '../../api/failure';
import { asAnswer, type Entry } from '../../api/entry';
import type { Batch, History, Outcome, Target } from '../plan/target';
import { judgeLog } from '../../api/statuses';
import { failureOfStatus, failureOfUncertain } from './reasons';

/**
 * Tracks what becomes of a run's targets: the only place that writes outcomes into the ledger. A target that may
 * have been sent before without an answer is never settled as refused or not sent, since it may have been accepted then.
 */
export class Outcomes {
	private readonly settled: Map<Target, Outcome>;
	/** Of those that this try has sent without a clear answer. */
	private readonly histories = new Map<Target, History>();
	/** The latest request with each target. */
	private readonly bulkIds = new Map<Target, string>();

	/** @param settled before anything is sent */
	constructor(
		private readonly ledger: Ledger<Outcome, History>,
		settled: ReadonlyMap<Target, Outcome>,
	) {
		this.settled = new Map(settled);
	}

	/** In the end it holds every target. */
	get all(): ReadonlyMap<Target, Outcome> {
		return this.settled;
	}

	isOpen(target: Target): boolean {
		return !this.settled.has(target);
	}

	/** Whether the service may have it, as of now. */
	historyOf(target: Target): History {
		return this.histories.get(target) ?? target.history;
	}

	/** A request has left. */
	requested({ targets, bulkId }: Batch): void {
		for (const target of targets) this.bulkIds.set(target, bulkId);
	}

	/** It was sent, and it is not known what the service did with it. */
	leftUnclear(target: Target): void {
		this.histories.set(target, this.historyOf(target) === 'unsent' ? 'sent' : 'final');
	}

	/** @param entry of the answer to the latest request */
	accept(target: Target, entry: Entry): void {
		this.settle(target, { state: 'accepted', entry });
	}

	/**
	 * What the service's logs show about a target.
	 * @param log an entry with its ID (interface: SentSMSLog)
	 * @param isRecalled whether it is from before this try
	 */
	takeLog(target: Target, log: Entry, isRecalled = false): void {
		const verdict = judgeLog(log);
		const entry = asAnswer(log, target.destination.to);
		const failure = failureOfStatus(entry, target.destination.to);
		const { bulkId } = log;
		if (verdict === 'accepted') this.settle(target, { state: 'accepted', entry, bulkId, isRecalled });
		else if (verdict === 'uncertain') this.leaveUnknown(target, failureOfUncertain(log));
		else if (verdict === 'refused' && this.isOfOnlyRequest(target, log))
			this.settle(target, { state: 'refused', failure, entry, bulkId });
		else this.leaveUnknown(target, failure);
	}

	/** A rejection of one request says nothing about another with the same message: it must be the only one, and of this try. */
	private isOfOnlyRequest(target: Target, { bulkId }: Entry): boolean {
		const isOfLatest = bulkId !== undefined && bulkId === this.bulkIdOf(target);
		return isOfLatest && target.settings.bulkId === undefined && this.histories.get(target) === 'sent';
	}

	/** @param entry what the service's answer says about it, if that is an entry of its own */
	refuse(target: Target, failure: ServiceFailure, entry?: Entry): void {
		if (this.historyOf(target) !== 'unsent') this.leaveUnknown(target, failure);
		else this.settle(target, { state: 'refused', failure, ...(entry !== undefined && { entry }) });
	}

	leaveUnsent(target: Target, failure: ServiceFailure): void {
		if (this.historyOf(target) !== 'unsent') return this.leaveUnknown(target, failure);
		const description = `This message was not sent. ${failure.description}`;
		this.settle(target, { state: 'notSent', failure: { ...failure, description } });
	}

	/** @param history what a later try has to know */
	leaveUnknown(target: Target, failure: ServiceFailure, history = this.historyOf(target)): void {
		this.settle(target, { state: 'unknown', failure: asUnknown(failure, target) }, history);
	}

	/** The node itself failed: what became of these is unknown; targets already settled stay as they are. */
	giveUp(targets: readonly Target[], error: unknown): void {
		const failure: ServiceFailure = {
			kind: 'unclear',
			message: `The node failed: ${error instanceof Error ? error.message : String(error)}`,
			description: '',
		};
		for (const target of targets) if (this.isOpen(target)) this.leaveUnknown(target, failure);
	}

	/** The latest request with it, also of an earlier try. */
	private bulkIdOf(target: Target): string | undefined {
		return this.bulkIds.get(target) ?? this.ledger.find(target.key)?.bulkId;
	}

	/** @param said names the request if it knows a better one than the latest */
	private settle(target: Target, said: Outcome, history?: History): void {
		const outcome = { ...said, bulkId: said.bulkId ?? this.bulkIdOf(target) };
		this.settled.set(target, outcome);
		this.ledger.settled(target.key, outcome, history);
	}
}

function asUnknown(failure: ServiceFailure, { destination: { messageId } }: Target): ServiceFailure {
	const { kind, description, check } = failure;
	const unknown = `It is not known whether the message was accepted. Check Get Logs for the message ID ${messageId} before sending it again.`;
	// What to do about a refusal is no advice for a message that may have been accepted
	const said = [check, unknown, kind === 'unclear' || kind === 'refused' ? undefined : description];
	return { ...failure, kind: 'unclear', description: said.filter(Boolean).join(' ') };
}
