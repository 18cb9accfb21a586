import { send } from '../../api/client';
import type { ServiceFailure } from '../../api/failure';
import { Pacer } from '../../api/pacer';
import { RETRY_TIMES } from '../../api/retryTimes';
import type { Entry } from '../../api/entry';
import { batchesFor, requestOf } from '../plan/batches';
import { isScheduled, type Batch, type Target } from '../plan/target';
import type { Run } from '../run';
import { readSendResponse, type Said } from './readResponse';
import { failureOfStatus, failureOfUncertain, NOT_MENTIONED, STOPPED } from './reasons';
import type { MessageLogs } from './messageLogs';
import type { Outcomes } from './outcomes';
import type { Open } from './submit';
import { divide } from './split';

/** Sends requests to the service, several at a time; waits while it takes none, and splits what it refuses. */
export class Dispatcher {
	private queue: Batch[] = [];
	private open: Open[] = [];
	private readonly pacer: Pacer;
	private hasSuccess = false;
	/** The first refusals of single destinations. */
	private readonly refusals: ServiceFailure[] = [];

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
		private readonly logs: MessageLogs,
	) {
		const { options, signal } = run;
		const advice = 'resend only what was not accepted.';
		this.pacer = new Pacer({ patienceMs: options.patienceMs, patienceFor: 'each', advice, stopped: STOPPED }, signal);
	}

	/** Sends these, and returns those without an outcome. */
	async send(targets: readonly Target[]): Promise<Open[]> {
		this.open = [];
		this.queue = batchesFor(this.run, targets);
		await Promise.all(Array.from({ length: this.run.options.requestsAtOnce }, async () => await this.work()));
		return this.open;
	}

	private async work(): Promise<void> {
		for (let batch = this.queue.shift(); batch !== undefined; batch = this.queue.shift()) {
			try {
				await this.sendBatch(batch);
			} catch (error) {
				for (const target of batch.targets) this.outcomes.leftUnclear(target);
				this.outcomes.giveUp(batch.targets, error);
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
		const { known } = this.run;
		this.hasSuccess = true;
		const { said, replacesIds } = readSendResponse(targets, entries);
		if (replacesIds) known.replacesIds = true;
		for (const one of said) this.take(one);
	}

	private take({ target, verdict, entry }: Said): void {
		const { messageId, to } = target.destination;
		if (verdict === 'silent') this.leaveOpen({ target, why: 'unclear', failure: NOT_MENTIONED });
		else if (verdict === 'uncertain') this.leaveOpen({ target, why: 'odd', failure: failureOfUncertain(entry) });
		else if (verdict === 'duplicate')
			this.leaveOpen({ target, why: 'duplicate', failure: failureOfStatus(entry, to), entry });
		else if (verdict === 'refused') this.outcomes.refuse(target, failureOfStatus(entry, to), entry);
		else {
			this.outcomes.accept(target, entry);
			if (entry.messageId === messageId && !isScheduled(target)) this.logs.noteKnown(messageId);
		}
	}

	private takeFailure(batch: Batch, failure: ServiceFailure): void {
		if (failure.kind === 'unclear')
			for (const target of batch.targets) this.leaveOpen({ target, why: 'unclear', failure });
		else if (failure.kind === 'refused') this.sendInParts(batch, failure);
		else this.leaveUnsent(batch, failure);
	}

	private leaveOpen(open: Open): void {
		// A rejection says that this request did not bring it
		if (open.why !== 'duplicate') this.outcomes.leftUnclear(open.target);
		this.open.push(open);
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
		for (const [target, own] of blamed) this.outcomes.refuse(target, own);
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
		for (const target of targets) this.outcomes.leaveUnsent(target, failure);
	}
}
