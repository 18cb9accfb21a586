import type { IDataObject } from 'n8n-workflow';

import type { Violation } from '../world';
import { byContent, groupingOf, type GroupOf } from './groups';
import { provesNothingAccepted } from './network';
import { textOf } from './n8n';
import { rewritten } from './numbers';
import { byPlace, placeOf, saidBy, saidOf, type Said, type State } from './said';
import {
	REFUSED_NUMBER_END,
	REFUSED_TEXT_START,
	REJECTED_NUMBER_END,
	type EarlierMessage,
	type StoredMessage,
} from './service';
import type { LivedExecution, LivedLife, Life, Target } from './life';

const MOST_DETAILS = 1000;
const WIDEST_ZONE_MS = 14 * 3_600_000;
/** docs/reliability.md promises that this many are asked for one by one if lists of IDs prove nothing. */
const MOST_ASKED_SINGLY = 20;
const LONGEST_ANSWER_MS = 60_000;
/** After its last send request, a run waits for this many unanswered log calls at most, however many items it has. */
const MOST_HANGS = 3;
/** With more unclear requests, the node asks by message ID. */
const MOST_ASKED_BY_BULK_ID = 5;
/** Waits look for Stop several times a second; n8n's own before the next try does not. */
const SLOWEST_STOP_MS = 1500;
/** How the bulk IDs of earlier executions of this n8n begin. */
const MADE_HERE = 'n8n-5e8c03-e50-';
const OWN_MISTAKES = ['The node lost track of this destination', 'The node failed: '];

/** What must hold, whatever happens. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => [
		...(isHonest(lived.life)
			? [...truth(lived, execution), ...known(lived, execution), ...once(lived, execution)]
			: []),
		...complete(lived, execution),
		...limited(lived, execution),
		...bounded(lived, execution),
		...stopped(lived, execution),
		...mistakes(execution),
		...silence(lived, execution),
	]);
}

/** Whether nothing was accepted in every case where the answer proves that. */
function isHonest({ faults }: Life): boolean {
	return faults.sends.every(
		(fault) =>
			fault === undefined ||
			fault.acts === 'none' ||
			fault.answer.kind !== 'status' ||
			!provesNothingAccepted(fault.answer.status),
	);
}

const isForbidden = ({ content, to }: Target) =>
	content.startsWith(REFUSED_TEXT_START) || to.endsWith(REFUSED_NUMBER_END);
const isRejected = ({ to }: Target) => to.endsWith(REJECTED_NUMBER_END);

