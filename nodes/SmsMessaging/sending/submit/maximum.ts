import type { Reservation } from '../../kept/quota';
import type { ServiceFailure } from '../../service/failure';
import type { Outcome, Target } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import type { Run } from '../run';
import type { Outcomes } from './outcomes';

/** Keeps what a run sends within the maximum of the execution. */
export class Maximum {
	private reserved: Target[] = [];
	private excess: ReadonlySet<string> = new Set();

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
	) {}

	/**
	 * Reserves room for everything that is about to be sent; what there is no room for stays unsent.
	 * @param unsent what is to be sent
	 * @param perhapsSent what may count already
	 * @returns those of `unsent` that may be sent
	 */
	reserve({ all, recalled }: PlannedTargets, unsent: readonly Target[], perhapsSent: readonly Target[]): Target[] {
		const { outcomes } = this;
		const { options, quota, isRetry } = this.run;
		if (options.maxMessages === undefined) return [...unsent];
		// What the logs show in a first try was sent by other executions
		const found = isRetry ? all.filter((target) => !outcomes.isOpen(target)) : [...recalled.keys()];
		const isIn = (target: Target, state: Outcome['state']) => outcomes.all.get(target)?.state === state;
		quota.count(keysOf(found.filter((target) => isIn(target, 'accepted'))));
		this.reserved = [...perhapsSent, ...found.filter((target) => isIn(target, 'unknown')), ...unsent];
		const reservation = quota.reserve(keysOf(this.reserved));
		this.excess = reservation.excess;
		const failure = usedUp(reservation, options.maxMessages);
		for (const target of unsent) if (!this.allows(target)) outcomes.leaveUnsent(target, failure);
		return unsent.filter((target) => this.allows(target));
	}

	/** Whether the target may be sent, or sent again. */
	allows({ key }: Target): boolean {
		return !this.excess.has(key);
	}

	/** Gives back the room of what was certainly not accepted. */
	giveBack(): void {
		const inState = (...states: Array<Outcome['state'] | undefined>) =>
			keysOf(this.reserved.filter((target) => states.includes(this.outcomes.all.get(target)?.state)));
		this.run.quota.release(inState('refused', 'notSent'));
		// The logs may show some for which there was no room
		this.run.quota.count(inState('accepted'));
	}
}

/** Why there is no room. */
export function usedUp({ before, after }: Reservation, maxMessages: number | undefined): ServiceFailure {
	return {
		kind: 'refused',
		message: `Not sent: Maximum Messages allows ${maxMessages} in one execution, and ${after} are used${before === 0 ? '' : `, ${before} of them in earlier runs`}`,
		description: 'Raise Maximum Messages, or send the rest in another execution.',
	};
}

const keysOf = (targets: readonly Target[]) => targets.map(({ key }) => key);
