import type { IDataObject } from 'n8n-workflow';

import { LONGEST_ANSWER_MS, patience, pauses, silence, violations, type Broken, type Violation } from '../world';
import { groupAtService, groupOf, isForbidden, isOnce, isRejected, saidOf, showInTime } from './about';
import { known } from './known';
import type { LivedExecution, LivedLife, Life, Target } from './life';
import { textOf } from './n8n';
import { byPlace, saidBy, type State } from './said';
import type { StoredMessage } from './service';

const MOST_DETAILS = 1000;
/** After its last send request, a run waits for this many unanswered log calls at most, however many items it has. */
const MOST_HANGS = 3;
/** Waits look for Stop several times a second; n8n's own before the next try does not. */
const SLOWEST_STOP_MS = 1500;
const OWN_MISTAKES = ['The node lost track of this destination', 'The node failed: '];

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => {
		const { id, exchanges, endedAt, finished } = execution;
		const rules = {
			truth: [truth(lived, execution)],
			known: known(lived, execution),
			once: [once(lived, execution), onceWithoutLogs(lived, execution)],
			complete: [complete(execution)],
			limited: [limited(lived, execution), filled(lived.life, execution)],
			bounded: [
				...[bounded(lived, execution), listed(lived, execution), held(lived, execution)],
				patience(exchanges, endedAt),
			],
			stopped: [stopped(lived, execution)],
			mistakes: [mistakes(execution)],
			silence: [silence(finished.map(textOf), [lived.service.key])],
		};
		return violations(rules, `execution ${id}: `);
	});
}

/** A destination reported as accepted was accepted, with that text; one reported as refused or not sent is not at the service. */
function* truth(lived: LivedLife, execution: LivedExecution): Broken {
	const { life, service } = lived;
	const { acceptedBefore, acceptedCount } = execution;
	const accepted = Map.groupBy(service.accepted.slice(0, acceptedCount), groupAtService);
	const own = Map.groupBy(service.accepted.slice(acceptedBefore, acceptedCount), groupAtService);
	for (const [group, targets] of Map.groupBy(execution.targets, groupOf)) {
		const states = saidOf(execution, targets);
		const of = (...wanted: State[]) => states.filter(({ state }) => wanted.includes(state));
		// A sub-workflow that is started again sends other messages, unless those with IDs of the user are skipped
		const isNew = life.isSubWorkflow && !isOnce(life);
		const there = (isNew ? own : accepted).get(group) ?? [];
		const failed = failedFirst(lived, execution, targets);
		const [{ to, ownId }] = targets as [Target];
		// The ID may have been used for another number
		const earlier = isOnce(life) ? life.nature.earlier.filter((one) => one.messageId === ownId && one.to === to) : [];
		const ids = new Set([...there, ...earlier, ...failed].map(({ messageId }) => messageId));
		const claimed = of('accepted');
		if (claimed.length > there.length + earlier.length + failed.length)
			yield [
				'accepted, but the service does not have it',
				`${group}: ${claimed.length} called accepted, ${there.length} at the service`,
			];
		const other = claimed.find(({ messageId }) => messageId !== undefined && !ids.has(messageId));
		if (other !== undefined)
			yield ['accepted under an ID that the service does not have for it', `${group}: ${other.messageId}`];
		// Equal messages can only be told apart by their IDs
		const mine = life.isSubWorkflow || isRetriedUnseen(life, targets[0]!) ? (own.get(group) ?? []) : there;
		for (const state of ['refused', 'notSent'] as const) {
			// Its record says so; another Retry of that execution may have sent it (docs/reliability.md)
			if (state === 'refused' && execution.startsAnew && failed.length > 0) continue;
			const isNoneThere = mine.length <= of('accepted', 'unknown').length;
			const others = new Set(of('accepted', 'unknown').map(({ messageId }) => messageId));
			const hasId = of(state).some(
				({ messageId }) =>
					messageId !== undefined && !others.has(messageId) && mine.some((message) => message.messageId === messageId),
			);
			// An error names the first thousand destinations only
			const isOnlyOne = of('accepted', 'unknown').length === 0 && states.length >= targets.length;
			if (of(state).length > 0 && !isNoneThere && (isOnlyOne || hasId))
				yield [`${state}, but the service has it`, group];
		}
	}
}

