import type { ServiceFailure } from '../api/failure';
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
