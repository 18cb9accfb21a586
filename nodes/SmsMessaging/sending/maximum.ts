import type { IDataObject } from 'n8n-workflow';

import type { ServiceFailure } from '../api/failure';
import { CODE_CHARACTERS, codeOf } from '../kept/ledger';
import type { Outcome, Target } from './plan/target';
import type { Run } from './run';

/** Keeps what a run sends within the maximum of the execution. */
export class Maximum {
	private reserved: readonly Target[] = [];
	private excess: ReadonlySet<string> = new Set();

	constructor(private readonly run: Run) {}

	/**
	 * Counts what was accepted, and reserves room for the rest: first for what may have been sent, then for what is to be sent.
	 * @returns why there is no room for those that are not allowed
	 */
	reserve(accepted: readonly Target[], perhapsSent: readonly Target[], unsent: readonly Target[]): ServiceFailure {
		const { options, quota } = this.run;
		quota.count(keysOf(accepted));
		this.reserved = [...perhapsSent, ...unsent];
		const { excess, before, after } = quota.reserve(keysOf(this.reserved));
		this.excess = excess;
		return {
			kind: 'refused',
			message: `Maximum Messages allows ${options.maxMessages} in one execution, and ${after} are used${before === 0 ? '' : `, ${before} of them in earlier runs`}`,
			check: 'It was not sent this time: raise Maximum Messages.',
			description: 'Raise Maximum Messages, or send the rest in another execution.',
		};
	}

	/** Whether the target may be sent, or sent again. */
	allows({ key }: Target): boolean {
		return !this.excess.has(key);
	}

	/** Gives back the room of what was certainly not accepted. */
	giveBack(outcomes: ReadonlyMap<Target, Outcome>): void {
		const inState = (...states: Array<Outcome['state'] | undefined>) =>
			keysOf(this.reserved.filter((target) => states.includes(outcomes.get(target)?.state)));
		this.run.quota.release(inState('refused', 'notSent'));
		// The logs may show some for which there was no room
		this.run.quota.count(inState('accepted'));
	}
}

const keysOf = (targets: readonly Target[]) => targets.map(({ key }) => key);

/** The result of reserving messages. */
interface Reservation {
	/** The keys beyond the maximum. */
	excess: ReadonlySet<string>;
	/** How many messages counted before, and how many count now. */
	before: number;
	after: number;
}

/**
 * The messages that count towards a maximum: what all runs of the node in the execution have sent, or may have sent. Each call reads and
 * writes all of it at once, since an AI agent may run the node several times in parallel.
 */
export interface Quota {
	/** Counts these even beyond the maximum: they were accepted, and are not sent again. */
	count(keys: string[]): void;
	/** Counts these up to the maximum; those already counted do not count again. */
	reserve(keys: string[]): Reservation;
	/** These were certainly not accepted. */
	release(keys: string[]): void;
}

/**
 * @param kept where the messages are kept with the execution
 * @param max without one, nothing is kept
 */
export function openQuota(kept: IDataObject, max: number | undefined): Quota {
	if (max === undefined)
		return { count: () => {}, reserve: () => ({ excess: new Set(), before: 0, after: 0 }), release: () => {} };
	const read = () => codesIn(String(kept.codes ?? ''));
	const write = (codes: Iterable<string>) => {
		kept.codes = [...codes].join('');
	};
	return {
		count: (keys) => write(new Set([...read(), ...keys.map(codeOf)])),
		reserve: (keys) => {
			const counted = read();
			const before = counted.size;
			const excess = new Set<string>();
			for (const key of keys) {
				if (counted.has(codeOf(key)) || counted.size < max) counted.add(codeOf(key));
				else excess.add(key);
			}
			write(counted);
			return { excess, before, after: counted.size };
		},
		release: (keys) => {
			const released = new Set(keys.map(codeOf));
			write([...read()].filter((code) => !released.has(code)));
		},
	};
}

function codesIn(kept: string): Set<string> {
	const codes = new Set<string>();
	for (let start = 0; start < kept.length; start += CODE_CHARACTERS)
		codes.add(kept.slice(start, start + CODE_CHARACTERS));
	return codes;
}
