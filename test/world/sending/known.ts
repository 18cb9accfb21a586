import type { Broken } from '../world';
import {
	groupAtService,
	groupOf,
	groupWithoutId,
	isAnyInstantFull,
	isForbidden,
	isNotUsedElsewhere,
	isOnce,
	isRejected,
	isTraceable,
	showInTime,
	saidOf,
} from './about';
import type { LivedExecution, LivedLife, Life, Target } from './life';
import { provesNothingAccepted, type Exchange } from './network';
import { byPlace, placeOf, type State } from './said';

/** If nothing goes wrong, or the logs tell, whatever the service has is reported as accepted: 'unknown' is not allowed. */
export function known(lived: LivedLife, execution: LivedExecution): Broken[] {
	if (execution.outcomes.length === 0) return [];
	return [quiet, answered, unreached, foundOut, shown, recalled, requested].map((rule) => rule(lived, execution));
}

/** If nothing goes wrong, no logs are read, and no more requests are refused than have something wrong in them. */
function* quiet({ life }: LivedLife, { id, exchanges, targets }: LivedExecution): Broken {
	if (id > 1 || exchanges.some(({ fault }) => fault !== undefined)) return;
	const forbidden = targets.filter(isForbidden);
	const refusals = exchanges.filter(({ isSend, ended }) => isSend && ended === '400').length;
	if (life.nature.namesFaults && refusals > forbidden.length * life.tries)
		yield ['more requests refused than messages were named', `${refusals} for ${forbidden.length}`];
	const isPlain = targets.every((target) => !isOdd(life, target) && isNotUsedElsewhere(life, target));
	const looks = exchanges.filter(({ isSend }) => !isSend).length;
	if (looks > 0 && !usesUpIds(life) && isPlain && !isOnce(life))
		yield ['looked up, though nothing went wrong', `${looks} times`];
}

/** Retry On Fail resends rejected messages. */
const usesUpIds = ({ tries, nature }: Life) => tries > 1 && nature.checksIds && nature.rejectedUseUpIds;
const isOdd = ({ nature }: Life, target: Target) => nature.form.rejected === 'FAILED' && isRejected(target);

/** What a whole answer says is reported, with the service's words, whatever happens to other requests. */
function* answered({ life }: LivedLife, execution: LivedExecution): Broken {
	const { id, exchanges, targets, outcomes } = execution;
	if (id > 1) return;
	const isClear = answeredIn(execution);
	const forbidden = targets.filter(isForbidden);
	const isFaultless = exchanges.every(({ fault }) => fault === undefined);
	for (const target of targets.filter(({ round }) => round < outcomes.length)) {
		if (!isNotUsedElsewhere(life, target)) continue;
		if (!isFaultless && !isClear(target)) continue;
		const wanted: State[] = isForbidden(target) || isRejected(target) ? ['refused'] : ['accepted'];
		if (isOdd(life, target) || (usesUpIds(life) && isRejected(target))) wanted.push('unknown');
		// Once three are refused on their own, the node may give up finding out what else gets through
		if (forbidden.length > 3 || life.options.maxMessages !== undefined) wanted.push('notSent');
		// Retry On Fail tries refused messages again, and may get no further
		if (life.tries > 1 && !isFaultless && wanted.includes('refused')) wanted.push('notSent');
		if (life.options.sameNumber === 'skip' || target.isSkipped) wanted.push('skipped');
		// Whether the logs show an ID is asked before it is sent
		const isAsked = isOnce(life);
		if (isAsked && !(showInTime(life) && life.nature.logs.knowsLists)) wanted.push('unknown');
		// If the first look fails, the next try sends it, and looks again: the logs say the same of a message that was accepted
		const isFailedInLogs = isRejected(target) && life.nature.form.rejected === 'UNDELIVERABLE';
		if (isAsked && life.tries > 1 && isFailedInLogs) wanted.push('accepted', 'unknown');
		const states = saidOf(execution, [target]);
		if (states.some(({ state }) => !wanted.includes(state)))
			yield [`not ${wanted[0]}, though nothing went wrong`, groupOf(target)];
		const words = isForbidden(target) ? ['Bad Request'] : ['"serviceCode":"', '"serviceText":"Described: '];
		if (
			states.some(
				({ state, all: said }) => state === 'refused' && !words.every((word) => JSON.stringify(said).includes(word)),
			)
		)
			yield ["refused without the service's words", groupOf(target)];
	}
}

