import { isBlankId } from '../service/matching';
import type { JsonObject } from '../service/types';

/** Entries that have already come: one listed twice in an answer counts as two, one listed in two answers as one. */
export class SeenEntries {
	/** By send time: how often each entry was listed in one answer. */
	private readonly counts = new Map<number | undefined, Map<string, number>>();
	/** By send time. */
	private readonly messages = new Map<number | undefined, Set<string>>();

	has(instant: number | undefined): boolean {
		return this.counts.has(instant);
	}

	countAt(instant: number): number {
		return [...(this.counts.get(instant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
	}

	/** Whether a message of this instant has come before, and is not among these entries. */
	hasOtherThan(entries: JsonObject[], instant: number): boolean {
		const these = new Set(entries.map(messageOf));
		return [...(this.messages.get(instant) ?? [])].some((message) => !these.has(message));
	}

	/** @returns a function to call for each entry of one answer, in turn: says whether it is new, and remembers it */
	nextAnswer(): (entry: JsonObject, instant: number | undefined) => boolean {
		const inAnswer = new Map<string, number>();
		return (entry, instant) => {
			const name = nameOf(entry, instant);
			const count = (inAnswer.get(name) ?? 0) + 1;
			inAnswer.set(name, count);
			const counts = this.counts.get(instant) ?? new Map<string, number>();
			if (count <= (counts.get(name) ?? 0)) return false;
			this.counts.set(instant, counts.set(name, count));
			this.messages.set(instant, (this.messages.get(instant) ?? new Set()).add(messageOf(entry)));
			return true;
		};
	}

	/** Forgets all others. */
	keep(isKept: (instant: number | undefined) => boolean): void {
		for (const instant of this.counts.keys()) {
			if (isKept(instant)) continue;
			this.counts.delete(instant);
			this.messages.delete(instant);
		}
	}
}

/** Entries with the same name are the same. Without an ID, their status and price may change between two answers. */
function nameOf(entry: JsonObject, instant: number | undefined): string {
	const { messageId, to, from, text, bulkId, sentAt } = entry;
	if (!isBlankId(messageId)) return `${instant} ${messageOf(entry)}`;
	const isDescribed = !isBlankId(to) && !isBlankId(text);
	return `${instant} ${JSON.stringify(isDescribed ? [to, from, text, bulkId, sentAt] : entry)}`;
}

/** Whether the first entries hold the messages of all the others, whatever has become of them. */
export function holdsAll(entries: JsonObject[], others: JsonObject[]): boolean {
	const messages = new Set(entries.map(messageOf));
	return others.every((other) => messages.has(messageOf(other)));
}

/** The same whatever becomes of the message; those to one number, if the service gives them no IDs. */
const messageOf = ({ messageId, to }: JsonObject): string => `${String(messageId ?? '')} ${String(to)}`;
