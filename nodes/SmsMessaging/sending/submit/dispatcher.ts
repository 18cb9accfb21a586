import { send } from '../../api/client';
import { withOwn, type Entry } from '../../api/entry';
import { withValidation, type ServiceFailure } from '../../api/failure';
import { Pacer, RETRY_TIMES } from '../../api/pacer';
import { judge } from '../../api/statuses';
import { RETENTION_MS } from '../../logs/windows';
import { host } from '../../n8n/host';
import { batchesFor, requestOf, byMessage } from '../plan/batches';
import { isScheduled, type Batch, type Outcome, type Target } from '../plan/target';
import { logsOf, type Run } from '../run';
import { isJsonObject, type JsonObject } from '../../text/json';
import { groupByKeys, isBlankId } from '../../text/matching';
import { digitsOf } from '../../text/numbers';
import { ofAnswer } from '../decide';
import type { Outcomes } from './outcomes';
import { ownFailure, STOPPED, unknown } from '../reasons';

/** Sends requests to the service, several at a time; waits while it takes none, and splits what it refuses. */
export class Dispatcher {
	private queue: Batch[] = [];
	private unclear: Target[] = [];
	private readonly pacer: Pacer;
	private readonly here: string;
	private hasSuccess = false;
	/** The first refusals of single destinations. */
	private readonly refusals: ServiceFailure[] = [];

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
	) {
		const { options, signal, service } = run;
		this.here = logsOf(service);
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
			// The first, which the logs show soonest; later ones only once they may lose it
			const isNeeded = kept.known === undefined || host.now() - kept.known.at > RETENTION_MS / 2;
			if (isAccepted && isNeeded && !isScheduled(target)) kept.known = { id: messageId, at: host.now() };
		}
	}

	private takeFailure(batch: Batch, failure: ServiceFailure): void {
		if (failure.kind === 'unclear')
			for (const target of batch.targets) this.take(target, unknown(target, failure, true));
		else if (failure.kind === 'refused') this.sendInParts(batch, failure);
		else this.leaveUnsent(batch, failure);
	}

	private take(target: Target, said: Outcome): void {
		const { here } = this;
		const { kept } = this.run;
		if (said.state === 'accepted' || said.state === 'unknown') kept.logsAt = (kept.logsAt ?? here) === here ? here : '';
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

/** How validation details name a message, and perhaps one of its destinations: messages[3].destinations[0].to. */
const PATH = /^messages\[(\d+)\](?:\.destinations\[(\d+)\])?\.?(.*)/s;

/**
 * Narrows down what a 400 concerns: the messages or destinations that its validation details name; failing that, each half is
 * tried separately, first of the messages and finally of one message's destinations.
 * @returns the targets that caused the refusal, each with what concerns it, and those of further requests
 */
export function divide(
	targets: readonly Target[],
	failure: ServiceFailure,
): { blamed: Map<Target, ServiceFailure>; rest: Target[][] } {
	const messages = byMessage(targets);
	const blamed = namedTargets(failure, messages);
	if (blamed !== undefined) {
		const rest = targets.filter((target) => !blamed.has(target));
		return { blamed, rest: rest.length === 0 ? [] : [rest] };
	}
	if (targets.length <= 1) return { blamed: new Map(targets.map((target) => [target, failure])), rest: [] };
	const parts = messages.length > 1 ? messages : targets.map((target) => [target]);
	const middle = Math.ceil(parts.length / 2);
	return { blamed: new Map(), rest: [parts.slice(0, middle).flat(), parts.slice(middle).flat()] };
}

/** What the details name, each with its own; undefined if that is nothing, or something outside this request. */
function namedTargets(failure: ServiceFailure, messages: Target[][]): Map<Target, ServiceFailure> | undefined {
	const { validationErrors } = failure;
	if (!isJsonObject(validationErrors)) return undefined;
	const errorsOf = new Map<Target, JsonObject>();
	for (const [path, errors] of Object.entries(validationErrors)) {
		const [, place = -1, destination, field = ''] = PATH.exec(path) ?? [];
		const message = messages[Number(place)];
		const blamed = destination === undefined ? message : message?.slice(Number(destination), Number(destination) + 1);
		if (blamed === undefined || blamed.length === 0) return undefined;
		// The user knows the item, not its place in the request
		for (const target of blamed) {
			const known = errorsOf.get(target) ?? {};
			const name = field === '' || Object.hasOwn(known, field) ? path : field;
			errorsOf.set(target, { ...known, [name]: errors });
		}
	}
	if (errorsOf.size === 0) return undefined;
	return new Map([...errorsOf].map(([target, errors]) => [target, withValidation(failure, errors)]));
}

/**
 * Reads a send response. An entry is about the message whose ID it has. Without such an ID, the number decides, if as many entries as
 * messages have it and all of these say the same.
 * @returns also whether it gives a message another ID than the request carried
 */
export function readSendResponse(targets: readonly Target[], entries: readonly Entry[]) {
	const byId = groupByKeys(entries, ({ messageId }) => [messageId]);
	const carried = new Set(targets.map(({ destination }) => destination.messageId));
	const others = entries.filter(({ messageId }) => isBlankId(messageId) || !carried.has(messageId));
	const entriesTo = groupByKeys(others, ({ to }) => [digitsOf(to)]);
	const unnamed = targets.filter(({ destination }) => !byId.has(destination.messageId));
	const targetsTo = groupByKeys(unnamed, ({ destination }) => [destination.to]);
	const ofTarget = (target: Target): Outcome => {
		const { to, messageId } = target.destination;
		const own = byId.get(messageId);
		if (own !== undefined) return ofAnswer(target, withOurs(own[0]!, target), own);
		const [ofNumber, same] = [entriesTo.get(to) ?? [], targetsTo.get(to)!];
		const isClear = ofNumber.length === same.length && new Set(ofNumber.map(judge)).size === 1;
		if (!isClear) return ofAnswer(target, undefined, []);
		const entry = withOurs(ofNumber[same.indexOf(target)]!, target);
		// Of several messages, nothing shows which has which of the service's IDs
		const isKnown = same.length === 1 || entry.messageId === messageId;
		return ofAnswer(target, isKnown ? entry : withOwn(entry, { to, messageId: undefined }), ofNumber);
	};
	return {
		said: new Map(targets.map((target) => [target, ofTarget(target)])),
		replacesIds: others.some(({ messageId }) => !isBlankId(messageId)),
	};
}

/** The entry with the number, and with the ID that it was sent with unless the service gives another. */
function withOurs(entry: Entry, { destination: { messageId, to } }: Target): Entry {
	if (entry.to === to && !isBlankId(entry.messageId)) return entry;
	return withOwn(entry, { to, messageId: isBlankId(entry.messageId) ? messageId : entry.messageId });
}