/** A destination reported as accepted was accepted, with that text; one reported as refused or not sent is not at the service. */
function truth(lived: LivedLife, execution: LivedExecution): Violation[] {
	const { life, service, executions } = lived;
	const groupOf = groupingOf(life);
	const exchanges = executions.filter(({ id }) => id <= execution.id).flatMap((one) => one.exchanges);
	const said = byPlace(execution.outcomes.flatMap((outcome, round) => saidBy(outcome, round, life)));
	const { acceptedBefore, acceptedCount } = execution;
	const accepted = Map.groupBy(service.accepted.slice(0, acceptedCount), groupOf);
	// A sub-workflow that is started again sends other messages, except those with user-supplied IDs
	const own = life.isSubWorkflow
		? Map.groupBy(service.accepted.slice(acceptedBefore, acceptedCount), groupOf)
		: accepted;
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'truth', kind, what: `execution ${execution.id}: ${what}` });
	const groups = Map.groupBy(execution.targets, groupOf);
	for (const [group, targets] of groups) {
		const states = saidOf(said, targets);
		const of = (...wanted: State[]) => states.filter(({ state }) => wanted.includes(state));
		const there = own.get(group) ?? [];
		const mayStandFor = [
			...(targets.some(({ ownId }) => ownId !== undefined) ? (accepted.get(group) ?? []) : there),
			...mayStandForToday(lived, execution, targets, groupOf),
		];
		const standing = mayStandFor.filter((message) => !isRepeat(message)).length;
		// Messages already sent are left out by their ID, so one message stands for all with the same ID
		const ownIds = new Set(life.options.skipSent ? targets.map(({ ownId }) => ownId) : []);
		const claimed = new Set(of('accepted').map((one, index) => (ownIds.has(one.messageId) ? one.messageId : index)))
			.size;
		// What arrived twice has two entries, which may look like those of two messages to the number
		const isDoubled = service.accepted.some((message) => isRepeat(message) && message.to === targets[0]!.to);
		if (claimed > standing && !isDoubled)
			add(
				'accepted, but the service does not have it',
				`${group}: ${claimed} called accepted, ${standing} at the service`,
			);
		const ids = new Set(mayStandFor.map(({ messageId }) => messageId));
		const other = of('accepted').find(({ messageId }) => messageId !== undefined && !ids.has(messageId));
		// If the answer has no IDs, the ID from the request stands; and an answer in another order cannot be told from one in order
		const isOrdered = exchanges.every(
			({ fault }) => fault?.answer.kind !== 'status' || !['shuffled', 'swapped'].includes(fault.answer.body),
		);
		if (other !== undefined && !life.nature.form.hidesIds && isOrdered && !isDoubled)
			add('accepted under an ID that the service does not have for it', `${group}: ${other.messageId}`);
		// Equal messages can only be told apart by their IDs
		for (const state of ['refused', 'notSent'] as const) {
			const isNoneThere = there.filter((message) => !isRepeat(message)).length <= of('accepted', 'unknown').length;
			const others = new Set(of('accepted', 'unknown').map(({ messageId }) => messageId));
			const hasId = of(state).some(
				({ messageId }) =>
					messageId !== undefined && !others.has(messageId) && there.some((message) => message.messageId === messageId),
			);
			// An error names the first thousand destinations only
			const isOnlyOne = of('accepted', 'unknown').length === 0 && states.length >= targets.length;
			// A user's ID that the logs do not show in time was used elsewhere, as far as anyone can see
			const isDuplicate =
				targets.some(({ ownId }) => ownId !== undefined) && exchanges.some(({ fault }) => fault?.arrivesTwice === true);
			if (of(state).length > 0 && !isNoneThere && (isOnlyOne || hasId) && !isDuplicate)
				add(`${state}, but the service has it`, group);
		}
	}
	return violations;
}

/** A message that arrived a second time without being sent a second time. */
const isRepeat = (message: StoredMessage | EarlierMessage) => 'isRepeat' in message && message.isRepeat === true;

/**
 * Earlier messages with the user's own ID, number and text: with Skip Messages Already Sent and on Retry they are what is looked
 * for, and if the service rejects today's because of its ID, they count as it. Otherwise their time and bulk ID set them apart, also on
 * Retry if the bulk ID is of another execution of this n8n.
 */
function mayStandForToday(
	{ life: { nature, options }, service }: LivedLife,
	{ mode }: LivedExecution,
	targets: Target[],
	groupOf: GroupOf,
): EarlierMessage[] {
	const group = groupOf(targets[0]!);
	const counts = options.skipSent || service.duplicates.some((one) => groupOf(one) === group);
	return nature.earlier.filter(
		({ to, from = '', text, messageId, bulkId }) =>
			(counts || (mode === 'retry' && bulkId?.startsWith(MADE_HERE) !== true)) &&
			text !== undefined &&
			groupOf({ to, from, content: text }) === group &&
			targets.some(({ ownId }) => ownId === messageId),
	);
}

