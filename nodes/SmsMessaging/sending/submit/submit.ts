import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeContextPart } from '../../kept/nodeContext';
import type { ServiceFailure } from '../../service/failure';
import { pause } from '../../service/pace';
import { planRequests } from '../plan/requests';
import { isScheduled, type Batch, type Outcome, type Target } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import { nextBulkId, type Run } from '../run';
import { ClearUp } from './clearUp';
import { Dispatcher } from './dispatcher';
import { judgeLog } from './judge';
import { asResponseEntry, bulkIdOf, LogSearch } from './logSearch';
import { NOT_PROVEN, notChecked, untilRead, type Unread } from './look';
import { Maximum } from './maximum';
import { Outcomes } from './outcomes';
import { unresolved } from './unresolved';

/** Sends what is planned, and finds out what became of it. @returns an outcome for every target */
export async function submit(
	context: IExecuteFunctions,
	run: Run,
	planned: PlannedTargets,
): Promise<ReadonlyMap<Target, Outcome>> {
	const { options, isRetry, signal } = run;
	const { fresh, recalled, ownIdsBefore } = planned;
	const messageIds = new Set(planned.all.flatMap(({ destination }) => destination.messageId ?? []));
	const logs = new LogSearch(run.transport, signal, {
		messageIds,
		service: nodeContextPart(context, 'service'),
		...(!options.skipSent && { claims: ownIdsBefore }),
		...(!options.skipSent && !run.identity.isNewOnRetry && { execution: { ...run.identity, isRetry } }),
	});
	const outcomes = new Outcomes(run.ledger);
	for (const [target, outcome] of recalled) {
		outcomes.recall(target, outcome);
		if (outcome.state === 'accepted') logs.accepted(target, outcome.entry, outcome.bulkId);
	}
	if (run.identity.isNewOnRetry) nameUntraceable([...fresh, ...planned.unresolved], outcomes);
	const traceable = fresh.filter((target) => outcomes.isOpen(target));
	// A crashed or stopped execution has no ledger, and the ledger of one that was already retried does not include that retry
	if (isRetry && traceable.length > 0) await waitForLogs(context, run);
	const asked = isRetry ? traceable : traceable.filter(({ hasOwnId }) => options.skipSent && hasOwnId);
	const notProven = await settleWhatLogsShow(asked, run, outcomes, logs);
	if (isRetry && options.ifUnclear === 'report') nameScheduled(fresh, run, outcomes);

	const requestsFor = (targets: Target[]): Batch[] =>
		planRequests(targets, options.messagesPerRequest, () => nextBulkId(run));
	const maximum = new Maximum(run, outcomes);
	const unsent = maximum.reserve(planned);
	const batches = requestsFor(unsent.filter((target) => !notProven.has(target)));
	let open = [
		...requestsFor(planned.unresolved).map((batch) =>
			unresolved(batch, { kind: 'noAnswer', failure: SENT_BEFORE }, true),
		),
		...requestsFor(unsent.filter((target) => notProven.has(target))).map((batch) =>
			unresolved(batch, { kind: 'notProven', failure: notChecked(NOT_PROVEN) }, true),
		),
	];
	const dispatcher = new Dispatcher(run, outcomes, logs, messageIds);
	const clearUp = new ClearUp(run, outcomes, logs, (target) => maximum.allows(target));
	open.push(...(await dispatcher.send(batches)));
	while (open.length > 0) {
		const { sendAgain, postponed } = await clearUp.resolve(open);
		open = [...postponed, ...(await dispatcher.send(sendAgain))];
	}
	maximum.settle();
	return outcomes.all;
}

/** What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop. */
async function waitForLogs(context: IExecuteFunctions, { options, signal }: Run): Promise<void> {
	const retry = nodeContextPart(context, 'retry');
	const executionId = context.getExecutionId();
	if (executionId !== undefined && retry.waitedIn === executionId) return;
	await pause(options.lookUpMs, signal);
	retry.waitedIn = executionId;
}

/**
 * Asks the logs before anything is sent; what they leave unclear is not sent.
 * @returns those whose absence cannot be proven until the logs show something that was sent
 */
async function settleWhatLogsShow(
	targets: Target[],
	{ options, signal }: Run,
	outcomes: Outcomes,
	logs: LogSearch,
): Promise<ReadonlySet<Target>> {
	const ask = async (asked: Target[]) => {
		const { found, unread } = await logs.messages(asked);
		// Rejected messages are tried again
		for (const [target, log] of found)
			if (judgeLog(log) !== 'refused') outcomes.takeLog(target, asResponseEntry(log), bulkIdOf(log), true);
		return unread;
	};
	const isIn = (unread: Unread) => targets.filter((target) => unread.has(target));
	const unread = await untilRead(await ask(targets), async (left) => await ask(isIn(left)), options.patienceMs, signal);
	const notProven = new Set<Target>();
	for (const [target, failure] of unread) {
		if (failure === NOT_PROVEN) notProven.add(target);
		else outcomes.leaveUnchecked(target, notChecked(failure));
	}
	return notProven;
}

/** Logs may not show scheduled messages before their time: absence proves nothing if a try may have sent one. */
function nameScheduled(targets: Target[], { ledger }: Run, outcomes: Outcomes): void {
	for (const target of targets) {
		if (isScheduled(target) && outcomes.isOpen(target) && ledger.find(target.key) === undefined)
			outcomes.leaveUnchecked(target, SCHEDULED_BEFORE);
	}
}

/** Earlier tries may have sent these under IDs that nobody knows any more. */
function nameUntraceable(targets: Target[], outcomes: Outcomes): void {
	for (const target of targets) if (!target.hasOwnId) outcomes.leaveUnchecked(target, SENT_UNDER_OTHER_ID);
}

const SENT_UNDER_OTHER_ID: ServiceFailure = {
	kind: 'unclear',
	message: 'It is not known whether an earlier try of this execution sent this message',
	description:
		'Retry did not send it: n8n before version 2.14 does not tell which execution is retried. Check Get Logs for its number, and start a new execution for what is missing there.',
};

const SENT_BEFORE: ServiceFailure = {
	kind: 'unclear',
	message: 'An earlier try of this execution may have sent this message, but the logs do not show it',
	description: '',
};

const SCHEDULED_BEFORE: ServiceFailure = {
	kind: 'unclear',
	message: 'It is not known whether an earlier try of this execution sent this scheduled message',
	description:
		'Scheduled messages may not be in the logs before their send time. Check Get Logs after that time, or start a new execution if you know that nothing was sent.',
};
