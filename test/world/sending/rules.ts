import type { IDataObject } from 'n8n-workflow';

import { collected, patience, silence, type Violation } from '../world';
import { groupAtService, groupOf } from './groups';
import { provesNothingAccepted } from './network';
import { textOf } from './n8n';
import { byPlace, saidBy, saidOf, placeOf, type Said, type State } from './said';
import { REFUSED_NUMBER_END, REFUSED_TEXT_START, REJECTED_NUMBER_END } from './service';
import type { LivedExecution, LivedLife, Life, Target } from './life';

const MOST_DETAILS = 1000;
const LONGEST_ANSWER_MS = 60_000;
/** After its last send request, a run waits for this many unanswered log calls at most, however many items it has. */
const MOST_HANGS = 3;
/** Waits look for Stop several times a second; n8n's own before the next try does not. */
const SLOWEST_STOP_MS = 1500;
const OWN_MISTAKES = ['The node lost track of this destination', 'The node failed: '];

/** Each message has an ID of the user, and is sent once in all executions. */
const isOnce = ({ options }: Life): boolean => options.messageIds === 'own';

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => [
		...truth(lived, execution),
		...known(lived, execution),
		...once(lived, execution),
		...onceWithoutLogs(lived, execution),
		...complete(execution),
		...limited(lived, execution),
		...bounded(lived, execution),
		...patience(execution.exchanges, execution.endedAt),
		...stopped(lived, execution),
		...mistakes(execution),
		...silence(execution.finished.map(textOf), [lived.service.key]),
	]);
}

/** Collects violations of one rule by one execution. */
const violations = (rule: string, { id }: LivedExecution) => collected(rule, `execution ${id}: `);

const isForbidden = ({ content, to }: Target) =>
	content.startsWith(REFUSED_TEXT_START) || to.endsWith(REFUSED_NUMBER_END);
const isRejected = ({ to }: Target) => to.endsWith(REJECTED_NUMBER_END);

const saidIn = ({ outcomes }: LivedExecution) => byPlace(outcomes.flatMap((outcome, round) => saidBy(outcome, round)));

/** A destination reported as accepted was accepted, with that text; one reported as refused or not sent is not at the service. */
function truth(lived: LivedLife, execution: LivedExecution): Violation[] {
	const { life, service } = lived;
	const { all, add } = violations('truth', execution);
	const said = saidIn(execution);
	const { acceptedBefore, acceptedCount } = execution;
	const accepted = Map.groupBy(service.accepted.slice(0, acceptedCount), groupAtService);
	const own = Map.groupBy(service.accepted.slice(acceptedBefore, acceptedCount), groupAtService);
	for (const [group, targets] of Map.groupBy(execution.targets, groupOf)) {
		const states = saidOf(said, targets);
		const of = (...wanted: State[]) => states.filter(({ state }) => wanted.includes(state));
		// A sub-workflow that is started again sends other messages, unless those with IDs of the user are skipped
		const isNew = life.isSubWorkflow && !isOnce(life);
		const there = (isNew ? own : accepted).get(group) ?? [];
		const earlier = isOnce(life) ? life.nature.earlier.filter(({ messageId }) => messageId === targets[0]!.ownId) : [];
		const ids = new Set([...there, ...earlier].map(({ messageId }) => messageId));
		const claimed = of('accepted');
		if (claimed.length > there.length + earlier.length)
			add(
				'accepted, but the service does not have it',
				`${group}: ${claimed.length} called accepted, ${there.length} at the service`,
			);
		const other = claimed.find(({ messageId }) => messageId !== undefined && !ids.has(messageId));
		if (other !== undefined)
			add('accepted under an ID that the service does not have for it', `${group}: ${other.messageId}`);
		// Equal messages can only be told apart by their IDs
		const mine = life.isSubWorkflow || isRetriedUnseen(life, targets[0]!) ? (own.get(group) ?? []) : there;
		for (const state of ['refused', 'notSent'] as const) {
			const isNoneThere = mine.length <= of('accepted', 'unknown').length;
			const others = new Set(of('accepted', 'unknown').map(({ messageId }) => messageId));
			const hasId = of(state).some(
				({ messageId }) =>
					messageId !== undefined && !others.has(messageId) && mine.some((message) => message.messageId === messageId),
			);
			// An error names the first thousand destinations only
			const isOnlyOne = of('accepted', 'unknown').length === 0 && states.length >= targets.length;
			if (of(state).length > 0 && !isNoneThere && (isOnlyOne || hasId)) add(`${state}, but the service has it`, group);
		}
	}
	return all;
}

