import { pause } from '../../service/pace';
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
	const outcomes = new Outcomes(run.ledger, planned.recalled);
	const ids = new Set(planned.all.flatMap(({ destination }) => destination.messageId ?? []));
	const hasOwnIds = planned.all.some((target) => target.hasOwnId);
	const logs = new MessageLogs(run, ids, hasOwnIds);
	const maximum = new Maximum(run);
	const settling = new Settling(run, outcomes, logs, maximum);
	const dispatcher = new Dispatcher(run, outcomes, logs);

	const open = planned.all.filter((target) => outcomes.isOpen(target));
	const isPerhapsSent = ({ history }: Target) => history === 'sent' || history === 'final';
	const perhapsSent = open.filter(isPerhapsSent);
	const others = open.filter((target) => !isPerhapsSent(target));
	await askBeforeSending(run, settling, others);

	const unsent = others.filter((target) => outcomes.isOpen(target));
	let unclear = perhapsSent.map((target): Open => ({ target, why: 'unclear', failure: SENT_BEFORE }));
	// What the logs show in a first try was sent by other executions
	const found = run.isRetry ? planned.all.filter((target) => !outcomes.isOpen(target)) : [...planned.recalled.keys()];
	const inState = (state: Outcome['state']) => found.filter((target) => outcomes.all.get(target)?.state === state);
	const noRoom = maximum.reserve(inState('accepted'), [...perhapsSent, ...inState('unknown')], unsent);
	for (const target of unsent) if (!maximum.allows(target)) outcomes.leaveUnsent(target, noRoom);
	let toSend = unsent.filter((target) => maximum.allows(target));
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
	const isEach = run.options.messageIds === 'own';
	const asked = targets.filter(({ history }) => isEach || history === 'unrecorded');
	if (run.isRetry && asked.length > 0) await waitForLogs(run);
	await settling.beforeSending(asked);
}

/** What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop. */
async function waitForLogs({ options, signal, waited, executionId }: Run): Promise<void> {
	if (executionId !== undefined && waited.in === executionId) return;
	await pause(options.lookUpMs, signal);
	waited.in = executionId;
}