/** What the logs call failed counts as accepted, unless all that the execution knows is that it was refused. */
function failedFirst(
	{ service, executions }: LivedLife,
	execution: LivedExecution,
	targets: Target[],
): StoredMessage[] {
	const group = groupOf(targets[0]!);
	const failed = service.failed.filter((one) => groupAtService(one) === group);
	if (failed.length === 0) return [];
	const before = execution.startsAnew ? undefined : executions.find(({ id }) => id === execution.id - 1);
	const said = before === undefined ? [] : saidOf(before, targets);
	const wasRefused = said.length > 0 && said.every(({ state }) => state === 'refused');
	const isSentNow = execution.exchanges.some(({ carried }) => carried.some((one) => groupOf(one) === group));
	return wasRefused && !isSentNow ? [] : failed;
}

/** A second Retry of the first execution knows of the one in between only from the logs: of an ID of the user, it may be refused as a duplicate. */
function isRetriedUnseen(life: Life, { ownId }: Target): boolean {
	return ownId !== undefined && life.retries.some(({ of }) => of === 'first') && !showInTime(life);
}

/** Nothing is accepted twice if the service checks IDs, or shows a message in its logs within the look-up time. */
function* once({ life, service, executions }: LivedLife, execution: LivedExecution): Broken {
	const { options } = life;
	const tries = executions
		.filter(({ id }) => id <= execution.id)
		.map(({ targets, ...others }) => ({ ...others, groups: Map.groupBy(targets, groupOf) }));
	const checks = reasonForOnce(life, execution);
	const accepted = service.accepted.slice(0, execution.acceptedCount);
	const before = new Set(service.accepted.slice(0, execution.acceptedBefore));
	for (const [group, allMessages] of Map.groupBy(accepted, groupAtService)) {
		const hasOwnId = group.startsWith('ID ');
		// A sub-workflow that is started again only looks for messages with an ID of the user, and at once
		const isNew = life.isSubWorkflow && !(isOnce(life) && hasOwnId && checks !== undefined);
		if (life.isSubWorkflow && !isNew && life.nature.logs.lagMs > 0) continue;
		const upToNow = isNew ? tries.slice(-1) : tries;
		const messages = isNew ? allMessages.filter((message) => !before.has(message)) : allMessages;
		const triesAnew = upToNow.slice(1).filter(({ startsAnew }) => startsAnew).length;
		// Without a record, nothing shows that a Retry comes after the logs have ended
		const triesUnseen = life.nature.checksIds ? 0 : upToNow.filter((one) => one.hasNoRecord && one.isLate).length;
		const timesAtMost =
			checks !== undefined ? 1 + triesUnseen : (options.ifUnclear === 'sendAgain' ? 2 : 1) + triesAnew;
		// If each is sent once, what another execution has sent is not sent again
		const isSent = isOnce(life) && life.nature.earlier.some(({ messageId }) => group === `ID ${messageId}`);
		const isSkipped = isSent && showInTime(life) && !upToNow.at(-1)!.isLate;
		const wanted = isSkipped ? 0 : Math.max(...upToNow.map(({ groups }) => groups.get(group)?.length ?? 0));
		if (messages.length > wanted * timesAtMost)
			yield [
				checks === undefined ? 'more often than the tries allow' : `twice, though ${checks}`,
				`${group} accepted ${messages.length} times for ${wanted}`,
			];
	}
}

/** A Retry that comes after the logs have ended sends nothing that the service has, if n8n has kept a record from before. */
function* onceWithoutLogs({ service, executions }: LivedLife, execution: LivedExecution): Broken {
	const { acceptedBefore, acceptedCount } = execution;
	const isTooLate = executions.some(({ id, isLate, hasNoRecord }) => id <= execution.id && isLate && hasNoRecord);
	if (execution.mode !== 'retry' || !execution.isLate || isTooLate) return;
	const tries = executions.filter(({ id }) => id <= execution.id).map(({ targets }) => Map.groupBy(targets, groupOf));
	// A Retry has only the rounds of a loop that are left
	const wanted = (group: string) => Math.max(...tries.map((groups) => groups.get(group)?.length ?? 0));
	const sent = new Set(service.accepted.slice(acceptedBefore, acceptedCount).map(groupAtService));
	for (const [group, messages] of Map.groupBy(service.accepted.slice(0, acceptedCount), groupAtService))
		if (sent.has(group) && messages.length > wanted(group)) yield ['sent again after the logs have ended', group];
}

function reasonForOnce(life: Life, { id, exchanges }: LivedExecution): string | undefined {
	if (life.nature.checksIds) return 'it checks IDs';
	if (showInTime(life)) return 'its logs show messages in time';
	const isQuiet = id === 1 && life.tries === 1 && exchanges.every(({ fault }) => fault === undefined);
	return isQuiet ? 'nothing went wrong' : undefined;
}

