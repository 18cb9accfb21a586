import type { IDataObject } from 'n8n-workflow';

import type { ServiceFailure } from '../api/failure';
import { CODE_CHARACTERS, codeOf } from '../kept/ledger';
import type { Outcome, Target } from './plan/target';

/**
 * Keeps what all runs of the node in an execution send, or may have sent, within a maximum. Each call reads and writes all of what is
 * counted at once, since an AI agent may run the node several times in parallel.
 */
export class Maximum {
	private reserved: readonly Target[] = [];
	private readonly excess = new Set<string>();

	/**
	 * @param kept where the counted messages are kept with the execution
	 * @param max without one, nothing is counted
	 */
	constructor(
		private readonly kept: IDataObject,
		private readonly max: number | undefined,
	) {}

	/**
	 * Counts what was accepted, even beyond the maximum, and reserves room for the rest: first for what may have been sent, then for what
	 * is to be sent. What is counted already does not count again.
	 * @returns why there is no room for those that are not allowed
	 */
	reserve(accepted: readonly Target[], perhapsSent: readonly Target[], unsent: readonly Target[]): ServiceFailure {
		this.reserved = [...perhapsSent, ...unsent];
		const counted = this.counted();
		for (const { key } of accepted) counted.add(codeOf(key));
		const before = counted.size;
		for (const { key } of this.reserved) {
			if (counted.has(codeOf(key)) || counted.size < (this.max ?? Infinity)) counted.add(codeOf(key));
			else this.excess.add(key);
		}
		this.count(counted);
		return {
			kind: 'refused',
			message: `Maximum Messages allows ${this.max} in one execution, and ${counted.size} are used${before === 0 ? '' : `, ${before} of them in earlier runs`}`,
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
		const counted = this.counted();
		for (const target of this.reserved) {
			const state = outcomes.get(target)?.state;
			if (state === 'refused' || state === 'notSent') counted.delete(codeOf(target.key));
			// The logs may show some for which there was no room
			else if (state === 'accepted') counted.add(codeOf(target.key));
		}
		this.count(counted);
	}

	private counted(): Set<string> {
		const kept = String(this.kept.codes ?? '');
		const starts = Array.from({ length: kept.length / CODE_CHARACTERS }, (_, nth) => nth * CODE_CHARACTERS);
		return new Set(starts.map((start) => kept.slice(start, start + CODE_CHARACTERS)));
	}

	private count(counted: ReadonlySet<string>): void {
		if (this.max !== undefined) this.kept.codes = [...counted].join('');
	}
}