/** Whether every request with such a message was answered as it should be, and there was one for each. */
function answeredIn({ exchanges, targets }: LivedExecution): (target: Target) => boolean {
	const carried = new Map<string, { faulty: number; answered: number }>();
	for (const { fault, ended, carried: messages } of exchanges) {
		for (const group of messages.map(groupOf)) {
			const count = carried.get(group) ?? { faulty: 0, answered: 0 };
			if (fault !== undefined) count.faulty += 1;
			else if (ended === '200') count.answered += 1;
			carried.set(group, count);
		}
	}
	const wanted = Map.groupBy(targets, groupWithoutId);
	return (target) => {
		const group = groupWithoutId(target);
		const { faulty, answered: count } = carried.get(group) ?? { faulty: 0, answered: 0 };
		return faulty === 0 && count >= wanted.get(group)!.length;
	};
}

/** What an earlier try was answered holds on Retry: an accepted message stays accepted, and one with a status of no known group is not sent again. */
function* recalled({ life, executions }: LivedLife, execution: LivedExecution): Broken {
	const { id, mode, startsAnew, targets } = execution;
	if (mode !== 'retry' || startsAnew || life.rounds.length > 1) return;
	const before = executions.find((one) => one.id === id - 1)!;
	const wasAnswered = answeredIn(before);
	// A service that knows its ID rejects it as a duplicate
	const isDuplicate = life.nature.checksIds && life.nature.rejectedUseUpIds;
	const carried = new Set(carriedBy(execution.exchanges));
	const isAlone = countBy(targets.map(groupWithoutId));
	for (const target of targets) {
		const count = (one: LivedExecution) => saidOf(one, [target]).filter(({ state }) => state === 'accepted').length;
		if (count(execution) < count(before)) yield ['no longer accepted', groupOf(target)];
		const group = groupWithoutId(target);
		const wasOdd =
			isOdd(life, target) &&
			!isDuplicate &&
			wasAnswered(target) &&
			saidOf(before, [target]).every(({ state }) => state === 'unknown');
		if (wasOdd && isAlone(group) === 1 && carried.has(group)) yield ['sent again, though the answer was whole', group];
	}
}

/** The bulk ID that a message is reported with is that of a request that carried it. */
function* requested({ life, service, executions }: LivedLife, execution: LivedExecution): Broken {
	const hasLeft = ({ ended }: Exchange) => ended !== 'ECONNREFUSED';
	const sends = executions.filter(({ id }) => id <= execution.id).flatMap(({ exchanges }) => exchanges.filter(hasLeft));
	const pairs = sends.flatMap(({ bulkId, carried }) => carried.map((one) => `${bulkId} ${groupOf(one)}`));
	const carried = new Set(pairs);
	const timesNow = countBy(carriedBy(execution.exchanges.filter(hasLeft)));
	const wanted = Map.groupBy(execution.targets, groupWithoutId);
	const bulkIdsOf = Map.groupBy(service.accepted, ({ messageId }) => messageId);
	for (const targets of byPlace(execution.targets).values()) {
		// The content of a message with an ID of the user may change
		if (targets.some(({ ownId }) => ownId !== undefined)) continue;
		const groups = targets.map(groupWithoutId);
		const areCarried = groups.every((group) => timesNow(group) > 0 && wanted.get(group)!.length === 1);
		for (const { state, bulkId, messageId = '', isListed } of saidOf(execution, targets)) {
			if (state === 'skipped') continue;
			if (bulkId === undefined) {
				// The list in an error names it only for what failed
				if (!(isListed && state === 'accepted') && areCarried)
					yield [`${state} without its request`, groups.join(', ')];
				continue;
			}
			if (!groups.some((group) => carried.has(`${bulkId} ${group}`)))
				yield [`${state} in a request that did not carry it`, `${groups.join(', ')}: ${bulkId}`];
			const isFailed = service.failed.some((one) => one.messageId === messageId && one.sentBulkId === bulkId);
			const stored = life.nature.logs.bulkIds === 'ours' && !isFailed ? (bulkIdsOf.get(messageId) ?? []) : [];
			if (state === 'accepted' && stored.length > 0 && stored.every(({ sentBulkId }) => sentBulkId !== bulkId))
				yield ['accepted in another request', `${groups.join(', ')}: ${bulkId}`];
		}
	}
}

