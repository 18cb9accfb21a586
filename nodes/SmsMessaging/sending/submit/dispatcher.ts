import { postMessages } from '../../service/client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from '../../service/failure';
import { host } from '../../service/host';
import { outOfPatience, pause, retryDelayMs } from '../../service/pace';
import type { SendResponse } from '../../service/types';
import { byMessage, requestBody } from '../plan/requests';
import type { Batch, Target } from '../plan/target';
import { nextBulkId, type Run } from '../run';
import { readEntries } from './entries';
import type { LogSearch } from './logSearch';
import type { Outcomes } from './outcomes';
import { divide, RefusalWatch } from './split';
import { NOT_MENTIONED, unresolved, type Reason, type Unresolved } from './unresolved';

/** A request waiting for its turn; the parts of a refused request share one watch. */
interface QueuedRequest {
	batch: Batch;
	watch: RefusalWatch;
	isPart: boolean;
}

const STOPPED: ServiceFailure = {
	kind: 'unclear',
	message: 'The execution was stopped before this message was sent',
	description:
		'A new execution would send again what was accepted before the stop: run the workflow with only the remaining items, or use Retry where n8n offers it.',
};

/** Sends requests to the service, several at a time; waits while it takes none, and splits what it refuses. */
export class Dispatcher {
	private queue: QueuedRequest[] = [];
	private unresolved: Unresolved[] = [];
	/** Why no further request can succeed. */
	private obstacle: ServiceFailure | undefined;
	/** The service wants no request before this time. */
	private notBefore = 0;
	/** A single message was just refused: the largest part is tried next, to see whether anything gets through at all. */
	private isLargestNext = false;

	/** @param messageIds those of the whole run */
	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
		private readonly logs: LogSearch,
		private readonly messageIds: ReadonlySet<string>,
	) {}

	/** Sends these, and returns those without an outcome. */
	async send(batches: Batch[]): Promise<Unresolved[]> {
		this.unresolved = [];
		this.queue = batches.map((batch) => ({ batch, watch: new RefusalWatch(batch.targets.length), isPart: false }));
		await Promise.all(Array.from({ length: this.run.options.requestsAtOnce }, async () => await this.work()));
		return this.unresolved;
	}

	private async work(): Promise<void> {
		for (let request = this.next(); request !== undefined; request = this.next()) {
			try {
				await this.tryUntilAnswered(request);
			} catch (error) {
				this.outcomes.giveUp(request.batch, error);
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
			if (this.obstacle !== undefined) return this.leaveUnsent(batch, this.obstacle);

			patienceEnd ??= host.elapsed() + options.patienceMs;
			this.outcomes.requested(batch);
			const result = await postMessages(transport, path, requestBody(batch));
			if (result.ok) return this.takeAnswer(request, result.value);
			const { failure } = result;
			if (!isNotNow(failure)) return this.takeFailure(request, failure);

			const delay = retryDelayMs(failure, tries);
			if (host.elapsed() + delay > patienceEnd) {
				this.obstacle ??= outOfPatience(
					failure,
					options.patienceMs,
					delay,
					'Retry does not send accepted messages again, a new execution does.',
				);
				return this.leaveUnsent(batch, this.obstacle);
			}
			this.notBefore = Math.max(this.notBefore, host.elapsed() + delay);
		}
	}

	private takeAnswer({ batch, watch }: QueuedRequest, { messages, ...response }: SendResponse): void {
		watch.sawSuccess();
		const reasons = new Map<Target, Reason>();
		for (const { target, entry, isAmbiguous } of readEntries(batch.targets, messages, this.messageIds)) {
			const verdict =
				entry === undefined || isAmbiguous ? 'silent' : this.outcomes.takeEntry(target, entry, batch.bulkId, response);
			if (verdict === 'silent')
				reasons.set(target, isAmbiguous ? { kind: 'ambiguous' } : { kind: 'noAnswer', failure: NOT_MENTIONED });
			if ((verdict === 'duplicate' || verdict === 'unknownGroup') && entry !== undefined)
				reasons.set(target, { kind: verdict, entry });
			if (verdict === 'accepted') this.logs.accepted(target, entry, batch.bulkId);
		}
		this.outcomes.leftUnclear([...reasons].flatMap(([target, { kind }]) => (kind === 'duplicate' ? [] : [target])));
		if (reasons.size > 0) this.unresolved.push({ request: batch, reasons, isOfEarlierTry: false });
	}

	private takeFailure(request: QueuedRequest, failure: ServiceFailure): void {
		const { batch } = request;
		if (failure.kind === 'unclear') {
			this.outcomes.leftUnclear(batch.targets);
			this.unresolved.push(unresolved(batch, { kind: 'noAnswer', failure }));
		} else if (concernsAllRequests(failure)) {
			this.obstacle ??= failure;
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
		for (const target of blamed) this.outcomes.refuse(target, { state: 'refused', failure, bulkId: batch.bulkId });
		if (targets.length === 1 && isPart) {
			watch.saw(failure);
			this.isLargestNext = true;
		}
		// Whether the destinations of a single message are to blame is a separate question
		const isMessageDivided = watch.request === undefined && byMessage(targets).length === 1;
		const partsWatch = isMessageDivided ? new RefusalWatch(targets.length, watch) : watch;
		const parts = rest.map(
			(part): QueuedRequest => ({
				batch: { settings, bulkId: settings.bulkId ?? nextBulkId(this.run), targets: part },
				watch: partsWatch,
				isPart: true,
			}),
		);
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