/** If nothing goes wrong, or the logs tell, whatever the service has is reported as accepted: 'unknown' is not allowed. */
function known(lived: LivedLife, execution: LivedExecution): Violation[] {
	const { life, service, executions } = lived;
	const groupOf = groupingOf(life);
	const { outcomes, exchanges, targets } = execution;
	const hasOwnIds = executions.some((other) => other.targets.some(({ ownId }) => ownId !== undefined));
	if (outcomes.length === 0 || life.nature.form.hidesIds) return [];
	if (hasOwnIds) return besideOwnIds(life, execution);
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'known', kind, what: `execution ${execution.id}: ${what}` });
	const said = byPlace(outcomes.flatMap((outcome, round) => saidBy(outcome, round, life)));
	if (execution.id === 1 && exchanges.every(({ fault }) => fault === undefined)) {
		const forbidden = targets.filter(isForbidden);
		const refusals = exchanges.filter(({ isSend, ended }) => isSend && ended === '400').length;
		if (life.nature.namesFaults !== 'none' && refusals > forbidden.length * life.tries)
			add('more requests refused than messages were named', `${refusals} for ${forbidden.length}`);
		const looks = exchanges.filter(({ isSend }) => !isSend).length;
		// Retry On Fail resends rejected messages
		const usesUpIds = life.tries > 1 && life.nature.checksIds && life.nature.rejectedUseUpIds;
		const isPlain = targets.every((target) => !isRejectedOddly(life, target) && !isUnmatchable(life, target));
		if (looks > 0 && !usesUpIds && isPlain) add('looked up, though nothing went wrong', `${looks} times`);
		for (const target of targets.filter(({ round }) => round < outcomes.length)) {
			const wanted: State[] = isForbidden(target) || isRejected(target) ? ['refused'] : ['accepted'];
			if (isRejectedOddly(life, target) || isUnmatchable(life, target)) wanted.push('unknown');
			// A request that arrives twice is answered the same
			if (usesUpIds && isRejected(target)) wanted.push('unknown');
			// Once three are refused on their own, the node may give up finding out what else gets through
			if (forbidden.length > 3 || life.options.maxMessages !== undefined) wanted.push('notSent');
			if (life.options.sameNumber === 'skip') wanted.push('skipped');
			if (saidOf(said, [target]).some(({ state }) => !wanted.includes(state)))
				add(`not ${wanted[0]}, though nothing went wrong`, groupOf(target));
		}
	}
	violations.push(...unreached(life, execution, said));
	violations.push(...foundOut(lived, execution, said));
	// In a later execution or round, the service may have what an earlier one sent
	if (execution.id === 1 && life.rounds.length === 1 && logsTell(life) && readsLists(life)) {
		const accepted = Map.groupBy(service.accepted.slice(0, execution.acceptedCount), groupOf);
		const atPlace = byPlace(targets);
		// Its only round was output
		for (const [group, wanted] of Map.groupBy(targets, groupOf)) {
			const isThere = (accepted.get(group) ?? []).filter((message) => !isRepeat(message)).length >= wanted.length;
			const isUnknown = saidOf(said, wanted).some(({ state }) => state === 'unknown');
			const isMixed = wanted.some((target) => atPlace.get(placeOf(target))!.some((other) => groupOf(other) !== group));
			if (isThere && isUnknown && !isMixed) add('unknown, though the logs show it', group);
		}
	}
	return violations;
}

/** Entries for messages with user-supplied IDs leave nothing unclear about those without, even to the same number. */
function besideOwnIds(life: Life, { id, outcomes, exchanges, targets }: LivedExecution): Violation[] {
	const isPlain =
		life.tries === 1 &&
		life.nature.ids === 'ours' &&
		exchanges.every(({ isSend, fault }) => !isSend || fault === undefined);
	if (id > 1 || !isPlain) return [];
	const groupOf = groupingOf(life);
	const said = byPlace(outcomes.flatMap((outcome, round) => saidBy(outcome, round, life)));
	const isClear = (target: Target) =>
		target.ownId === undefined && !isRejectedOddly(life, target) && !isUnmatchable(life, target);
	return [...byPlace(targets).values()]
		.filter((ofPlace) => ofPlace.every(isClear) && saidOf(said, ofPlace).some(({ state }) => state === 'unknown'))
		.map((ofPlace) => ({
			rule: 'known',
			kind: 'unknown beside IDs of the user, though nothing went wrong',
			what: `execution ${id}: ${groupOf(ofPlace[0]!)}`,
		}));
}

/** A status in a group that nobody knows, or in none, says neither that the message was accepted nor that it was not. */
function isRejectedOddly({ nature }: Life, target: Target): boolean {
	return ['FAILED', 'DESCRIBED'].includes(nature.form.rejected) && isRejected(target);
}

