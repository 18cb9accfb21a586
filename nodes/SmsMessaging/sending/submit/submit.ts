import { pause } from '../../api/pacer';
import { giveBackRoom, reserveRoom } from '../maximum';
import type { Doubt, Outcome, Target } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import type { Run } from '../run';
import { afterSending, beforeSending, ownLog } from '../decide';
import { Dispatcher } from './dispatcher';
import { lookUp, type Finding } from './messageLogs';
import { Outcomes } from './outcomes';
import { ownFailure, unknown } from '../reasons';

/** Sends what is planned, and finds out what became of it. @returns an outcome for every target */
export async function submit(run: Run, { all, settled }: PlannedTargets): Promise<ReadonlyMap<Target, Outcome>> {
	const outcomes = new Outcomes(run, settled);
	const isOpen = (target: Target) => !outcomes.all.has(target);

	await lookBefore(run, outcomes, all.filter(isOpen));
	// What the logs show without a doubt of ours was sent by other executions
	const isOurs = (target: Target) => settled.has(target) || target.doubt !== undefined;
	const ours = all.filter(isOurs);
	const inState = (state: Outcome['state']) => ours.filter((target) => outcomes.all.get(target)?.state === state);
	const unsent = all.filter((target) => isOpen(target) && !isOurs(target));
	// First what may have been sent
	const wanted = [...inState('unknown'), ...ours.filter(isOpen), ...unsent];
	const excess = reserveRoom(run, inState('accepted'), wanted);
	for (const [target, failure] of excess) if (isOpen(target)) outcomes.answered(target, { state: 'notSent', failure });

	const dispatcher = new Dispatcher(run, outcomes);
	let toSend = all.filter(isOpen);
	for (let isFirst = true; toSend.length > 0; isFirst = false) {
		const unclear = await dispatcher.send(toSend);
		toSend = await lookAfter(run, outcomes, unclear, isFirst);
	}
	giveBackRoom(run, wanted, outcomes.all);
	return outcomes.all;
}

/** Settles what another try, or another execution under an ID of the user, has sent. */
async function lookBefore(run: Run, outcomes: Outcomes, open: readonly Target[]): Promise<void> {
	const { options, isRetry, signal, kept, executionId } = run;
	const asked = open.filter(({ doubt }) => options.messageIds === 'own' || doubt !== undefined);
	if (asked.length === 0) return;
	// What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop
	if (isRetry && kept.waitedIn !== executionId) {
		await pause(options.lookUpMs, signal);
		kept.waitedIn = executionId;
	}
	// What may not be sent again may still turn up
	const mayChange = ({ doubt, excluded }: Target, { entries, gap }: Finding) =>
		entries.length === 0 && (gap !== undefined || (doubt?.mayResend === false && excluded === undefined));
	const findings = await lookUp(run, asked, 'beforeSending', mayChange);
	for (const target of asked) {
		const outcome = beforeSending(run, target, findings.get(target)!);
		if (outcome !== 'send') outcomes.settle(target, outcome);
	}
}

/**
 * Settles from the logs what answers leave open.
 * @param isFirst whether these were sent once in this run
 * @returns what to send once more
 */
async function lookAfter(
	run: Run,
	outcomes: Outcomes,
	unclear: readonly Target[],
	isFirst: boolean,
): Promise<Target[]> {
	if (unclear.length === 0) return [];
	const saidOf = (target: Target) => outcomes.all.get(target) as Doubt;
	try {
		const isMissing = (target: Target, finding: Finding) => ownLog(run, target, finding) === undefined;
		const findings = await lookUp(run, unclear, 'afterSending', isMissing);
		return unclear.filter((target) => {
			const bulkId = isFirst && target.doubt === undefined ? outcomes.bulkIdOf(target) : undefined;
			const outcome = afterSending(run, target, saidOf(target), findings.get(target)!, bulkId);
			if (outcome !== 'send') outcomes.settle(target, outcome);
			return outcome === 'send';
		});
	} catch (error) {
		for (const target of unclear) outcomes.settle(target, unknown(target, ownFailure(error), saidOf(target).mayResend));
		return [];
	}
}
