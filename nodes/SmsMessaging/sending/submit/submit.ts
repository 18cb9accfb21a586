import type { Entry } from '../../api/entry';
import type { ServiceFailure } from '../../api/failure';
import { pause } from '../../api/pacer';
import { judgeLog, surestOf } from '../../api/statuses';
import { type Outcome, type Target, isScheduled } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import type { Run } from '../run';
import { Dispatcher } from './dispatcher';
import { SENT_BEFORE, notChecked, USED_BEFORE } from './reasons';
import { MessageLogs, type Finding } from './messageLogs';
import { Outcomes } from './outcomes';

/** Sends what is planned, and finds out what became of it. @returns an outcome for every target */
export async function submit(run: Run, planned: PlannedTargets): Promise<ReadonlyMap<Target, Outcome>> {
	const outcomes = new Outcomes(run.ledger, planned.settled);
	const logs = new MessageLogs(run);
	const { maximum } = run;
	const settling = new Settling(run, outcomes, logs);
	const dispatcher = new Dispatcher(run, outcomes, logs);
	const isOpen = (target: Target) => outcomes.isOpen(target);

	const open = planned.all.filter(isOpen);
	const isPerhapsSent = ({ history }: Target) => history === 'sent' || history === 'final';
	const perhapsSent = open.filter(isPerhapsSent);
	const others = open.filter((target) => !isPerhapsSent(target));
	await askBeforeSending(run, settling, others);

	const unsent = others.filter(isOpen);
	// What the logs show in a first try was sent by other executions
	const found = run.isRetry ? planned.all.filter((target) => !isOpen(target)) : [...planned.settled.keys()];
	const inState = (state: Outcome['state']) => found.filter((target) => outcomes.all.get(target)?.state === state);
	const noRoom = maximum.reserve(inState('accepted'), [...perhapsSent, ...inState('unknown')], unsent);
	for (const target of unsent) if (!maximum.allows(target)) outcomes.leaveUnsent(target, noRoom);

	let unclear = perhapsSent.map((target): Open => ({ target, why: 'unclear', failure: SENT_BEFORE }));
	let toSend = unsent.filter(isOpen);
	while (toSend.length > 0 || unclear.length > 0) {
		// Arguments would be too many for a very large run
		unclear = unclear.concat(await dispatcher.send(toSend));
		toSend = await settling.afterSending(unclear);
		unclear = [];
	}
	maximum.giveBack(outcomes.all);
	return outcomes.all;
}

/** Settles what another try, or another execution under an ID of the user, has sent. */
async function askBeforeSending(run: Run, settling: Settling, targets: readonly Target[]): Promise<void> {
	const { options, isRetry, signal, waited, executionId } = run;
	const asked = targets.filter(({ history }) => options.messageIds === 'own' || history === 'unrecorded');
	if (asked.length === 0) return;
	// What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop
	if (isRetry && waited.in !== executionId) {
		await pause(options.lookUpMs, signal);
		waited.in = executionId;
	}
	await settling.beforeSending(asked);
}

/** A target whose outcome its answer does not tell. */
export interface Open {
	target: Target;
	/** Reported if the logs tell no more. */
	failure: ServiceFailure;
	/**
	 * - `unclear`: no answer mentions it, so it may be sent again
	 * - `odd`: the answer says something that the interface does not know
	 * - `duplicate`: the service has seen its ID before
	 */
	why: 'unclear' | 'odd' | 'duplicate';
	entry?: Entry;
}

/** Settles from the logs what answers leave open. */
export class Settling {
	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
		private readonly logs: MessageLogs,
	) {}

	/** Settles what the logs show, and what they leave unclear. Those that stay open are not there, or were rejected. */
	async beforeSending(targets: readonly Target[]): Promise<void> {
		const findings = await this.logs.lookUp(targets, 'beforeSending', (_, { is }) => is === 'unproven');
		for (const target of targets) {
			const finding = findings.get(target)!;
			const log = this.ownLog(target, finding);
			if (finding.is === 'unproven') this.outcomes.leaveUnknown(target, notChecked(finding.failure));
			else if (finding.is === 'there' && log === undefined) this.outcomes.leaveUnknown(target, notChecked(USED_BEFORE));
			else if (log !== undefined && judgeLog(log) !== 'refused') this.outcomes.takeLog(target, log, true);
		}
	}

	/** @returns what to send once more; all others are settled */
	async afterSending(all: readonly Open[]): Promise<Target[]> {
		if (all.length === 0) return [];
		const targets = all.map(({ target }) => target);
		try {
			const isOpen = (target: Target, finding: Finding) => this.ownLog(target, finding) === undefined;
			const findings = await this.logs.lookUp(targets, 'afterSending', isOpen);
			const again = all.filter((open) => this.isToSendAgain(open, findings.get(open.target)!));
			return again.map(({ target }) => target);
		} catch (error) {
			this.outcomes.giveUp(targets, error);
			return [];
		}
	}

	/** Settles a target unless it is to be sent again. */
	private isToSendAgain(open: Open, finding: Finding): boolean {
		const { target, why, failure, entry } = open;
		const log = this.ownLog(target, finding);
		if (log !== undefined) this.outcomes.takeLog(target, log);
		else if (why === 'duplicate' && target.hasOwnId && this.isOfOthers(finding))
			this.outcomes.refuse(target, failure, entry);
		else if (finding.is === 'there') this.outcomes.leaveUnknown(target, USED_BEFORE);
		else if (why === 'unclear' && finding.is === 'absent' && this.maySendAgain(target)) return true;
		else this.outcomes.leaveUnknown(target, failure, why === 'odd' ? 'final' : undefined);
		return false;
	}

	private maySendAgain(target: Target): boolean {
		return (
			this.run.options.ifUnclear === 'sendAgain' &&
			this.outcomes.historyOf(target) === 'sent' &&
			// A scheduled message that is missing from the logs proves nothing
			!isScheduled(target) &&
			this.run.maximum.allows(target)
		);
	}

	/** The entry of the message itself: other executions may have used an ID of the user. */
	private ownLog(target: Target, finding: Finding): Entry | undefined {
		if (finding.is !== 'there') return undefined;
		const { identity, options } = this.run;
		const isOfAny = !target.hasOwnId || options.messageIds === 'own';
		const own = finding.entries.filter(({ bulkId }) => isOfAny || identity.isOwnBulkId(bulkId));
		const log = surestOf(own);
		// It may have been rejected in one request and accepted in another
		const isWhole = finding.isWhole && own.length === finding.entries.length;
		return log === undefined || isWhole || judgeLog(log) === 'accepted' ? log : undefined;
	}

	/** Whether all that the logs have under the ID is of other requests. */
	private isOfOthers(finding: Finding): boolean {
		if (finding.is !== 'there') return finding.is === 'absent';
		return finding.isWhole && finding.entries.every(({ bulkId }) => bulkId !== undefined && bulkId !== '');
	}
}