/** A second Retry of the first execution knows of the one in between only from the logs: of an ID of the user, it may be refused as a duplicate. */
function isRetriedUnseen(life: Life, { ownId }: Target): boolean {
	return ownId !== undefined && life.retries.some(({ of }) => of === 'first') && !showInTime(life);
}

/** If nothing goes wrong, or the logs tell, whatever the service has is reported as accepted: 'unknown' is not allowed. */
function known(lived: LivedLife, execution: LivedExecution): Violation[] {
	if (execution.outcomes.length === 0) return [];
	const said = saidIn(execution);
	return [
		...unspoilt(lived.life, execution, said),
		...unreached(lived.life, execution, said),
		...foundOut(lived, execution, said),
		...shown(lived, execution, said),
	];
}

/** Whether only a single message has the ID of the user, or it has none, so that nothing else is found under it. */
const isNotUsedElsewhere = ({ nature }: Life, { ownId }: Target) =>
	ownId === undefined || !nature.earlier.some(({ messageId }) => messageId === ownId);

/** Without faults, the output is correct without reading the logs. */
function unspoilt(life: Life, execution: LivedExecution, said: Map<string, Said[]>): Violation[] {
	const { all, add } = violations('known', execution);
	const { id, exchanges, targets, outcomes } = execution;
	if (id > 1 || exchanges.some(({ fault }) => fault !== undefined)) return [];
	const forbidden = targets.filter(isForbidden);
	const refusals = exchanges.filter(({ isSend, ended }) => isSend && ended === '400').length;
	if (life.nature.namesFaults && refusals > forbidden.length * life.tries)
		add('more requests refused than messages were named', `${refusals} for ${forbidden.length}`);
	// Retry On Fail resends rejected messages
	const usesUpIds = life.tries > 1 && life.nature.checksIds && life.nature.rejectedUseUpIds;
	const isOdd = (target: Target) => life.nature.form.rejected === 'FAILED' && isRejected(target);
	const isPlain = targets.every((target) => !isOdd(target) && isNotUsedElsewhere(life, target));
	const looks = exchanges.filter(({ isSend }) => !isSend).length;
	if (looks > 0 && !usesUpIds && isPlain && !isOnce(life))
		add('looked up, though nothing went wrong', `${looks} times`);
	for (const target of targets.filter(({ round }) => round < outcomes.length)) {
		if (!isNotUsedElsewhere(life, target)) continue;
		const wanted: State[] = isForbidden(target) || isRejected(target) ? ['refused'] : ['accepted'];
		if (isOdd(target) || (usesUpIds && isRejected(target))) wanted.push('unknown');
		// If IDs are replaced, nothing shows which of several messages to a number is the one with an ID that was used before
		const isMixed = ({ to }: Target) => targets.some((one) => one.to === to && !isNotUsedElsewhere(life, one));
		if (life.nature.ids === 'own' && isMixed(target)) wanted.push('unknown');
		// Once three are refused on their own, the node may give up finding out what else gets through
		if (forbidden.length > 3 || life.options.maxMessages !== undefined) wanted.push('notSent');
		if (life.options.sameNumber === 'skip') wanted.push('skipped');
		// Whether the logs show an ID is asked before it is sent
		const isAsked = isOnce(life);
		if (isAsked && !(logsTell(life) && life.nature.logs.knowsLists)) wanted.push('unknown');
		if (saidOf(said, [target]).some(({ state }) => !wanted.includes(state)))
			add(`not ${wanted[0]}, though nothing went wrong`, groupOf(target));
	}
	return all;
}