/** Every destination of every item is output exactly once, paired with its item. */
function* complete(execution: LivedExecution): Broken {
	if (execution.ended === 'stuck') yield ['does not end', 'nothing happens any more, or it goes on and on'];
	for (const [round, outcome] of execution.outcomes.entries()) {
		const wanted = execution.targets.filter((target) => target.round === round);
		const data = 'error' in outcome ? outcome.error.context?.data : undefined;
		if ('error' in outcome && data?.destinations === undefined) {
			yield ['an error without its destinations', outcome.error.message];
			continue;
		}
		const requests = (data?.requests ?? []) as IDataObject[];
		const counted = requests.reduce(
			(sum, { accepted, refused, unknown, notSent }) =>
				sum + [accepted, refused, unknown, notSent].reduce<number>((total, count) => total + Number(count), 0),
			0,
		);
		const sent = wanted.filter(({ isSkipped }) => !isSkipped).length;
		if ('error' in outcome && counted !== sent) yield ['the counts do not cover all', `${counted} counted of ${sent}`];
		const said = saidBy(outcome, round);
		if ('error' in outcome && wanted.length > MOST_DETAILS) continue;
		if (said.length !== wanted.length)
			yield ['not each destination once', `${said.length} came out of ${wanted.length}`];
		const out = byPlace(said);
		for (const [place, { length: expected }] of byPlace(wanted)) {
			const times = out.get(place)?.length ?? 0;
			if (times !== expected)
				yield ['not each destination once', `round, item and number ${place} came out ${times} times for ${expected}`];
		}
	}
}

/**
 * Repeated and listed numbers in a run are left out, and nothing else; no listed one gets a message. No more messages are accepted, or perhaps accepted, than the maximum;
 * an execution that knows nothing of earlier tries starts counting again.
 */
function* limited({ life, service, executions }: LivedLife, execution: LivedExecution): Broken {
	const { nature, options } = life;
	const { maxMessages = Infinity } = options;
	for (const [round, outcome] of execution.outcomes.entries()) {
		const wanted = execution.targets.filter((target) => target.round === round);
		if ('error' in outcome && wanted.length > MOST_DETAILS) continue;
		const said = byPlace(saidBy(outcome, round));
		for (const [place, targets] of byPlace(wanted)) {
			const skipped = (said.get(place) ?? []).filter(({ state }) => state === 'skipped').length;
			if (skipped !== targets.filter(({ isSkipped }) => isSkipped).length)
				yield ['not the repeated and listed numbers are skipped', `round, item and number ${place}: ${skipped}`];
		}
	}
	for (const { to } of service.accepted.slice(execution.acceptedBefore, execution.acceptedCount))
		if (options.skipNumbers?.includes(to)) yield ['a number to skip got a message', to];
	// The logs tell a Retry what earlier tries have sent
	const isSame = life.retries.every(({ changes }) => changes.length === 0) && life.rounds.length === 1;
	const isTold = showInTime(life) && isSame && !isOnce(life) && !life.isSubWorkflow && !execution.isLate;
	const begin = executions.findLast(({ id, startsAnew }) => id === 1 || (startsAnew && id <= execution.id && !isTold))!;
	const accepted = service.accepted.slice(begin.acceptedBefore, execution.acceptedCount).length;
	const timesAtMost = isTold || nature.checksIds || options.ifUnclear === 'report' ? 1 : 2;
	if (accepted > maxMessages * timesAtMost) yield ['more accepted than the maximum', `${accepted} of ${maxMessages}`];
	// Later executions cannot tell what those before have sent
	const may = execution.outcomes
		.flatMap((outcome, round) => saidBy(outcome, round))
		.filter(({ state }) => state === 'accepted' || state === 'unknown').length;
	if (execution.id === 1 && !isOnce(life) && may > maxMessages)
		yield ['more said to be accepted or unknown than the maximum', `${may} of ${maxMessages}`];
}

/** If nothing goes wrong, messages are left out only for want of room, which the last run has from those before that were refused. */
function* filled({ nature, options: { maxMessages } }: Life, execution: LivedExecution): Broken {
	const { id, exchanges, outcomes, targets } = execution;
	const isQuiet = exchanges.every(({ fault }) => fault === undefined) && targets.filter(isForbidden).length <= 3;
	const isUsed = nature.earlier.some((one) =>
		targets.some(({ to, ownId }) => one.messageId === ownId && one.to !== to),
	);
	if (maxMessages === undefined || id > 1 || isUsed || !isQuiet || targets.length > MOST_DETAILS) return;
	const rounds = outcomes.map((outcome, round) => saidBy(outcome, round).map(({ state }) => state));
	const last = rounds.at(-1) ?? [];
	const used = rounds.flat().filter((state) => state === 'accepted' || state === 'unknown').length;
	const refused = last.filter((state) => state === 'refused').length;
	if (last.includes('notSent') && used + refused < maxMessages)
		yield ['left out, though there is room', `${used} of ${maxMessages}, ${refused} refused`];
}

