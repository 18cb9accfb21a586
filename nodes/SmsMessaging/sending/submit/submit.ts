import { pause } from '../../api/pace';
import { Maximum } from '../maximum';
import type { Outcome, Target } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import type { Run } from '../run';
import { Dispatcher } from './dispatcher';
import { SENT_BEFORE } from './failures';
import { MessageLogs } from './messageLogs';
import { Outcomes } from './outcomes';
import { Settling, type Open } from './settling';

/** Sends what is planned, and finds out what became of it. @returns an outcome for every target */
export async function submit(run: Run, planned: PlannedTargets): Promise<ReadonlyMap<Target, Outcome>> {
	const outcomes = new Outcomes(run.ledger, planned.settled);
	const logs = new MessageLogs(run, planned.all);
	const maximum = new Maximum(run);
	const settling = new Settling(run, outcomes, logs, maximum);
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
	// What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop
	if (isRetry && asked.length > 0 && waited.in !== executionId) {
		await pause(options.lookUpMs, signal);
		waited.in = executionId;
	}
	await settling.beforeSending(asked);
}