/** A message that no request can have brought to the service is not called unknown, nor one that no request carried refused. */
function unreached(life: Life, execution: LivedExecution, said: Map<string, Said[]>): Violation[] {
	const { all, add } = violations('known', execution);
	// A Retry does not know everything that was sent before, and what others have sent is not known either
	if ((execution.id > 1 && !life.isSubWorkflow) || isOnce(life)) return [];
	const sends = execution.exchanges.filter(({ isSend }) => isSend);
	const carried = new Set(sends.flatMap((exchange) => exchange.carried.map((one) => groupOf(one))));
	const isProof = (ended: string | undefined) => ended === 'ECONNREFUSED' || provesNothingAccepted(Number(ended));
	const brought = sends.filter(({ ended }) => !isProof(ended));
	const maybeBrought = new Set(brought.flatMap((exchange) => exchange.carried.map((one) => groupOf(one))));
	for (const targets of byPlace(execution.targets).values()) {
		const isIn = (groups: Set<string>) => targets.some(({ ownId: _, ...target }) => groups.has(groupOf(target)));
		for (const { state } of saidOf(said, targets)) {
			const what = targets.map(groupOf).join(', ');
			if (state === 'unknown' && !isIn(maybeBrought)) add('unknown, though no request can have brought it', what);
			if (state === 'refused' && !isIn(carried)) add('refused, though no request carried it', what);
		}
	}
	return all;
}

/** If the logs tell, a Retry finds what the service has, and a message whose answer was unclear is sent again. */
function foundOut(lived: LivedLife, execution: LivedExecution, said: Map<string, Said[]>): Violation[] {
	const { life, service, executions } = lived;
	const { all, add } = violations('known', execution);
	const { targets, exchanges, mode } = execution;
	if (!logsTell(life) || targets.filter(isForbidden).length > 3) return [];
	// The logs have shown an ID of long ago, which a list does not bring again, nor the time since the execution began
	if (isOnce(life) && !life.nature.logs.knowsLists) return [];
	if (!life.nature.logs.knowsLists && isAnyInstantFull(lived)) return [];
	const faulty = exchanges.filter(({ isSend, fault }) => isSend && fault !== undefined);
	const isRetry = mode === 'retry' && !execution.isLate && faulty.length === 0 && life.rounds.length === 1;
	const maySendAgain = execution.id === 1 && faulty.length === 1 && life.options.ifUnclear === 'sendAgain';
	if (!isRetry && !maySendAgain) return [];
	// Another try may have scheduled it
	const before = service.accepted.slice(0, execution.acceptedBefore).filter((message) => !message.isScheduled);
	const there = Map.groupBy(before, groupAtService);
	// Of equal messages, the service may have some that are no longer among the rows
	const wanted = executions.filter(({ id }) => id <= execution.id).map((one) => Map.groupBy(one.targets, groupOf));
	const wantedAtMost = (group: string) => Math.max(...wanted.map((groups) => groups.get(group)?.length ?? 0));
	const isThere = (group: string) => (there.get(group)?.length ?? 0) >= wantedAtMost(group);
	for (const ofPlace of byPlace(targets).values()) {
		if (ofPlace.some((one) => isForbidden(one) || isRejected(one) || one.isScheduled || !isTraceable(life, one)))
			continue;
		// Only the bulk ID shows which request the logs say was rejected
		const isRejectionClear = life.nature.logs.bulkIds === 'ours' && ofPlace.every(({ bulkId }) => bulkId === undefined);
		if (life.nature.logs.showRejected && !isRejectionClear) continue;
		const states = saidOf(said, ofPlace).map(({ state }) => state);
		if (!states.includes('unknown') || (isRetry && !ofPlace.every((target) => isThere(groupOf(target))))) continue;
		add(
			isRetry ? 'unknown on Retry, though the logs tell' : 'unknown, though it could be sent again',
			ofPlace.map(groupOf).join(', '),
		);
	}
	return all;
}

