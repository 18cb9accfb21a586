import { send } from '../../api/client';
import type { ServiceFailure } from '../../api/failure';
import { Pacer } from '../../api/pacer';
import { RETRY_TIMES } from '../../api/retryTimes';
import type { Entry } from '../../api/entry';
import { batchesFor, requestOf } from '../plan/batches';
import { isScheduled, type Batch, type Outcome, type Target } from '../plan/target';
import type { Run } from '../run';
import { readSendResponse } from './readResponse';
import { ownFailure, STOPPED, unknown } from './reasons';
import type { Outcomes } from './outcomes';
import { divide } from './split';

/** Sends requests to the service, several at a time; waits while it takes none, and splits what it refuses. */
export class Dispatcher {
	private queue: Batch[] = [];
	private unclear: Target[] = [];
	private readonly pacer: Pacer;
	private hasSuccess = false;
	/** The first refusals of single destinations. */
	private readonly refusals: ServiceFailure[] = [];

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
	) {
		const { options, signal } = run;
		const advice = 'resend only what was not accepted.';
		this.pacer = new Pacer({ patienceMs: options.patienceMs, patienceFor: 'each', advice, stopped: STOPPED }, signal);
	}

	/** Sends these. @returns those about which an answer, or its absence, says nothing clear */
	async send(targets: readonly Target[]): Promise<Target[]> {
		this.unclear = [];
		this.queue = batchesFor(this.run, targets);
		await Promise.all(Array.from({ length: this.run.options.requestsAtOnce }, async () => await this.work()));
		return this.unclear;
	}

	private async work(): Promise<void> {
		for (let batch = this.queue.shift(); batch !== undefined; batch = this.queue.shift()) {
			try {
				await this.sendBatch(batch);
			} catch (error) {
				for (const target of batch.targets) this.take(target, unknown(target, ownFailure(error), true));
			}
		}
	}

	private async sendBatch(batch: Batch): Promise<void> {
		const result = await this.pacer.request(async () => {
			const sent = await send(this.run.service, requestOf(batch));
			if (sent.ok || sent.failure.kind !== 'unreachable') this.outcomes.requested(batch);
			return sent;
		});
		if (result.ok) this.takeAnswer(batch, result.value);
		else this.takeFailure(batch, result.failure);
	}

	private takeAnswer({ targets }: Batch, entries: Entry[]): void {
		const { kept } = this.run;
		this.hasSuccess = true;
		const { said, replacesIds } = readSendResponse(targets, entries);
		if (replacesIds) kept.replacesIds = true;
		for (const [target, outcome] of said) {
			this.take(target, outcome);
			const { messageId } = target.destination;
			const isAccepted = outcome.state === 'accepted' && outcome.entry.messageId === messageId;
			if (isAccepted && !isScheduled(target)) kept.knownId ??= messageId;
		}
	}

	private takeFailure(batch: Batch, failure: ServiceFailure): void {
		if (failure.kind === 'unclear')
			for (const target of batch.targets) this.take(target, unknown(target, failure, true));
		else if (failure.kind === 'refused') this.sendInParts(batch, failure);
		else this.leaveUnsent(batch, failure);
	}

	private take(target: Target, said: Outcome): void {
		this.outcomes.answered(target, said);
		if (said.state === 'unknown') this.unclear.push(target);
	}

	/** The service refused something in the request; the parts that may be fine are sent separately. */
	private sendInParts(batch: Batch, failure: ServiceFailure): void {
		const { targets } = batch;
		const { cause } = this;
		if (cause !== undefined && targets.length > 1) {
			const { validationErrors: _, ...facts } = cause;
			const message = `Not tried separately, because others were refused: ${cause.message}`;
			return this.leaveUnsent(batch, { ...facts, message });
		}
		const { blamed, rest } = divide(targets, failure);
		for (const [target, own] of blamed) this.take(target, { state: 'refused', failure: own });
		if (targets.length === 1) this.refusals.push(...blamed.values());
		this.queue.unshift(...rest.flatMap((part) => batchesFor(this.run, part)));
	}

	/**
	 * Why probably everything is refused: the first three destinations that were sent alone were refused with the same text, and nothing
	 * has got through. Then no further request is divided, which would only cost more of them.
	 */
	private get cause(): ServiceFailure | undefined {
		const first = this.refusals.slice(0, RETRY_TIMES.sameRefusals);
		const texts = new Set(
			first.map(({ serviceText, quote, message }) => serviceText ?? (quote === undefined ? message : '')),
		);
		const isSame = first.length === RETRY_TIMES.sameRefusals && texts.size === 1;
		return isSame && !this.hasSuccess ? first[0] : undefined;
	}

	private leaveUnsent({ targets }: Batch, failure: ServiceFailure): void {
		for (const target of targets) this.take(target, { state: 'notSent', failure });
	}
}
