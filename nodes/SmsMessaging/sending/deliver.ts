import type { SendOptions } from '../fields/options';
import { postMessages, type SendPath, type Transport } from '../service/client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from '../service/failure';
import { host } from '../service/host';
import { digitsOf } from '../service/matching';
import { outOfPatience, pause, retryDelayMs } from '../service/pace';
import type { JsonObject, SendResponse, SendResponseEntry } from '../service/types';
import { failureOfStatus, judge, judgeLog, type Verdict } from './judge';
import type { Ledger } from './ledger';
import { asResponseEntry, NOT_PROVEN, notChecked, untilRead, type LogSearch, type Unread } from './lookUp';
import { matchEntries } from './match';
import { byMessage, requestBody } from './plan';
import { divide, RefusalWatch } from './split';
import { isScheduled, type Batch, type Outcome, type Target } from './target';

/** A request on its way; parts of a refused one share its watch. */
interface Errand {
	batch: Batch;
	watch: RefusalWatch;
	isPart: boolean;
}

/** Targets whose fate is not known. */
interface Doubt {
	batch: Batch;
	/** What is said about them when the logs do not show them. */
	failure: ServiceFailure;
	/** The service's own word, where it says that it has seen the ID before. */
	duplicates?: Map<Target, SendResponseEntry>;
	/** The service has answered something of their number, but not of which message to it. */
	ambiguous?: ReadonlySet<Target>;
	/** Whether it has waited for something else to be sent, which may prove what the logs do not show. */
	isDeferred?: boolean;
	/** Whether nothing of them was sent in this try, so that to send them is not to send again. */
	isUntried?: boolean;
}

/** When the logs are asked, as parts of the look-up time: at growing intervals, the last time at its end. */
const LOOK_UP_TIMES = [0, 1 / 15, 3 / 15, 7 / 15, 1];

const STOPPED: ServiceFailure = {
	kind: 'unclear',
	message: 'The execution was stopped before this message was sent',
	description:
		'A new run of the workflow would also send what was accepted before the stop: run it with the items that are left, or use Retry where n8n offers it.',
};
const NOT_MENTIONED: ServiceFailure = {
	kind: 'unclear',
	message: 'The answer of the service does not mention this destination',
	description: 'It is not known whether the message was accepted. Look into Get Logs with its message ID before you send it again.',
	httpStatus: 200,
};

const AMBIGUOUS: ServiceFailure = {
	kind: 'unclear',
	message: 'The answer of the service does not tell which of the messages to this number it has accepted',
	description: '',
	httpStatus: 200,
};

/** Carries requests to the service until every target has an outcome. */
export class Delivery {
	/** Grows while `run` goes on; in the end it holds every target. */
	readonly outcomes = new Map<Target, Outcome>();

	private pending: Errand[] = [];
	private doubts: Doubt[] = [];
	/** Why no further request can pass. */
	private hindrance: ServiceFailure | undefined;
	/** The service wants no request before this time. */
	private notBefore = 0;
	/** A single message was refused just now: the next try goes to the largest part, to see whether anything passes at all. */
	private isProbeDue = false;

	constructor(
		private readonly path: SendPath,
		private readonly transport: Transport,
		private readonly options: SendOptions,
		private readonly ledger: Ledger,
		private readonly logs: LogSearch,
		private readonly nextBulkId: () => string,
		private readonly signal: AbortSignal | undefined,
	) {}

	/**
	 * @param batches to be sent
	 * @param doubtful requests of an earlier try of this run, whose fate the logs must tell before anything of them is sent again
	 * @param unproven messages that the logs did not show, though that proves nothing yet: once something else was sent, it may
	 */
	async run(batches: Batch[], doubtful: Batch[], unproven: Batch[]): Promise<void> {
		const earlier = (batch: Batch): Batch => ({ ...batch, isFromEarlierTry: true });
		this.doubts = [
			...doubtful.map((batch): Doubt => ({ batch: earlier(batch), failure: NOT_MENTIONED })),
			...unproven.map((batch): Doubt => ({ batch: earlier(batch), failure: notChecked(NOT_PROVEN), isUntried: true })),
		];
		await this.send(batches);
		while (this.doubts.length > 0) await this.send(await this.clearUp());
	}

	/** What became of a target in an earlier try. */
	recall(target: Target, outcome: Outcome): void {
		this.outcomes.set(target, outcome);
		if (outcome.state === 'accepted') this.noteAccepted(target, outcome.entry);
	}

	settle(target: Target, outcome: Outcome): void {
		this.outcomes.set(target, outcome);
		this.ledger.settled(target, outcome);
	}

