import { isOfOtherRequest } from '../../service/bulkIds';
import { isNotNow, type ServiceFailure } from '../../service/failure';
import { host } from '../../service/host';
import { addTo, groupByKeys } from '../../service/matching';
import { pause } from '../../service/pace';
import { RETRY_TIMES } from '../../service/retryTimes';
import type { SendResponseEntry } from '../../service/types';
import { isScheduled, type Batch, type Target } from '../plan/target';
import type { Run } from '../run';
import { failureOfStatus, failureOfUnknownGroup } from './judge';
import { asResponseEntry, bulkIdOf, type LogSearch } from './logSearch';
import { NOT_PROVEN, notChecked, untilRead, type Unread } from './look';
import type { Outcomes } from './outcomes';
import type { Reason, Unresolved } from './unresolved';

const AMBIGUOUS = {
	kind: 'unclear',
	message: 'The answer of the service does not say for certain what became of this message',
	description: '',
	httpStatus: 200,
} as const;

/** What to do after looking into the logs. */
interface NextStep {
	sendAgain: Batch[];
	/** Targets that the logs may still prove absent, once they show something sent in the meantime. */
	postponed: Unresolved[];
}

/** Finds out what became of unresolved targets: from the logs or, if these show nothing, from what that absence proves. */
export class ClearUp {
	private readonly postponedBefore = new Set<Unresolved>();
	/** The destinations of each bulk ID's whole request: a part that is sent again keeps the bulk ID. */
	private readonly numbers = new Map<string, readonly string[]>();
	/** Targets whose fate stays unknown, by bulkId. */
	private readonly unknown = new Map<string, Target[]>();

