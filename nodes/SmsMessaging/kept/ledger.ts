import type { IDataObject } from 'n8n-workflow';

/** Short enough to store, and long enough that no two messages of an execution share one. */
const CODE_CHARACTERS = 10;

/** The code that a message is stored as. @param key its target key */
export const codeOf = (key: string) => key.slice(0, CODE_CHARACTERS);

/** Those that stand one after the other in a text. */
export const codesIn = (text = ''): string[] =>
	Array.from({ length: text.length / CODE_CHARACTERS }, (_, nth) => codeOf(text.slice(nth * CODE_CHARACTERS)));

interface Kept<Outcome> {
	requests: number;
	/** What the current run has sent: a list, since an object that gets thousands of new names is slow. */
	targets: Array<{ key: string; outcome: Outcome }>;
	/** Concatenated codes of the messages of runs that have ended: a repeat in a later run is another message. */
	before: string;
	/** The same for the current run. */
	now: string;
	runIndex?: number;
	isOver?: boolean;
	/** When the first try of the current run began to send at the earliest, in milliseconds since the epoch; undefined if nobody knows. */
	beganAt?: number | undefined;
}

export type Ledger<Outcome> = ReturnType<typeof openLedger<Outcome>>;

/** When the first try of a run began to send, if it has left a record. */
export function runBeganAt(part: IDataObject, runIndex: number): number | undefined {
	const kept = part as unknown as Partial<Kept<unknown>>;
	return isNewRun(kept, runIndex) ? undefined : kept.beganAt;
}

/** Whether runs or tries before this one have tried to send anything. */
export function hasRecord(part: IDataObject): boolean {
	const { before = '', now = '', targets = [] } = part as unknown as Partial<Kept<unknown>>;
	return before + now !== '' || targets.length > 0;
}

/** A run that did not end is continued, even if a crash has made n8n count it. */
const isNewRun = (kept: Partial<Kept<unknown>>, runIndex: number) => kept.isOver === true && kept.runIndex !== runIndex;

/**
 * What the node has sent so far in this execution, stored with it so that no later try sends it again.
 * @param part where it is kept with the execution
 * @param runIndex which run of the node it is
 * @param beganAt of a run that has no record yet; undefined if a crash may have ended its first try
 */
export function openLedger<Outcome>(part: IDataObject, runIndex: number, beganAt?: number) {
	const kept = keptFor<Outcome>(part, runIndex, beganAt);
	const counts = countsIn(kept);
	const rows = new Map(kept.targets.map((row) => [row.key, row]));
	return {
		/** When the first try of the run began at the earliest, in milliseconds since the epoch; undefined if nobody knows. */
		beganAt: kept.beganAt,
		/** How many messages with this content earlier runs have sent. @param key of the first message with the content */
		countBefore: (key: string) => counts.get(codeOf(key)) ?? 0,
		find: (key: string) => rows.get(key)?.outcome,
		/** Counted across all tries. */
		nextRequestNumber: () => ++kept.requests,
		settled: (key: string, outcome: Outcome) => {
			const known = rows.get(key);
			if (known !== undefined) {
				known.outcome = outcome;
				return;
			}
			const row = { key, outcome };
			kept.targets.push(row);
			rows.set(key, row);
		},
		/** The run outputs its items. @param firstKeys for each message, the key of the first one with its content */
		close: (firstKeys: string[]) => {
			kept.now = firstKeys.map(codeOf).join('');
			kept.isOver = true;
		},
		/** Once n8n will not run the node again for its items. */
		drop: () => {
			kept.targets = [];
			rows.clear();
		},
	};
}

function keptFor<Outcome>(part: IDataObject, runIndex: number, beganAt: number | undefined): Kept<Outcome> {
	const kept = part as unknown as Kept<Outcome>;
	kept.requests ??= 0;
	kept.targets ??= [];
	kept.before ??= '';
	kept.now ??= '';
	if (isNewRun(kept, runIndex)) {
		kept.before += kept.now;
		kept.now = '';
		kept.targets = [];
		kept.isOver = false;
		// What a crash has left no record of was sent after the run before it had begun
		kept.beganAt = beganAt ?? kept.beganAt;
	}
	kept.beganAt ??= beganAt;
	kept.runIndex = runIndex;
	return kept;
}

/** What was counted in the list of a ledger, up to a length: it only grows, and a loop may run the node thousands of times. */
const counted = new WeakMap<object, { counts: Map<string, number>; length: number }>();

function countsIn(kept: Kept<unknown>): ReadonlyMap<string, number> {
	const known = counted.get(kept) ?? { counts: new Map<string, number>(), length: 0 };
	for (const code of codesIn(kept.before.slice(known.length)))
		known.counts.set(code, (known.counts.get(code) ?? 0) + 1);
	known.length = kept.before.length;
	counted.set(kept, known);
	return known.counts;
}
