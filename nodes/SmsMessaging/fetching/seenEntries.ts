import type { JsonObject } from '../service/types';

/** Entries that have already come: one listed twice in an answer counts as two, one listed in two answers as one. */
export class SeenEntries {
	/** By send time: how often each entry was listed in one answer. */
	private readonly counts = new Map<number | undefined, Map<string, number>>();

	has(instant: number | undefined): boolean {
		return this.counts.has(instant);
	}

	countAt(instant: number): number {
		return [...(this.counts.get(instant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
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
			return true;
		};
	}

	/** Forgets all others. */
	keep(isKept: (instant: number | undefined) => boolean): void {
		for (const instant of this.counts.keys()) if (!isKept(instant)) this.counts.delete(instant);
	}
}

/** Entries with the same name are the same. */
function nameOf(entry: JsonObject, instant: number | undefined): string {
	const { messageId, to } = entry;
	const name =
		messageId === undefined || messageId === null ? JSON.stringify(entry) : `${String(messageId)} ${String(to)}`;
	return `${instant} ${name}`;
}