/** Whether neither the number nor our ID shows which entry of an answer is about it. */
function isUnmatchable({ nature: { rewrites, ids, form }, options, rounds }: Life, { to }: Target): boolean {
	if (ids === 'ours' && options.messageIds === 'node') return false;
	// Only among many numbers do some look the same when masked
	const isShown = form.numbers === undefined || (form.numbers === 'masked' && rounds.flat().length < 100);
	return !isShown || rewritten(to, rewrites) !== to;
}

/** If the logs tell, a Retry finds what the service has, and a message whose answer was unclear is sent again. */
function foundOut(
	{ life, service, executions }: LivedLife,
	execution: LivedExecution,
	said: Map<string, Said[]>,
): Violation[] {
	const { targets, exchanges, mode } = execution;
	const groupOf = groupingOf(life);
	const logsAnswer = logsTell(life) && (readsLists(life) || targets.length <= MOST_ASKED_SINGLY);
	if (!logsAnswer || targets.filter(isForbidden).length > 3) return [];
	const sends = exchanges.filter(({ isSend }) => isSend);
	const faulty = sends.filter(({ fault }) => fault !== undefined);
	const isRetry = mode === 'retry' && faulty.length === 0 && life.rounds.length === 1;
	// An answer that mixes up messages says something about them, so they are not sent again
	const isMixedUp = faulty.some(({ fault }) => fault?.answer.kind === 'status' && fault.answer.body === 'swapped');
	const maySendAgain =
		execution.id === 1 && faulty.length === 1 && life.options.ifUnclear === 'sendAgain' && !isMixedUp;
	if (!isRetry && !maySendAgain) return [];
	// Another try may have scheduled it
	const shown = service.accepted
		.slice(0, execution.acceptedBefore)
		.filter((message) => !message.isScheduled && !isRepeat(message));
	const there = Map.groupBy(shown, groupOf);
	// Of equal messages, the service may have some that are no longer among the rows
	const wanted = executions.filter(({ id }) => id <= execution.id).map((one) => Map.groupBy(one.targets, groupOf));
	const wantedAtMost = (group: string) => Math.max(...wanted.map((groups) => groups.get(group)?.length ?? 0));
	const isThere = (group: string) => (there.get(group)?.length ?? 0) >= wantedAtMost(group);
	return [...byPlace(targets).values()].flatMap((ofPlace): Violation[] => {
		if (ofPlace.some((target) => isForbidden(target) || isRejected(target) || target.isScheduled)) return [];
		// Its time may be of another time zone
		const mayBeEarlier = ({ agoMs = 0 }: EarlierMessage) => agoMs < WIDEST_ZONE_MS;
		if (maySendAgain && life.nature.earlier.some((one) => one.to === ofPlace[0]!.to && mayBeEarlier(one))) return [];
		const states = saidOf(said, ofPlace).map(({ state }) => state);
		if (!states.includes('unknown') || (isRetry && !ofPlace.every((target) => isThere(groupOf(target))))) return [];
		return [
			{
				rule: 'known',
				kind: isRetry ? 'unknown on Retry, though the logs tell' : 'unknown, though it could be sent again',
				what: `execution ${execution.id}: ${ofPlace.map(groupOf).join(', ')}`,
			},
		];
	});
}

/** A message that no request can have brought to the service is not called unknown, nor one that no request carried refused. */
function unreached(life: Life, execution: LivedExecution, said: Map<string, Said[]>): Violation[] {
	// A Retry does not know everything that was sent before
	if (execution.id > 1 && !life.isSubWorkflow) return [];
	const groupOf = groupingOf(life);
	const violations: Violation[] = [];
	const sends = execution.exchanges.filter(({ isSend }) => isSend);
	const carried = new Set(sends.flatMap((exchange) => exchange.carried.map(groupOf)));
	const isProof = (ended: string | undefined) => ended === 'ECONNREFUSED' || provesNothingAccepted(Number(ended));
	const maybeBrought = new Set(
		sends.filter(({ ended }) => !isProof(ended)).flatMap((exchange) => exchange.carried.map(groupOf)),
	);
	for (const targets of byPlace(execution.targets).values()) {
		const groups = targets.map(groupOf);
		for (const { state } of saidOf(said, targets)) {
			const kind =
				state === 'unknown' && !groups.some((group) => maybeBrought.has(group))
					? 'unknown, though no request can have brought it'
					: state === 'refused' && !groups.some((group) => carried.has(group))
						? 'refused, though no request carried it'
						: undefined;
			if (kind !== undefined)
				violations.push({ rule: 'known', kind, what: `execution ${execution.id}: ${groups.join(', ')}` });
		}
	}
	return violations;
}