	/** What the logs show of a target that was sent before. */
	settleFromLogs(target: Target, log: JsonObject): void {
		target.mayHaveBeenSent = true;
		this.judgeAndSettle(target, asResponseEntry(log), undefined, {}, true);
	}

	private get isStopped(): boolean {
		return this.signal?.aborted === true;
	}

	private async send(batches: Batch[]): Promise<void> {
		this.pending = batches.map((batch) => ({ batch, watch: new RefusalWatch(batch.targets.length), isPart: false }));
		await Promise.all(Array.from({ length: this.options.requestsAtOnce }, async () => await this.work()));
	}

	private async work(): Promise<void> {
		for (let errand = this.next(); errand !== undefined; errand = this.next()) {
			try {
				await this.tryUntilClear(errand);
			} catch (error) {
				this.giveUp(errand.batch, error);
			}
		}
	}

	private next(): Errand | undefined {
		if (!this.isProbeDue) return this.pending.shift();
		this.isProbeDue = false;
		const parts = this.pending.filter(({ isPart }) => isPart);
		const largest = parts.reduce<Errand | undefined>(
			(most, errand) => (most === undefined || errand.batch.targets.length > most.batch.targets.length ? errand : most),
			undefined,
		);
		if (largest === undefined) return this.pending.shift();
		this.pending.splice(this.pending.indexOf(largest), 1);
		return largest;
	}

	private async tryUntilClear(errand: Errand): Promise<void> {
		const { batch } = errand;
		for (let tries = 0; ; tries++) {
			await pause(this.notBefore - host.elapsed(), this.signal);
			const obstacle = this.isStopped ? STOPPED : this.hindrance;
			if (obstacle !== undefined) return this.leaveUnsent(batch, obstacle);

			batch.firstTriedAt ??= host.elapsed();
			const patienceEnd = batch.firstTriedAt + this.options.patienceMs;
			for (const target of batch.targets) {
				this.ledger.tried(target);
				target.mayHaveBeenSentBefore = target.mayHaveBeenSent;
			}
			const result = await postMessages(this.transport, this.path, requestBody(batch));
			if (result.ok) return this.takeAnswer(errand, result.value);

			const { failure } = result;
			if (isNotNow(failure)) {
				const delay = retryDelayMs(failure, tries);
				if (host.elapsed() + delay <= patienceEnd) {
					this.notBefore = Math.max(this.notBefore, host.elapsed() + delay);
					continue;
				}
				this.hindrance ??= outOfPatience(failure, this.options.patienceMs, delay, 'what was accepted is not sent again on Retry.');
				return this.leaveUnsent(batch, this.hindrance);
			}
			return this.takeFailure(errand, failure);
		}
	}

	private takeFailure(errand: Errand, failure: ServiceFailure): void {
		const { batch } = errand;
		if (failure.kind === 'unclear') {
			for (const target of batch.targets) target.mayHaveBeenSent = true;
			this.doubts.push({ batch, failure });
			return;
		}
		if (concernsAllRequests(failure)) {
			this.hindrance ??= failure;
			return this.leaveUnsent(batch, failure);
		}
		const { targets } = batch;
		const { vainReason } = errand.watch;
		// All that is left was tried as a whole first: what is refused again is not divided any more
		if (vainReason !== undefined && targets.length > 1) return this.leaveUnsent(batch, notTried(vainReason));
		const { blamed, rest } = divide(targets, failure);
		this.refuse(batch, blamed, failure);
		if (targets.length === 1 && errand.isPart) {
			errand.watch.saw(failure);
			this.isProbeDue = true;
		}
		const { settings } = batch;
		// Whether the destinations of one message are to blame is a question of its own
		const isMessageDivided = errand.watch.request === undefined && byMessage(targets).length === 1;
		const watch = isMessageDivided ? new RefusalWatch(targets.length, errand.watch) : errand.watch;
		const parts = rest.map((part): Errand => ({ batch: { settings, bulkId: settings.bulkId ?? this.nextBulkId(), targets: part }, watch, isPart: true }));
		this.pending.unshift(...parts);
	}

	/** The node failed by itself: the fate of the request is open, and that of the others is not touched. */
	private giveUp({ bulkId, targets }: Batch, error: unknown): void {
		const failure: ServiceFailure = { kind: 'unclear', message: `The node failed: ${error instanceof Error ? error.message : String(error)}`, description: '' };
		for (const target of targets) {
			if (!this.outcomes.has(target)) this.settle(target, { state: 'unknown', failure: asUnknown(failure, target), bulkId });
		}
	}

	/** What was sent before, with an unclear answer, may have been accepted then. */
	private leaveUnsent({ bulkId, targets }: Batch, failure: ServiceFailure): void {
		for (const target of targets) {
			if (target.mayHaveBeenSent) this.settle(target, { state: 'unknown', failure: asUnknown(failure, target), bulkId });
			else this.settle(target, { state: 'notSent', failure: asNotSent(failure), bulkId });
		}
	}