	/** @param maySend whether the target may be sent */
	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
		private readonly logs: LogSearch,
		private readonly maySend: (target: Target) => boolean,
	) {}

	async resolve(all: Unresolved[]): Promise<NextStep> {
		try {
			const unread = await this.readLogs(all);
			return this.nextStep(all, unread);
		} catch (error) {
			for (const { request, reasons } of all) this.outcomes.giveUp({ ...request, targets: [...reasons.keys()] }, error);
			return { sendAgain: [], postponed: [] };
		}
	}

	/** Settles what the logs show, within the look-up time and the patience. */
	private async readLogs(all: Unresolved[]): Promise<Unread> {
		const { options, signal } = this.run;
		const start = host.elapsed();
		let unread: Unread = new Map();
		for (const part of RETRY_TIMES.lookUps) {
			// After 'not now' or slow answers, the service is asked only once more, at the end of the look-up time
			const isLate = part > 0 && host.elapsed() - start >= options.lookUpMs;
			if (part < 1 && (isLate || [...unread.values()].some(isNotNow))) continue;
			await pause(start + part * options.lookUpMs - host.elapsed(), signal);
			unread = await this.look(all, part === 1);
			if (all.every(({ reasons }) => [...reasons.keys()].every((target) => !this.outcomes.isOpen(target)))) break;
		}
		return await untilRead(unread, async (only) => await this.look(all, true, only), options.patienceMs, signal);
	}

	/** @param only limits the look-up to these targets; without it, all open ones are looked up */
	private async look(all: Unresolved[], isLast: boolean, only?: Unread): Promise<Unread> {
		const isAsked = (target: Target) => this.outcomes.isOpen(target) && (only === undefined || only.has(target));
		for (const { request } of all)
			if (!this.numbers.has(request.bulkId))
				this.numbers.set(
					request.bulkId,
					request.targets.map(({ destination }) => destination.to),
				);
		// All parts with a bulk ID are matched together
		const open = [...groupByKeys(all, ({ request }) => [request.bulkId]).values()]
			.map((parts) => ({
				...parts[0]!.request,
				targets: parts.flatMap(({ reasons }) => [...reasons.keys()]).filter(isAsked),
				isSingle: parts.some(({ request }) => request.targets.length === 1),
				numbers: this.numbers.get(parts[0]!.request.bulkId) ?? [],
				duplicates: parts.flatMap(({ reasons }) =>
					[...reasons].filter(([, { kind }]) => kind === 'duplicate').map(([target]) => target),
				),
				unknown: this.unknown.get(parts[0]!.request.bulkId) ?? [],
				isOfEarlierTry: parts.some(({ isOfEarlierTry }) => isOfEarlierTry),
			}))
			.filter(({ targets }) => targets.length > 0);
		const { found, unread } = await this.logs.requests(open, isLast);
		for (const { bulkId, settings, targets, isOfEarlierTry } of open) {
			for (const target of targets) {
				const log = found.get(target);
				if (log === undefined) continue;
				const isOfRequest = !target.hasOwnId || (settings.bulkId === undefined && log.bulkId === bulkId);
				const sentIn = isOfEarlierTry ? target.before.bulkId : bulkId;
				const isOfAnother = isOfEarlierTry || isOfOtherRequest(bulkId, log.bulkId);
				const logged = isOfAnother ? (bulkIdOf(log) ?? sentIn) : sentIn;
				this.outcomes.takeLog(target, asResponseEntry(log), logged, isOfRequest);
			}
		}
		return unread;
	}

	private nextStep(all: Unresolved[], unread: Unread): NextStep {
		const isNotProven = (target: Target) => unread.get(target) === NOT_PROVEN;
		const isPostponed = (one: Unresolved) =>
			!this.postponedBefore.has(one) && [...one.reasons.keys()].some(isNotProven);
		const postponed = all
			.filter(isPostponed)
			.map((one) => ({ ...one, reasons: new Map([...one.reasons].filter(([target]) => isNotProven(target))) }));
		const waiting = new Set(postponed.flatMap(({ reasons }) => [...reasons.keys()]));
		const sendAgain = all.flatMap((one) => this.settleUnseen(one, unread, waiting));
		if (sendAgain.length > 0) {
			for (const one of postponed) this.postponedBefore.add(one);
			return { sendAgain, postponed };
		}
		// Nothing will be sent that could serve as proof, so there is nothing to wait for
		for (const one of postponed) this.settleUnseen(one, unread, new Set());
		return { sendAgain: [], postponed: [] };
	}

	/** @returns what to send again of the targets that the logs do not show; the others are settled */
	private settleUnseen(
		{ request, reasons, isOfEarlierTry }: Unresolved,
		unread: Unread,
		waiting: ReadonlySet<Target>,
	): Batch[] {
		const again: Target[] = [];
		for (const [target, reason] of reasons) {
			if (!this.outcomes.isOpen(target) || waiting.has(target)) continue;
			const unreadBecause = unread.get(target);
			if (reason.kind === 'duplicate')
				this.settleDuplicate(target, reason.entry, request, isOfEarlierTry, unreadBecause);
			else if (reason.kind === 'unknownGroup')
				this.leaveUnknown(target, failureOfUnknownGroup(reason.entry), request, isOfEarlierTry);
			else if (reason.kind === 'ambiguous') this.leaveUnknown(target, AMBIGUOUS, request, isOfEarlierTry);
			else if (unreadBecause === undefined && this.maySendAgain(target, reason)) again.push(target);
			// Nothing was sent under the new bulkId
			else if (reason.kind === 'notProven')
				this.outcomes.leaveUnchecked(target, unreadBecause === undefined ? reason.failure : notChecked(unreadBecause));
			else
				this.leaveUnknown(
					target,
					(isOfEarlierTry ? unreadBecause : undefined) ?? reason.failure,
					request,
					isOfEarlierTry,
				);
		}
		this.outcomes.sendingAgain(again);
		return again.length === 0 ? [] : [{ ...request, targets: again }];
	}

	private leaveUnknown(target: Target, failure: ServiceFailure, { bulkId }: Batch, isOfEarlierTry: boolean): void {
		// An earlier try sent it under another bulkId
		this.outcomes.leaveUnknown(target, failure, isOfEarlierTry ? target.before.bulkId : bulkId);
		addTo(this.unknown, bulkId, target);
	}

	/**
	 * The service knows the ID from elsewhere, or from this execution: then it may be this very message, and only the logs can tell. The
	 * node's own IDs are used nowhere else. An ID that was rejected before for another reason was not known then: something between n8n
	 * and the service has sent the request twice, or a rejection uses up the ID.
	 */
	private settleDuplicate(
		target: Target,
		entry: SendResponseEntry,
		request: Batch,
		isOfEarlierTry: boolean,
		unreadBecause: ServiceFailure | undefined,
	): void {
		const { refusal } = target.before;
		const failure = failureOfStatus(entry, target.destination.to);
		if (refusal !== undefined) {
			const message = `${refusal.failure.message}; a later try was rejected as a duplicate`;
			this.leaveUnknown(target, { ...refusal.failure, message }, request, isOfEarlierTry);
		} else if (unreadBecause !== undefined || !target.hasOwnId)
			this.leaveUnknown(target, failure, request, isOfEarlierTry);
		else this.outcomes.refuse(target, { state: 'refused', failure, entry, bulkId: request.bulkId });
	}

	private maySendAgain(target: Target, { kind }: Reason): boolean {
		if (!this.maySend(target)) return false;
		if (kind === 'notProven') return true;
		// A scheduled message that is missing from the logs proves nothing
		return this.run.options.ifUnclear === 'sendAgain' && !this.outcomes.wasSentAgain(target) && !isScheduled(target);
	}
}