/** Nothing is accepted twice if the service checks IDs, or shows a message in its logs within the look-up time. */
function once({ life, service, executions }: LivedLife, execution: LivedExecution): Violation[] {
	const { nature, options } = life;
	const groupOf = byContent;
	const all = executions
		.filter(({ id }) => id <= execution.id)
		.map(({ startsAnew, targets }) => ({ startsAnew, groups: Map.groupBy(targets, groupOf) }));
	const checks =
		nature.checksIds && options.messageIds === 'node'
			? 'it checks IDs'
			: logsTell(life)
				? 'its logs show messages in time'
				: execution.id === 1 && bulkIdsTell(life) && !isUnclearOften(life, execution)
					? 'its logs show the requests in time'
					: execution.id === 1 && textsTell(life)
						? 'its logs show the text to the number in time'
						: execution.id === 1 && life.tries === 1 && execution.exchanges.every(({ fault }) => fault === undefined)
							? 'nothing went wrong'
							: undefined;
	const violations: Violation[] = [];
	const accepted = service.accepted.slice(0, execution.acceptedCount);
	const before = new Set(service.accepted.slice(0, execution.acceptedBefore));
	for (const [group, allMessages] of Map.groupBy(accepted, groupOf)) {
		// A sub-workflow that is started again only looks for messages with an ID of the user, and may find none
		const isNew =
			life.isSubWorkflow &&
			(!options.skipSent ||
				checks === undefined ||
				all.some(({ groups }) => groups.get(group)?.some(({ ownId }) => ownId === undefined)));
		const upToNow = isNew ? all.slice(-1) : all;
		const messages = allMessages.filter((message) => !(isNew && before.has(message)) && !isRepeat(message));
		// It asks the logs at once, since it does not know of an earlier try
		if (life.isSubWorkflow && !isNew && nature.logs.lagMs > 0) continue;
		const triesAnew = upToNow.slice(1).filter(({ startsAnew }) => startsAnew).length;
		const timesAtMost = checks !== undefined ? 1 : (options.ifUnclear === 'sendAgain' ? 2 : 1) + triesAnew;
		// With a different user-supplied ID it is another message
		const byId = upToNow.map(({ groups }) => Map.groupBy(groups.get(group) ?? [], ({ ownId }) => ownId));
		const ids = new Set(byId.flatMap((counts) => [...counts.keys()]));
		const wanted = [...ids].reduce((sum, id) => sum + Math.max(...byId.map((own) => own.get(id)?.length ?? 0)), 0);
		if (messages.length <= wanted * timesAtMost) continue;
		// The user's ID alone, in an entry of another execution with another number, may be of another message
		const isByIdAlone =
			(execution.id > 1 || life.tries > 1 || nature.logs.numbers === 'masked') &&
			!nature.checksIds &&
			rewritten(messages[0]!.to, nature.rewrites) !== messages[0]!.to &&
			[...ids].some((id) => id !== undefined);
		if (isByIdAlone) continue;
		violations.push({
			rule: 'once',
			kind: checks === undefined ? 'more often than the tries allow' : `twice, though ${checks}`,
			what: `execution ${execution.id}: ${group} accepted ${messages.length} times for ${wanted}`,
		});
	}
	return violations;
}

/** Whether logs that are asked for a list of IDs answer for each. */
function readsLists({ nature: { logs } }: Life): boolean {
	return logs.knowsLists && logs.readsOfList === undefined;
}

function logsTell(life: Life): boolean {
	return showInTime(life) && life.nature.ids === 'ours' && life.options.messageIds === 'node';
}