/** In the first execution, what the service has is not unknown if the logs show it. In a later one, it may have what an earlier one sent. */
function shown({ life, service }: LivedLife, execution: LivedExecution, said: Map<string, Said[]>): Violation[] {
	const { all, add } = violations('known', execution);
	if (execution.id > 1 || life.rounds.length > 1 || !logsTell(life)) return [];
	// The logs may show the rejection of a first request, and the second one only later
	if (life.tries > 1 && life.nature.logs.showRejected) return [];
	const accepted = Map.groupBy(service.accepted.slice(0, execution.acceptedCount), groupAtService);
	const atPlace = byPlace(execution.targets);
	for (const [group, targets] of Map.groupBy(execution.targets, groupOf)) {
		const isThere = (accepted.get(group) ?? []).length >= targets.length;
		const isUnknown = saidOf(said, targets).some(({ state }) => state === 'unknown');
		const isMixed = targets.some((target) => atPlace.get(placeOf(target))!.some((other) => groupOf(other) !== group));
		if (isThere && isUnknown && !isMixed && targets.every((target) => isTraceable(life, target)))
			add('unknown, though the logs show it', group);
	}
	return all;
}

/** Nothing is accepted twice if the service checks IDs, or shows a message in its logs within the look-up time. */
function once({ life, service, executions }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = violations('once', execution);
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
		// On Retry, it goes unnoticed that a service replaces IDs of the user whose answers were all lost
		const isReplaced = hasOwnId && life.nature.ids === 'own';
		const triesAnew = upToNow.slice(1).filter(({ startsAnew }) => startsAnew || isReplaced).length;
		const isChecked = checks !== undefined && (options.messageIds === 'node' || hasOwnId);
		// Without a record, nothing shows that a Retry comes after the logs have ended
		const triesUnseen = life.nature.checksIds ? 0 : upToNow.filter((one) => one.hasNoRecord && one.isLate).length;
		const timesAtMost = isChecked ? 1 + triesUnseen : (options.ifUnclear === 'sendAgain' ? 2 : 1) + triesAnew;
		// If each is sent once, what another execution has sent is not sent again
		const isSent = isOnce(life) && life.nature.earlier.some(({ messageId }) => group === `ID ${messageId}`);
		const isSkipped = isSent && showInTime(life) && life.nature.ids === 'ours' && !upToNow.at(-1)!.isLate;
		const wanted = isSkipped ? 0 : Math.max(...upToNow.map(({ groups }) => groups.get(group)?.length ?? 0));
		if (messages.length > wanted * timesAtMost)
			add(
				checks === undefined ? 'more often than the tries allow' : `twice, though ${checks}`,
				`${group} accepted ${messages.length} times for ${wanted}`,
			);
	}
	return all;
}

/** A Retry that comes after the logs have ended sends nothing that the service has, if n8n has kept a record from before. */
function onceWithoutLogs({ service, executions }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = violations('once', execution);
	const { acceptedBefore, acceptedCount } = execution;
	const isTooLate = executions.some(({ id, isLate, hasNoRecord }) => id <= execution.id && isLate && hasNoRecord);
	if (execution.mode !== 'retry' || !execution.isLate || isTooLate) return all;
	const wanted = Map.groupBy(execution.targets, groupOf);
	const sent = new Set(service.accepted.slice(acceptedBefore, acceptedCount).map(groupAtService));
	for (const [group, messages] of Map.groupBy(service.accepted.slice(0, acceptedCount), groupAtService))
		if (sent.has(group) && messages.length > (wanted.get(group)?.length ?? 0))
			add('sent again after the logs have ended', group);
	return all;
}

function reasonForOnce(life: Life, { id, exchanges }: LivedExecution): string | undefined {
	if (life.nature.checksIds) return 'it checks IDs';
	if (showInTime(life) && life.nature.ids === 'ours') return 'its logs show messages in time';
	if (replacementsShow(life)) return 'its logs show that it replaces IDs';
	const isQuiet = id === 1 && life.tries === 1 && exchanges.every(({ fault }) => fault === undefined);
	return isQuiet ? 'nothing went wrong' : undefined;
}

/** Whether logs with other IDs show by the bulk ID that messages have arrived. */
function replacementsShow(life: Life): boolean {
	const rows = life.rounds.flat();
	const hasOwnIds = rows.some(({ destinations }) => destinations.some(({ messageId }) => messageId !== undefined));
	const hasOwnBulkIds = [...rows, ...addedRows(life)].some(({ bulkId }) => bulkId !== undefined);
	return showInTime(life) && life.nature.logs.bulkIds === 'ours' && !hasOwnIds && !hasOwnBulkIds;
}

const addedRows = ({ retries }: Life) =>
	retries.flatMap(({ changes }) => changes.flatMap((one) => (one.kind === 'add' ? [one.row] : [])));