	private refuse({ bulkId }: Batch, targets: Target[], failure: ServiceFailure): void {
		for (const target of targets) {
			// Its first sending may have been accepted all the same
			if (target.mayHaveBeenSent) this.settle(target, { state: 'unknown', failure: asUnknown(failure, target), bulkId });
			else this.settle(target, { state: 'refused', failure, bulkId });
		}
	}

	private takeAnswer({ batch, watch }: Errand, { messages, ...response }: SendResponse): void {
		watch.sawSuccess();
		const entries = matchEntries(batch.targets.map(({ destination }) => destination), messages);
		const silent: Target[] = [];
		const unnamed: Target[] = [];
		const ambiguous = new Set<Target>();
		/** Whether the entry may be of another message to the same number: it has none of our IDs, and there is not just one for each. */
		const isAmbiguous = ({ destination: { to, messageId } }: Target, entry: SendResponseEntry) => {
			if (messageId !== undefined && String(entry.messageId) === messageId) return false;
			const count = batch.targets.filter(({ destination }) => destination.to === to).length;
			return count > 1 && (isBlankId(entry.messageId) || messages.filter((other) => digitsOf(other.to) === to).length !== count);
		};
		const duplicates = new Map<Target, SendResponseEntry>();
		batch.targets.forEach((target, index) => {
			const entry = entries[index];
			// A service that makes mistakes may say the same twice, and then it is the word on one message only
			if (entry !== undefined && isAmbiguous(target, entry)) ambiguous.add(target);
			const verdict = entry === undefined || ambiguous.has(target) ? 'silent' : this.judgeAndSettle(target, entry, batch.bulkId, response);
			if (verdict === 'silent') silent.push(target);
			if (verdict === 'accepted' && isBlankId(entry?.messageId)) unnamed.push(target);
			if (verdict === 'duplicate' && entry !== undefined) duplicates.set(target, entry);
		});
		for (const target of silent) target.mayHaveBeenSent = true;
		const targets = [...silent, ...duplicates.keys()];
		if (targets.length > 0) this.doubts.push({ batch: { ...batch, targets, unnamed }, failure: NOT_MENTIONED, duplicates, ambiguous });
	}

	/** What the service says of a target, in its answer or in its logs. */
	private judgeAndSettle(
		target: Target,
		entry: SendResponseEntry,
		bulkId?: string,
		response: Omit<SendResponse, 'messages'> = {},
		isLog = false,
	): Verdict {
		const { messageId } = target.destination;
		const verdict = isLog ? judgeLog(entry) : judge(entry, messageId !== undefined);
		const named = messageId === undefined || entry.messageId === messageId ? entry : { ...entry, messageId };
		if (verdict === 'accepted') {
			this.settle(target, { state: 'accepted', entry: named, response, bulkId });
			if (!isLog) this.noteAccepted(target, entry);
		}
		// An earlier request may have been accepted all the same
		const mayBeThere = isLog ? target.mayHaveBeenSentBefore : target.mayHaveBeenSent;
		if (verdict === 'refused' && mayBeThere) this.settle(target, { state: 'unknown', failure: asUnknown(failureOfStatus(entry), target), bulkId });
		else if (verdict === 'refused') this.settle(target, { state: 'refused', failure: failureOfStatus(entry), entry, response, bulkId });
		return verdict;
	}

	private noteAccepted(target: Target, { messageId }: SendResponseEntry): void {
		this.logs.accepted(target, isBlankId(messageId) ? undefined : String(messageId));
	}

	/** Asks the logs about all doubts together, and gives back what is to be sent again. */
	private async clearUp(): Promise<Batch[]> {
		const doubts = this.doubts;
		this.doubts = [];
		try {
			return await this.clearUpAll(doubts);
		} catch (error) {
			for (const { batch } of doubts) this.giveUp(batch, error);
			return [];
		}
	}

