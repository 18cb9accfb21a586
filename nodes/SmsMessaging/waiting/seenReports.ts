import { isBlank } from '../fields/values';
import type { Report } from '../reports/report';
import { host, remembered } from '../service/host';
import { digitsOf, groupByKeys } from '../service/matching';
import { isFinal, knownStatusGroup } from '../service/statuses';
import type { AwaitedMessage, WaitState } from './waitState';

/** What this process has seen of a wait: n8n stores nothing of a report that does not end the wait. */
export interface Memory {
	/** Final reports by the message's place in the wait. */
	finals: Map<number, Report>;
	/** The round that a report of this process is ending. */
	endingRound?: number;
	/** When a report last woke the execution, in milliseconds since the epoch. */
	wokenAt: number;
	deadline: number;
}

/** By wait; forgotten when the wait ends, or after its time limit. */
const memories = () => remembered('waits', () => new Map<string, Memory>());

export function memoryOf({ waitId, deadline }: WaitState): Memory {
	const known = memories().get(waitId);
	if (known !== undefined) return known;
	const now = host.now();
	for (const [id, memory] of memories()) if (memory.deadline < now) memories().delete(id);
	const memory: Memory = { finals: new Map(), wokenAt: 0, deadline };
	memories().set(waitId, memory);
	return memory;
}

export function forgetReports({ waitId }: Pick<WaitState, 'waitId'>): void {
	memories().delete(waitId);
}

/** The messages of a wait, with the final reports that this process has seen. */
export function withSeenReports({ waitId, messages }: WaitState): AwaitedMessage[] {
	const finals = memories().get(waitId)?.finals;
	return messages.map((message, place) => {
		const report = message.final === undefined ? finals?.get(place) : undefined;
		return report === undefined ? message : { ...message, final: { key: 'report', entry: report } };
	});
}

/**
 * Notes the final reports of awaited messages, the first of each. Returns how many reports are of awaited messages, whether a
 * final one is among them, and whether one that the logs could not tell again, after a crash, is not stored.
 */
export function noteReports(reports: Report[], wait: WaitState): { awaited: number; isNews: boolean; isUnique: boolean } {
	const { messages } = wait;
	const { finals } = memoryOf(wait);
	const places = groupByKeys(messages.keys(), (index) => [messages[index]?.destination.messageId]);
	let awaited = 0;
	let isNews = false;
	let isUnique = false;
	for (const report of reports) {
		const sameId = places.get(String(report.messageId)) ?? [];
		// The same ID for several destinations: the number tells
		const place = sameId.length > 1 ? sameId.find((index) => messages[index]?.destination.to === digitsOf(report.to)) : sameId[0];
		if (place === undefined) continue;
		awaited += 1;
		if (!isLastWord(report)) continue;
		isNews = true;
		// In logs, a group that nobody knows is not taken for the last word
		if (knownStatusGroup(report.status) === undefined && messages[place]?.final === undefined) isUnique = true;
		const known = finals.get(place);
		if (known === undefined || knownStatusGroup(known.status) === undefined) finals.set(place, report);
	}
	return { awaited, isNews, isUnique };
}

/** A status without any group is no final one; a group that nobody knows may be. */
function isLastWord({ status }: Report): boolean {
	const { groupId, groupName } = status;
	return isFinal(status) && (!isBlank(groupId) || !isBlank(groupName));
}