/** Whether the logs show all messages under our IDs in time. */
function logsTell(life: Life): boolean {
	return showInTime(life) && life.nature.ids === 'ours' && life.options.messageIds !== 'service';
}

/** Whether more messages were accepted in one instant than an answer of the logs holds: no window of time shows them all. */
function isAnyInstantFull({ life, service }: LivedLife): boolean {
	const ofInstants = Map.groupBy(service.accepted, ({ acceptedAt }) => acceptedAt);
	return [...ofInstants.values()].some(({ length }) => length >= life.nature.logs.cap);
}

/** Whether entries with the ID of a target count: those of an ID of the user only with this execution's bulk ID. */
function isTraceable(life: Life, target: Target): boolean {
	if (target.ownId === undefined || isOnce(life)) return true;
	const { bulkId } = target;
	return isNotUsedElsewhere(life, target) && life.nature.logs.bulkIds === 'ours' && bulkId === undefined;
}

/** Whether the logs show everything that has arrived within the look-up time. */
function showInTime(life: Life): boolean {
	const { nature, options, faults, rounds } = life;
	const { logs } = nature;
	const isScheduled = [...rounds.flat(), ...addedRows(life)].some(({ sendAt }) => sendAt !== undefined);
	return (
		logs.lagMs <= 1000 * options.lookUpTime &&
		!logs.hangs &&
		!(logs.hidesScheduled && isScheduled) &&
		faults.looks.every((fault) => fault === undefined) &&
		// A request that is acted on late shows late
		faults.sends.every((fault) => fault?.lateMs === undefined)
	);
}

/** Every destination of every item is output exactly once, paired with its item. */
function complete(execution: LivedExecution): Violation[] {
	const { all, add } = collected('complete', `execution ${execution.id}: `);
	if (execution.ended === 'stuck') add('does not end', 'nothing happens any more, or it goes on and on');
	execution.outcomes.forEach((outcome, round) => {
		const wanted = execution.targets.filter((target) => target.round === round);
		const data = 'error' in outcome ? outcome.error.context?.data : undefined;
		if ('error' in outcome && data?.destinations === undefined) {
			add('an error without its destinations', outcome.error.message);
			return;
		}
		const requests = (data?.requests ?? []) as IDataObject[];
		const counted = requests.reduce(
			(sum, { accepted, refused, unknown, notSent }) =>
				sum + [accepted, refused, unknown, notSent].reduce<number>((total, count) => total + Number(count), 0),
			0,
		);
		const sent = wanted.filter(({ isSkipped }) => !isSkipped).length;
		if ('error' in outcome && counted !== sent) add('the counts do not cover all', `${counted} counted of ${sent}`);
		const said = saidBy(outcome, round);
		if ('error' in outcome && wanted.length > MOST_DETAILS) return;
		if (said.length !== wanted.length) add('not each destination once', `${said.length} came out of ${wanted.length}`);
		const out = byPlace(said);
		for (const [place, { length: expected }] of byPlace(wanted)) {
			const times = out.get(place)?.length ?? 0;
			if (times !== expected)
				add('not each destination once', `round, item and number ${place} came out ${times} times for ${expected}`);
		}
	});
	return all;
}

/**
 * Repeated numbers in a run are left out, and nothing else. No more messages are accepted, or perhaps accepted, than the maximum;
 * an execution that knows nothing of earlier tries starts counting again.
 */
