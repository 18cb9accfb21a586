import { postMessages } from '../../service/client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from '../../service/failure';
import { host } from '../../service/host';
import { outOfPatience, pause, retryDelayMs } from '../../service/pace';
import type { SendResponse } from '../../service/types';
import { requestBody } from '../plan/requests';
import { isScheduled, type Batch, type ResponseFacts } from '../plan/target';
import { nextBulkId, requestsFor, type Run } from '../run';
import { readAnswer, type Said } from './answers';
import { NOT_MENTIONED, STOPPED } from './failures';
import { failureOfStatus, failureOfUncertain } from './judge';
import type { MessageLogs } from './messageLogs';
import type { Outcomes } from './outcomes';
import type { Open } from './settling';
import { divide, RefusalWatch } from './split';

/** A request waiting for its turn; the parts of a refused request share one watch. */
interface QueuedRequest {
	batch: Batch;
	watch: RefusalWatch;
	isPart: boolean;
}

/** Sends requests to the service, several at a time; waits while it takes none, and splits what it refuses. */
export class Dispatcher {
	private queue: QueuedRequest[] = [];
	private open: Open[] = [];
	/** Why no further request can succeed. */
	private end: ServiceFailure | undefined;
	/** The service wants no request before this time. */
	private notBefore = 0;
	/** A single message was just refused: the largest part is tried next, to see whether anything gets through at all. */
	private isLargestNext = false;

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
		private readonly logs: MessageLogs,
	) {}

	/** Sends these, and returns those without an outcome. */
	async send(batches: Batch[]): Promise<Open[]> {
		this.open = [];
		this.queue = batches.map((batch) => ({ batch, watch: new RefusalWatch(), isPart: false }));
		await Promise.all(Array.from({ length: this.run.options.requestsAtOnce }, async () => await this.work()));
		return this.open;
	}

	private async work(): Promise<void> {
		for (let request = this.next(); request !== undefined; request = this.next()) {
			try {
				await this.tryUntilAnswered(request);
			} catch (error) {
				this.outcomes.giveUp(request.batch.targets, error);
			}
		}
	}

	private next(): QueuedRequest | undefined {
		const parts = this.isLargestNext ? this.queue.filter(({ isPart }) => isPart) : [];
		this.isLargestNext = false;
		if (parts.length === 0) return this.queue.shift();
		const largest = parts.reduce((most, part) => (part.batch.targets.length > most.batch.targets.length ? part : most));
		this.queue.splice(this.queue.indexOf(largest), 1);
		return largest;
	}

	private async tryUntilAnswered(request: QueuedRequest): Promise<void> {
		const { batch } = request;
		const { path, transport, signal, options } = this.run;
		let patienceEnd: number | undefined;
		for (let tries = 0; ; tries++) {
			await pause(this.notBefore - host.elapsed(), signal);
			if (signal?.aborted === true) return this.leaveUnsent(batch, STOPPED);
			if (this.end !== undefined) return this.leaveUnsent(batch, this.end);
			if (this.isToBeTakenApart(batch)) return this.takeApart(request);

			patienceEnd ??= host.elapsed() + options.patienceMs;
			this.outcomes.requested(batch);
			const result = await postMessages(transport, path, requestBody(batch));
			if (result.ok) return this.takeAnswer(request, result.value);
			const { failure } = result;
			if (!isNotNow(failure)) return this.takeFailure(request, failure);

			const delay = retryDelayMs(failure, tries);
			if (host.elapsed() + delay > patienceEnd) {
				this.end ??= outOfPatience(
					failure,
					options.patienceMs,
					delay,
					'Retry does not send accepted messages again, a new execution does.',
				);
				return this.leaveUnsent(batch, this.end);
			}
			this.notBefore = Math.max(this.notBefore, host.elapsed() + delay);
		}
	}

	/** Where the service gives messages other IDs, nothing shows which of two to one number has which. */
	private isToBeTakenApart({ targets }: Batch): boolean {
		if (this.run.service.replacesIds !== true) return false;
		return new Set(targets.map(({ destination }) => destination.to)).size < targets.length;
	}

	private takeApart({ batch, watch, isPart }: QueuedRequest): void {
		const parts = requestsFor(this.run, batch.targets);
		this.queue.unshift(...parts.map((part) => ({ batch: part, watch, isPart })));
	}

	private takeAnswer({ batch, watch }: QueuedRequest, { messages, ...response }: SendResponse): void {
		watch.sawSuccess();
		const { said, replacesIds } = readAnswer(batch.targets, messages);
		if (replacesIds) this.run.service.replacesIds = true;
		for (const one of said) this.take(one, response);
	}

	private take({ target, verdict, entry }: Said, response: ResponseFacts): void {
		const { messageId, to } = target.destination;
		const leaveOpen = (why: Open['why'], failure: ServiceFailure) => {
			// A rejection says that this request did not bring it
			if (why !== 'duplicate') this.outcomes.leftUnclear(target);
			this.open.push({ target, why, failure, entry });
		};
		if (verdict === 'silent') leaveOpen('unclear', NOT_MENTIONED);
		else if (verdict === 'uncertain') leaveOpen('odd', failureOfUncertain(entry));
		else if (verdict === 'duplicate') leaveOpen('duplicate', failureOfStatus(entry, to));
		else if (verdict === 'refused') this.outcomes.refuse(target, failureOfStatus(entry, to), { entry, response });
		else {
			this.outcomes.accept(target, entry, response);
			const isKept = messageId !== undefined && String(entry.messageId) === messageId;
			if (isKept && !isScheduled(target)) this.logs.knows(messageId);
		}
	}

	private takeFailure(request: QueuedRequest, failure: ServiceFailure): void {
		const { batch } = request;
		if (failure.kind === 'unclear') {
			for (const target of batch.targets) {
				this.outcomes.leftUnclear(target);
				this.open.push({ target, why: 'unclear', failure });
			}
		} else if (concernsAllRequests(failure)) {
			this.end ??= failure;
			this.leaveUnsent(batch, failure);
		} else this.divide(request, failure);
	}

	/** The service refused something in the request; the parts that may be fine are sent separately. */
	private divide({ batch, watch, isPart }: QueuedRequest, failure: ServiceFailure): void {
		const { targets, settings } = batch;
		const { sameRefusal } = watch;
		// The remainder was first tried as a whole, so a repeated refusal is not split any further
		if (sameRefusal !== undefined && targets.length > 1) return this.leaveUnsent(batch, notTried(sameRefusal));
		const { blamed, rest } = divide(targets, failure);
		for (const target of blamed) this.outcomes.refuse(target, failure);
		if (targets.length === 1 && isPart) {
			watch.saw(failure);
			this.isLargestNext = true;
		}
		const parts = rest.map((part): QueuedRequest => {
			const bulkId = settings.bulkId ?? nextBulkId(this.run);
			return { batch: { settings, bulkId, targets: part }, watch, isPart: true };
		});
		this.queue.unshift(...parts);
	}

	private leaveUnsent({ bulkId, targets }: Batch, failure: ServiceFailure): void {
		for (const target of targets) this.outcomes.leaveUnsent(target, failure, bulkId, failure === STOPPED);
	}
}

/** For a request that was split, and whose parts were all refused with the same text. */
function notTried(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		message: `Not tried on its own, because others in the same request were refused: ${failure.message}`,
	};
}