/** A message that no request can have brought to the service is not called unknown, nor one that no request carried refused. */
function* unreached({ life }: LivedLife, execution: LivedExecution): Broken {
	// A Retry does not know everything that was sent before, and what others have sent is not known either
	if ((execution.id > 1 && !life.isSubWorkflow) || isOnce(life)) return;
	const sends = execution.exchanges.filter(({ isSend }) => isSend);
	const carried = new Set(carriedBy(sends));
	const isProof = (ended: string | undefined) => ended === 'ECONNREFUSED' || provesNothingAccepted(Number(ended));
	const brought = sends.filter(({ ended }) => !isProof(ended));
	const maybeBrought = new Set(carriedBy(brought));
	for (const targets of byPlace(execution.targets).values()) {
		const isIn = (groups: Set<string>) => targets.some((target) => groups.has(groupWithoutId(target)));
		for (const { state } of saidOf(execution, targets)) {
			const what = targets.map(groupOf).join(', ');
			if (state === 'unknown' && !isIn(maybeBrought)) yield ['unknown, though no request can have brought it', what];
			if (state === 'refused' && !isIn(carried)) yield ['refused, though no request carried it', what];
		}
	}
}

/** If the logs tell, a Retry finds what the service has, and a message whose answer was unclear is sent again. */
function* foundOut(lived: LivedLife, execution: LivedExecution): Broken {
	const { life, service, executions } = lived;
	const { targets, exchanges, mode } = execution;
	if (!showInTime(life) || targets.filter(isForbidden).length > 3) return;
	// The logs have shown an ID of long ago, which a list does not bring again, nor the time since the execution began
	if (isOnce(life) && !life.nature.logs.knowsLists) return;
	if (!life.nature.logs.knowsLists && isAnyInstantFull(lived)) return;
	const faulty = exchanges.filter(({ isSend, fault }) => isSend && fault !== undefined);
	const isRetry = mode === 'retry' && !execution.isLate && faulty.length === 0 && life.rounds.length === 1;
	// Others end it all, or are repeated
	const areUnclear = faulty.every(({ ended }) => isUnclear(ended));
	const maySendAgain = execution.id === 1 && areUnclear && life.options.ifUnclear === 'sendAgain';
	const isAnswered = answeredIn(execution);
	const timesFaulty = countBy(carriedBy(faulty));
	if (!isRetry && !maySendAgain) return;
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
		// It may be the refusal, or what failed after another Retry
		if (service.failed.some((one) => ofPlace.some((target) => groupOf(target) === groupAtService(one)))) continue;
		const states = saidOf(execution, ofPlace).map(({ state }) => state);
		if (!states.includes('unknown')) continue;
		if (isRetry && !ofPlace.every((target) => isThere(groupOf(target)) || isAnswered(target))) continue;
		if (maySendAgain && ofPlace.some((target) => timesFaulty(groupWithoutId(target)) > 1)) continue;
		yield [
			isRetry ? 'unknown on Retry, though the logs tell' : 'unknown, though it could be sent again',
			ofPlace.map(groupOf).join(', '),
		];
	}
}

/** In the first execution, what the service has is not unknown if the logs show it. In a later one, it may have what an earlier one sent. */
function* shown({ life, service }: LivedLife, execution: LivedExecution): Broken {
	if (execution.id > 1 || life.rounds.length > 1 || !showInTime(life)) return;
	// The logs may show the rejection of a first request, and the second one only later
	if (life.tries > 1 && life.nature.logs.showRejected) return;
	const accepted = Map.groupBy(service.accepted.slice(0, execution.acceptedCount), groupAtService);
	const atPlace = byPlace(execution.targets);
	for (const [group, targets] of Map.groupBy(execution.targets, groupOf)) {
		const isThere = (accepted.get(group) ?? []).length >= targets.length;
		const isUnknown = saidOf(execution, targets).some(({ state }) => state === 'unknown');
		const isMixed = targets.some((target) => atPlace.get(placeOf(target))!.some((other) => groupOf(other) !== group));
		if (isThere && isUnknown && !isMixed && targets.every((target) => isTraceable(life, target)))
			yield ['unknown, though the logs show it', group];
	}
}

/** The groups of all messages in these requests. */
const carriedBy = (exchanges: Exchange[]): string[] => exchanges.flatMap(({ carried }) => carried.map(groupOf));

const isUnclear = (ended = '') =>
	ended === '200' || Number(ended) >= 500 || ['ECONNRESET', 'ECONNABORTED'].includes(ended);

function countBy(all: string[]): (one: string) => number {
	const counts = Map.groupBy(all, (one) => one);
	return (one) => counts.get(one)?.length ?? 0;
}
