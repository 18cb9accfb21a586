import type { JsonObject } from '../service/types';

/** Which entries have come already: one that stands in an answer twice is two; one that stands in two answers is one. */
export class SeenEntries {
	/** By when they were sent: how often each stood in one answer. */
	private readonly counts = new Map<number | undefined, Map<string, number>>();

	has(instant: number | undefined): boolean {
		return this.counts.has(instant);
	}

	countAt(instant: number): number {
		return [...(this.counts.get(instant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
	}

	/** @returns says of each entry of an answer, in turn, whether it has not come in another one, and notes it */
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

	/** Forgets the others. */
	keep(isKept: (instant: number | undefined) => boolean): void {
		for (const instant of this.counts.keys()) if (!isKept(instant)) this.counts.delete(instant);
	}
}

/** What makes entries the same. */
function nameOf(entry: JsonObject, instant: number | undefined): string {
	const { messageId, to } = entry;
	const name =
		messageId === undefined || messageId === null ? JSON.stringify(entry) : `${String(messageId)} ${String(to)}`;
	return `${instant} ${name}`;
}