/** Whether logs that have no ID of ours show by the bulk ID which requests have arrived; a later try does not know it. */
function bulkIdsTell(life: Life): boolean {
	const { logs } = life.nature;
	const hasOwnBulkIds = life.rounds.flat().some(({ bulkId }) => bulkId !== undefined);
	const faulty = life.faults.sends.filter((fault) => fault !== undefined);
	return (
		showInTime(life) &&
		logs.knowsBulkIds &&
		logs.bulkIds === 'ours' &&
		!hasOwnBulkIds &&
		life.tries === 1 &&
		faulty.length <= MOST_ASKED_BY_BULK_ID
	);
}

/** Whether logs that have no ID of ours show by number and text what has arrived; a later try does not know since when to look. */
function textsTell(life: Life): boolean {
	const { nature } = life;
	const { texts, numbers, cap } = nature.logs;
	// An answer that is cut off at a usual size is known to be
	const isCutKnown = cap >= 50;
	const uncut = { ...life, nature: { ...nature, logs: { ...nature.logs, cap: 1000 } } };
	return showInTime(uncut) && isCutKnown && texts === 'same' && numbers === 'same' && life.tries === 1;
}

/** Whether more requests are unclear than the node asks for by bulk ID: their answers write numbers differently. */
function isUnclearOften(life: Life, { exchanges }: LivedExecution): boolean {
	const unclear = exchanges.filter(
		({ isSend, fault, carried }) =>
			isSend &&
			(fault !== undefined ||
				life.nature.form.numbers !== undefined ||
				carried.some(({ to }) => rewritten(to, life.nature.rewrites) !== to)),
	);
	return unclear.length > MOST_ASKED_BY_BULK_ID;
}

/** Whether the logs show everything that has arrived within the look-up time. */
function showInTime({ nature: { logs }, options, faults, rounds }: Life): boolean {
	const isScheduled = rounds.flat().some(({ sendAt }) => sendAt !== undefined);
	return (
		logs.lagMs <= 1000 * options.lookUpTime &&
		logs.cap >= 1000 &&
		logs.highestLimit === undefined &&
		!logs.hangs &&
		!(logs.hidesScheduled && isScheduled) &&
		faults.looks.every((fault) => fault === undefined) &&
		// A request that is acted on late shows late
		faults.sends.every((fault) => fault?.lateMs === undefined)
	);
}

/** Every destination of every item is output exactly once, paired with its item. */
function complete({ life }: LivedLife, execution: LivedExecution): Violation[] {
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'complete', kind, what: `execution ${execution.id}: ${what}` });
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
		const said = saidBy(outcome, round, life);
		if ('error' in outcome && wanted.length > MOST_DETAILS) return;
		if (said.length !== wanted.length) add('not each destination once', `${said.length} came out of ${wanted.length}`);
		const out = byPlace(said);
		for (const [place, { length: expected }] of byPlace(wanted)) {
			const times = out.get(place)?.length ?? 0;
			if (times !== expected)
				add('not each destination once', `round, item and number ${place} came out ${times} times for ${expected}`);
		}
	});
	return violations;
}

/**
 * Repeated numbers in a run are left out, and nothing else. No more messages are accepted, or perhaps accepted, than the maximum;
 * an execution that knows nothing of earlier tries starts counting again.
 */
function limited({ life, service, executions }: LivedLife, execution: LivedExecution): Violation[] {
	const { nature, options } = life;
	const groupOf = groupingOf(life);
	const { maxMessages = Infinity } = options;
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'limited', kind, what: `execution ${execution.id}: ${what}` });
	execution.outcomes.forEach((outcome, round) => {
		const wanted = execution.targets.filter((target) => target.round === round);
		if ('error' in outcome && wanted.length > MOST_DETAILS) return;
		const said = byPlace(saidBy(outcome, round, life));
		for (const [place, targets] of byPlace(wanted)) {
			const skipped = (said.get(place) ?? []).filter(({ state }) => state === 'skipped').length;
			if (skipped !== targets.filter(({ isSkipped }) => isSkipped).length)
				add('not the repeated numbers are skipped', `round, item and number ${place}: ${skipped}`);
		}
	});
	const begin = executions.findLast(({ id, startsAnew }) => id <= execution.id && (id === 1 || startsAnew))!;
	const duplicates = refusedAsDuplicates(
		life,
		executions.filter(({ id }) => id >= begin.id && id <= execution.id),
	);
	const accepted = service.accepted
		.slice(begin.acceptedBefore, execution.acceptedCount)
		.filter((message) => !isRepeat(message) && !duplicates.has(groupOf(message))).length;
	const timesAtMost = (nature.checksIds && options.messageIds === 'node') || options.ifUnclear === 'report' ? 1 : 2;
	if (isHonest(life) && accepted > maxMessages * timesAtMost)
		add('more accepted than the maximum', `${accepted} of ${maxMessages}`);
	// Later executions cannot tell what those before have sent
	const may = execution.outcomes
		.flatMap((outcome, round) => saidBy(outcome, round, life))
		.filter(({ state }) => state === 'accepted' || state === 'unknown').length;
	if (execution.id === 1 && !options.skipSent && may > maxMessages)
		add('more said to be accepted or unknown than the maximum', `${may} of ${maxMessages}`);
	return violations;
}

