import { afterAnswer } from '../decide';
import type { Batch, Outcome, PlannedTimes, Target } from '../plan/target';
import type { Run } from '../run';

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

	/** @param said by the answer to the latest request with it, or why there was none */
	answered(target: Target, said: Outcome): void {
		const outcome = this.settled.get(target);
		const doubt = outcome?.state === 'unknown' ? outcome : target.doubt;
		this.settle(target, afterAnswer(this.run, target, said, doubt));
	}

	/** @param said names the request if it knows a better one than the latest */
	settle(target: Target, said: Outcome): void {
		const outcome: Outcome = { ...said, bulkId: said.bulkId ?? this.bulkIdOf(target), times: this.timesOf(target) };
		// Of a message that only the logs show, the text is not known
		if (target.isVarying)
			outcome.facts = said.isRecalled ? (this.run.ledger.find(target.key)?.facts ?? {}) : target.facts;
		this.settled.set(target, outcome);
		// What is left out has nothing to be remembered
		if (outcome.state !== 'skipped') this.run.ledger.settled(target.key, outcome);
	}

	/** A later try may have planned it for another time than it was sent with. */
	private timesOf(target: Target): PlannedTimes | undefined {
		if (target.doubt !== undefined && !this.bulkIds.has(target)) return this.run.ledger.find(target.key)?.times ?? {};
		const { sendAt, deferredTo } = target;
		return sendAt === undefined ? undefined : { sendAt, deferredTo };
	}
}