	private async clearUpAll(doubts: Doubt[]): Promise<Batch[]> {
		const start = host.elapsed();
		let unread: Unread = new Map();
		for (const part of LOOK_UP_TIMES) {
			// A service that is asked too often is asked only once more, when the time is over
			if (part < 1 && [...unread.values()].some(isNotNow)) continue;
			await pause(start + part * this.options.lookUpMs - host.elapsed(), this.signal);
			unread = await this.askLogs(doubts, part === 1);
			if (this.openTargets(doubts).length === 0 || this.isStopped) break;
		}
		unread = await untilRead(unread, async (only) => await this.askLogs(doubts, true, only), this.options.patienceMs, this.signal);
		const isUnproven = (target: Target) => unread.get(target) === NOT_PROVEN;
		const later = doubts.filter(({ isDeferred, batch }) => isDeferred !== true && batch.targets.some(isUnproven));
		const again = doubts.flatMap((doubt) => this.settleUnseen(doubt, unread, later.includes(doubt) ? isUnproven : () => false));
		// Nothing is sent that could prove anything, so there is nothing to wait for
		const deferred = later.map((doubt): Doubt => ({ ...doubt, isDeferred: true, batch: { ...doubt.batch, targets: doubt.batch.targets.filter(isUnproven) } }));
		if (again.length > 0) this.doubts.push(...deferred);
		else for (const doubt of deferred) this.settleUnseen(doubt, unread, () => false);
		return again;
	}

	private openTargets(doubts: Doubt[]): Target[] {
		return doubts.flatMap(({ batch }) => batch.targets).filter((target) => !this.outcomes.has(target));
	}

	/** @param only of these targets; left out: of all that are open */
	private async askLogs(doubts: Doubt[], isLast: boolean, only?: Unread): Promise<Unread> {
		const isAsked = (target: Target) => !this.outcomes.has(target) && (only === undefined || only.has(target));
		const open = doubts
			.map(({ batch }) => ({ ...batch, targets: batch.targets.filter(isAsked) }))
			.filter(({ targets }) => targets.length > 0);
		if (this.isStopped) return new Map(open.flatMap(({ targets }) => targets).map((target) => [target, STOPPED]));
		const { found, unread } = await this.logs.batches(open, isLast);
		for (const { bulkId, targets } of open) {
			for (const target of targets) {
				const log = found.get(target);
				if (log !== undefined) this.judgeAndSettle(target, asResponseEntry(log), bulkId, {}, true);
			}
		}
		return unread;
	}

	/** What the logs do not show: refused where the service knows the ID from elsewhere, else sent again or named as unknown. */
	private settleUnseen(doubt: Doubt, unread: Unread, isLeft: (target: Target) => boolean): Batch[] {
		const { batch, failure, duplicates, ambiguous } = doubt;
		const { bulkId } = batch;
		const open = batch.targets.filter((target) => !this.outcomes.has(target) && !isLeft(target));
		const again: Target[] = [];
		for (const target of open) {
			const entry = duplicates?.get(target);
			const unreadBecause = unread.get(target);
			if (entry !== undefined && !target.mayHaveBeenSent) this.settle(target, target.refusedBefore ?? { state: 'refused', failure: failureOfStatus(entry), entry, bulkId });
			else if (entry !== undefined) this.settle(target, { state: 'unknown', failure: asUnknown(failureOfStatus(entry), target), bulkId });
			else if (ambiguous?.has(target) === true) this.settle(target, { state: 'unknown', failure: asUnknown(AMBIGUOUS, target), bulkId });
			else if (unreadBecause === undefined && this.maySendAgain(doubt, target)) again.push(target);
			else this.settle(target, { state: 'unknown', failure: asUnknown((batch.isFromEarlierTry === true ? unreadBecause : undefined) ?? failure, target), bulkId });
		}
		// The time spent on look-ups is not the service's: its patience begins anew
		for (const target of again) target.wasSentAgain = true;
		return again.length === 0 ? [] : [{ ...batch, targets: again, firstTriedAt: undefined, isFromEarlierTry: false, unnamed: undefined }];
	}

	private maySendAgain({ isUntried }: Doubt, target: Target): boolean {
		if (this.hindrance !== undefined || this.isStopped) return false;
		if (isUntried === true) return true;
		// That a scheduled one is not in the logs proves nothing
		return this.options.ifUnclear === 'sendAgain' && !target.wasSentAgain && !isScheduled(target);
	}
}

/** Of a request that was divided, and whose parts were all refused in the same words. */
function notTried(failure: ServiceFailure): ServiceFailure {
	return { ...failure, message: `Not tried by itself, since others of the same request were refused: ${failure.message}` };
}

function isBlankId(messageId: unknown): boolean {
	return messageId === undefined || messageId === null || messageId === '';
}

function asNotSent(failure: ServiceFailure): ServiceFailure {
	return failure === STOPPED ? failure : { ...failure, description: `This was not sent. ${failure.description}` };
}

function asUnknown(failure: ServiceFailure, { destination: { messageId } }: Target): ServiceFailure {
	return {
		...failure,
		kind: 'unclear',
		description: `${failure.check === undefined ? '' : `${failure.check} `}It is not known whether the message was accepted. Look into Get Logs${messageId === undefined ? '' : ` with the message ID ${messageId}`} before you send it again.`,
	};
}
