import { isOfOtherRequest } from '../sending/plan/identity';
import { host, remembered } from '../n8n/host';
import type { Entry } from '../api/entry';
import { isFinal, isKnownGroup } from '../api/statuses';
import { isMessageSettled, type AwaitedMessage, type WaitState } from './waitState';

/** What this process has seen of a wait; n8n does not store reports that do not end the wait. */
export interface Memory {
	/** Final reports by the message's index in the wait. */
	finals: Map<number, Entry>;
	/** The round that a report received by this process is about to end. */
	endingRound?: number;
	/** The last round after which the execution continued; Infinity once the wait has ended. */
	endedRound: number;
	/** When a report last woke the execution, on the monotonic clock. */
	wokenAt: number;
	/** Until when it is kept, in milliseconds since the epoch. */
	deadline: number;
}

/** A request can reach the node this long after n8n read the execution for it, even though the wait has ended since. */
const LATEST_MS = 60_000;

/** By wait ID; forgotten after the end of the wait, or after its time limit. */
const memories = () => remembered('waits', () => new Map<string, Memory>());

export function waitMemoryOf({ waitId, deadline }: WaitState): Memory {
	const known = memories().get(waitId);
	if (known !== undefined) return known;
	const now = host.now();
	for (const [id, old] of memories()) {
		if (old.deadline >= now) continue;
		old.endedRound = Infinity;
		memories().delete(id);
	}
	const memory: Memory = { finals: new Map(), endedRound: 0, wokenAt: -Infinity, deadline };
	memories().set(waitId, memory);
	return memory;
}

export function forgetReports({ waitId }: Pick<WaitState, 'waitId'>): void {
	const memory = memories().get(waitId);
	if (memory === undefined) return;
	memory.endedRound = Infinity;
	memory.finals.clear();
	memory.deadline = host.now() + LATEST_MS;
}

/** The execution has been woken, so anything n8n read of it earlier is out of date. */
export function noteResumed(wait: WaitState): void {
	const memory = waitMemoryOf(wait);
	memory.endedRound = wait.round;
	memory.deadline = Math.max(memory.deadline, host.now() + LATEST_MS);
}

/** The messages of a wait, with the final reports seen by this process. */
export function withSeenReports({ waitId, messages }: WaitState): AwaitedMessage[] {
	const finals = memories().get(waitId)?.finals;
	return messages.map((message, place) => {
		const report = isMessageSettled(message) ? undefined : finals?.get(place);
		return report === undefined ? message : { ...message, final: { key: 'report', entry: report } };
	});
}

/**
 * Notes the final reports of awaited messages, the first for each. Returns how many reports belong to awaited messages,
 * whether one of them says more than what is stored, and whether the logs could not reproduce that after a crash.
 */
export function noteReports(
	reports: Entry[],
	{ messages }: WaitState,
	{ finals }: Memory,
): { awaited: number; isNews: boolean; isUnique: boolean } {
	const places = new Map<string | undefined, number>(
		messages.map(({ destination }, place) => [destination.messageId, place]),
	);
	let awaited = 0;
	let isNews = false;
	let isUnique = false;
	for (const report of reports) {
		const place = places.get(report.messageId);
		if (place === undefined || isOfOther(report, messages[place]!)) continue;
		awaited += 1;
		if (!isLastWord(report)) continue;
		const isKnown = isKnownGroup(report.statusGroup);
		const { final } = messages[place]!;
		if (isKnown ? isMessageSettled(messages[place]!) : final !== undefined) continue;
		isNews = true;
		// In logs, an unknown group is not treated as final; and a message that it has ended is closed until a known one comes
		if (!isKnown || final !== undefined) isUnique = true;
		const known = finals.get(place);
		if (known === undefined || !isKnownGroup(known.statusGroup)) finals.set(place, report);
	}
	return { awaited, isNews, isUnique };
}

/** Other executions may have used an ID of the user. */
function isOfOther({ bulkId }: Entry, { hasOwnId, accepted }: AwaitedMessage): boolean {
	return hasOwnId === true && isOfOtherRequest(String(accepted.bulkId), bulkId);
}

/** A status without any group is not final; an unknown group may be. */
function isLastWord({ statusGroup, statusGroupId }: Entry): boolean {
	const hasGroup = statusGroupId !== undefined || (statusGroup ?? '') !== '';
	return isFinal({ statusGroup }) && hasGroup;
}
