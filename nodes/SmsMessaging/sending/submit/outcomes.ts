import { isScheduled, type Batch, type Outcome, type Target } from '../plan/target';
import type { Run } from '../run';
import { unknown } from './reasons';

/** Tracks what becomes of a run's targets: the only place that writes outcomes into the ledger. */
export class Outcomes {
	private readonly settled: Map<Target, Outcome>;
	/** The latest request with each target. */
	private readonly bulkIds = new Map<Target, string>();

	/** @param settled before anything is sent */
	constructor(
		private readonly run: Run,
		settled: ReadonlyMap<Target, Outcome>,
	) {
		this.settled = new Map(settled);
	}

	/** In the end it holds every target. */
	get all(): ReadonlyMap<Target, Outcome> {
		return this.settled;
	}

	requested({ targets, bulkId }: Batch): void {
		for (const target of targets) this.bulkIds.set(target, bulkId);
	}

	/** The latest request with it, also of an earlier try. */
	bulkIdOf(target: Target): string | undefined {
		return this.bulkIds.get(target) ?? this.run.ledger.find(target.key)?.bulkId;
	}

	/**
	 * Takes what the answer to the latest request with a target says, or why there was no request. A target that may have been sent before
	 * is not settled as refused or not sent, since it may have been accepted then; and it is not sent a third time.
	 */
	answered(target: Target, said: Outcome): void {
		const doubt = this.doubtOf(target);
		if (said.state === 'unknown') {
			const mayResend = said.mayResend && doubt === undefined && this.mayResend(target);
			this.settle(target, { ...said, mayResend });
		} else if (doubt !== undefined && 'failure' in said)
			this.settle(target, unknown(target, said.failure, doubt.mayResend));
		else if (said.state === 'notSent') {
			const description = `The message was not sent. ${said.failure.description}`;
			this.settle(target, { state: 'notSent', failure: { ...said.failure, description } });
		} else this.settle(target, said);
	}

	/** @param said names the request if it knows a better one than the latest */
	settle(target: Target, said: Outcome): void {
		const outcome: Outcome = { ...said, bulkId: said.bulkId ?? this.bulkIdOf(target) };
		// Of a message that only the logs show, the text is not known
		if (target.isVarying)
			outcome.facts = said.isRecalled ? (this.run.ledger.find(target.key)?.facts ?? {}) : target.facts;
		this.settled.set(target, outcome);
		this.run.ledger.settled(target.key, outcome);
	}

	private doubtOf(target: Target): Target['doubt'] {
		const outcome = this.settled.get(target);
		return outcome?.state === 'unknown' ? outcome : target.doubt;
	}

	/** That a scheduled message is missing from the logs proves nothing. */
	private mayResend(target: Target): boolean {
		return this.run.options.ifUnclear === 'sendAgain' && !isScheduled(target);
	}
}