/** Time and requests stay within the options. */
function* bounded({ life: { options, tries, rounds, nature } }: LivedLife, execution: LivedExecution): Broken {
	const runs = rounds.length * tries;
	// A Retry waits for the logs once before it sends
	const lookUps = execution.mode === 'retry' ? 4 : 3;
	const allowed = runs * (3000 + 1000 * (3 * options.patience + lookUps * options.lookUpTime));
	const lastSendAt = Math.max(
		execution.beganAt,
		...execution.exchanges.filter(({ isSend }) => isSend).map(({ endedAt = execution.endedAt }) => endedAt),
	);
	const afterwards = runs * (1000 * (options.lookUpTime + options.patience) + MOST_HANGS * LONGEST_ANSWER_MS);
	if (nature.logs.hangs && execution.endedAt - lastSendAt > afterwards)
		yield [
			'it waits too long for logs',
			`${execution.endedAt - lastSendAt} ms after the last message left, where ${afterwards} are allowed`,
		];
	const sends = execution.exchanges.filter(
		({ isSend, ended }) => isSend && ended !== '429' && ended !== 'ECONNREFUSED',
	).length;
	const mostSends = runs * (3 * execution.targets.length + 3);
	if (nature.checksIds && sends > mostSends)
		yield ['too many requests', `${sends} for ${execution.targets.length} destinations`];
	yield* pauses(execution, allowed);
}

/** While the service takes no requests, none leaves; n8n's own next try knows nothing of that. */
function* held({ life }: LivedLife, execution: LivedExecution): Broken {
	if (life.tries > 1 || life.rounds.length > 1) return;
	const sends = execution.exchanges.filter(({ isSend }) => isSend);
	for (const { ended, endedAt = 0, fault } of sends) {
		const seconds = fault?.answer.kind === 'status' ? Number(fault.answer.retryAfter) : NaN;
		if (ended !== '429' || Number.isNaN(seconds)) continue;
		const early = sends.find(({ at }) => at > endedAt && at < endedAt + 1000 * seconds - 1);
		if (early !== undefined) yield ['a request leaves before the service wants one', early.what];
	}
}

/** Where a list of IDs proves what the logs lack, since it brings one that was accepted, no window of time is read: an account may be large. */
function* listed({ life }: LivedLife, execution: LivedExecution): Broken {
	const { id, exchanges, targets } = execution;
	// A scheduled message may not be shown yet, and an ID of the user may be rejected
	const isOther = targets.some(({ ownId, isScheduled }) => isScheduled || ownId !== undefined);
	if (id > 1 || isOther || !life.nature.logs.knowsLists || life.nature.logs.lagMs > 0 || !showInTime(life)) return;
	const accepted = exchanges.find(
		({ isSend, fault, ended, carried }) =>
			isSend && fault === undefined && ended === '200' && carried.some(({ to }) => !isRejected({ to })),
	);
	const window = exchanges.find(({ at, what }) => at > (accepted?.endedAt ?? Infinity) && what.includes('sentSince='));
	if (window !== undefined) yield ['a window is read, though a list would do', window.what];
}

/** Once Stop is pressed, no request leaves, and only those under way are waited for. */
function* stopped({ life }: LivedLife, execution: LivedExecution): Broken {
	const { id, beganAt, endedAt, exchanges, ended } = execution;
	const end = id === 1 ? life.end : life.retries[id - 2]!.end;
	if (end.kind !== 'stop' || ended !== 'stopped') return;
	const stoppedAt = beganAt + end.afterMs;
	const late = exchanges.find(({ at }) => at > stoppedAt);
	if (late !== undefined) yield ['a request leaves after Stop', `${late.what}, ${late.at - stoppedAt} ms later`];
	const waitedFor = Math.max(stoppedAt, ...exchanges.map((exchange) => exchange.endedAt ?? endedAt));
	if (endedAt - waitedFor > SLOWEST_STOP_MS) yield ['it goes on after Stop', `${endedAt - waitedFor} ms`];
}

/** The node never admits a mistake of its own: these lives contain no cause for one. */
function* mistakes(execution: LivedExecution): Broken {
	const said = execution.finished.map(textOf);
	for (const words of OWN_MISTAKES) if (said.some((text) => text.includes(words))) yield [words, ''];
}
