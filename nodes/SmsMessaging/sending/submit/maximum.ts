import type { Quota, Reservation } from '../../kept/quota';
import type { ServiceFailure } from '../../service/failure';
import type { Outcome, Target } from '../plan/target';
import type { PlannedTargets } from '../plan/targets';
import type { Run } from '../run';
import type { Outcomes } from './outcomes';

/** Keeps what a run sends within the maximum of the execution. */
export class Maximum {
	private readonly quota: Quota;
	private reserved: Target[] = [];
	private excess: ReadonlySet<string> = new Set();

	constructor(
		private readonly run: Run,
		private readonly outcomes: Outcomes,
	) {
		this.quota = run.quota;
	}

	/**
	 * Reserves room for everything that is about to be sent; what there is no room for stays unsent.
	 * @returns those of `fresh` that may be sent
	 */
	reserve({ fresh, unresolved, recalled }: PlannedTargets): Target[] {
		const { outcomes, quota } = this;
		const open = fresh.filter((target) => outcomes.isOpen(target));
		if (this.run.options.maxMessages === undefined) return open;
		const stateOf = (target: Target) => outcomes.all.get(target)?.state;
		// What the logs show in a first try was sent by other executions
		const looked = this.run.isRetry ? fresh : [];
		quota.count(keysOf([...recalled.keys(), ...looked].filter((target) => stateOf(target) === 'accepted')));
		this.reserved = [...unresolved, ...looked.filter((target) => stateOf(target) === 'unknown'), ...open];
		const reservation = quota.reserve(keysOf(this.reserved));
		this.excess = reservation.excess;
		const failure = usedUp(reservation, this.run.options.maxMessages);
		for (const target of open) if (!this.allows(target)) outcomes.leaveUnsent(target, failure, undefined, false);
		return open.filter((target) => this.allows(target));
	}

	/** Whether the target may be sent, or sent again. */
	allows({ key }: Target): boolean {
		return !this.excess.has(key);
	}

	/** Gives back the room of what was certainly not accepted. */
	settle(): void {
		const inState = (...states: Array<Outcome['state'] | undefined>) =>
			keysOf(this.reserved.filter((target) => states.includes(this.outcomes.all.get(target)?.state)));
		this.quota.release(inState('refused', 'notSent'));
		// The logs may show some for which there was no room
		this.quota.count(inState('accepted'));
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

const keysOf = (targets: Target[]) => targets.map(({ key }) => key);