/** Messages that arrived twice and came out as refused: as far as anyone can see, the user's ID was used elsewhere. */
function refusedAsDuplicates(life: Life, executions: LivedExecution[]): Set<string> {
	if (!executions.some(({ exchanges }) => exchanges.some(({ fault }) => fault?.arrivesTwice === true)))
		return new Set();
	const groupOf = groupingOf(life);
	return new Set(
		executions.flatMap(({ outcomes, targets }) => {
			const said = byPlace(outcomes.flatMap((outcome, round) => saidBy(outcome, round, life)));
			// A stopped execution says nothing
			const isRefused = (target: Target) =>
				said.size === 0 ||
				saidOf(said, [target]).some(({ state, messageId }) => state === 'refused' && messageId === target.ownId);
			return targets.filter((target) => target.ownId !== undefined && isRefused(target)).map(groupOf);
		}),
	);
}

/** Time and requests stay within the options. */
function bounded({ life: { options, tries, rounds, nature } }: LivedLife, execution: LivedExecution): Violation[] {
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'bounded', kind, what: `execution ${execution.id}: ${what}` });
	for (const { at, endedAt, what } of execution.exchanges) {
		const took = (endedAt ?? execution.endedAt) - at;
		if (took > LONGEST_ANSWER_MS + 1000) add('an answer is waited for too long', `${what}: ${took} ms`);
	}
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
	return violations;
}

/** Once Stop is pressed, no request leaves, and only those under way are waited for. */
function stopped({ life }: LivedLife, execution: LivedExecution): Violation[] {
	const { id, beganAt, endedAt, exchanges, ended } = execution;
	const end = id === 1 ? life.end : life.retries[id - 2]!.end;
	if (end.kind !== 'stop' || ended !== 'stopped') return [];
	const stoppedAt = beganAt + end.afterMs;
	const violations: Violation[] = [];
	const add = (kind: string, what: string) =>
		violations.push({ rule: 'stopped', kind, what: `execution ${id}: ${what}` });
	const late = exchanges.find(({ at }) => at > stoppedAt);
	if (late !== undefined) add('a request leaves after Stop', `${late.what}, ${late.at - stoppedAt} ms later`);
	const waitedFor = Math.max(stoppedAt, ...exchanges.map((exchange) => exchange.endedAt ?? endedAt));
	if (endedAt - waitedFor > SLOWEST_STOP_MS) add('it goes on after Stop', `${endedAt - waitedFor} ms`);
	return violations;
}

/** The node never admits a mistake of its own: these lives contain no cause for one. */
function mistakes(execution: LivedExecution): Violation[] {
	const said = execution.finished.map(textOf);
	return OWN_MISTAKES.filter((words) => said.some((text) => text.includes(words))).map((words) => ({
		rule: 'mistakes',
		kind: words,
		what: `execution ${execution.id}`,
	}));
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

/** No secret comes out, however often JSON escapes it. */
function silence({ service }: LivedLife, execution: LivedExecution): Violation[] {
	const plain = (text: string) => text.replaceAll('\\', '');
	const texts = execution.finished.map((outcome) => plain(textOf(outcome)));
	return texts.some((text) => text.includes(plain(service.key)))
		? [{ rule: 'silence', kind: 'a secret came out', what: `execution ${execution.id}` }]
		: [];
}