function limited({ life, service, executions }: LivedLife, execution: LivedExecution): Violation[] {
	const { nature, options } = life;
	const { maxMessages = Infinity } = options;
	const { all, add } = violations('limited', execution);
	execution.outcomes.forEach((outcome, round) => {
		const wanted = execution.targets.filter((target) => target.round === round);
		if ('error' in outcome && wanted.length > MOST_DETAILS) return;
		const said = byPlace(saidBy(outcome, round));
		for (const [place, targets] of byPlace(wanted)) {
			const skipped = (said.get(place) ?? []).filter(({ state }) => state === 'skipped').length;
			if (skipped !== targets.filter(({ isSkipped }) => isSkipped).length)
				add('not the repeated numbers are skipped', `round, item and number ${place}: ${skipped}`);
		}
	});
	const begin = executions.findLast(({ id, startsAnew }) => id <= execution.id && (id === 1 || startsAnew))!;
	const accepted = service.accepted.slice(begin.acceptedBefore, execution.acceptedCount).length;
	const timesAtMost = (nature.checksIds && options.messageIds !== 'service') || options.ifUnclear === 'report' ? 1 : 2;
	if (accepted > maxMessages * timesAtMost) add('more accepted than the maximum', `${accepted} of ${maxMessages}`);
	// Later executions cannot tell what those before have sent
	const may = execution.outcomes
		.flatMap((outcome, round) => saidBy(outcome, round))
		.filter(({ state }) => state === 'accepted' || state === 'unknown').length;
	if (execution.id === 1 && !isOnce(life) && may > maxMessages)
		add('more said to be accepted or unknown than the maximum', `${may} of ${maxMessages}`);
	return all;
}

/** Time and requests stay within the options. */
function bounded({ life: { options, tries, rounds, nature } }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = collected('bounded', `execution ${execution.id}: `);
	const runs = rounds.length * tries;
	const waits = execution.endedAt - execution.beganAt - busyTime(execution);
	// A Retry waits for the logs once before it sends
	const lookUps = execution.mode === 'retry' ? 4 : 3;
	const allowed = runs * (3000 + 1000 * (3 * options.patience + lookUps * options.lookUpTime));
	if (execution.ended !== 'crashed' && waits > allowed)
		add('it waits too long', `${waits} ms between requests, where ${allowed} are allowed`);
	const lastSendAt = Math.max(
		execution.beganAt,
		...execution.exchanges.filter(({ isSend }) => isSend).map(({ endedAt = execution.endedAt }) => endedAt),
	);
	const afterwards = runs * (1000 * (options.lookUpTime + options.patience) + MOST_HANGS * LONGEST_ANSWER_MS);
	if (nature.logs.hangs && execution.endedAt - lastSendAt > afterwards)
		add(
			'it waits too long for logs',
			`${execution.endedAt - lastSendAt} ms after the last message left, where ${afterwards} are allowed`,
		);
	const sends = execution.exchanges.filter(
		({ isSend, ended }) => isSend && ended !== '429' && ended !== 'ECONNREFUSED',
	).length;
	const mostSends = runs * (3 * execution.targets.length + 3);
	if (nature.checksIds && sends > mostSends)
		add('too many requests', `${sends} for ${execution.targets.length} destinations`);
	return all;
}

/** Once Stop is pressed, no request leaves, and only those under way are waited for. */
function stopped({ life }: LivedLife, execution: LivedExecution): Violation[] {
	const { id, beganAt, endedAt, exchanges, ended } = execution;
	const end = id === 1 ? life.end : life.retries[id - 2]!.end;
	if (end.kind !== 'stop' || ended !== 'stopped') return [];
	const stoppedAt = beganAt + end.afterMs;
	const { all, add } = collected('stopped', `execution ${id}: `);
	const late = exchanges.find(({ at }) => at > stoppedAt);
	if (late !== undefined) add('a request leaves after Stop', `${late.what}, ${late.at - stoppedAt} ms later`);
	const waitedFor = Math.max(stoppedAt, ...exchanges.map((exchange) => exchange.endedAt ?? endedAt));
	if (endedAt - waitedFor > SLOWEST_STOP_MS) add('it goes on after Stop', `${endedAt - waitedFor} ms`);
	return all;
}

/** The node never admits a mistake of its own: these lives contain no cause for one. */
function mistakes(execution: LivedExecution): Violation[] {
	const said = execution.finished.map(textOf);
	const { all, add } = violations('mistakes', execution);
	for (const words of OWN_MISTAKES) if (said.some((text) => text.includes(words))) add(words, '');
	return all;
}

/** How long at least one request was on its way. */
function busyTime({ exchanges, endedAt: end }: LivedExecution): number {
	let busy = 0;
	let until = -Infinity;
	for (const { at, endedAt = end } of exchanges.toSorted((a, b) => a.at - b.at)) {
		busy += Math.max(0, endedAt - Math.max(at, until));
		until = Math.max(until, endedAt);
	}
	return busy;
}
