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
	 * Reserves room for all that is about to be sent; what there is no room for stays unsent.
	 * @returns those of `fresh` that may be sent
	 */
	reserve({ fresh, unresolved, recalled }: PlannedTargets): Target[] {
		const { outcomes, quota } = this;
		// What the logs show in a first try was sent by other executions
		const sentBefore = [...recalled.keys(), ...(this.run.isRetry ? fresh : [])];
		quota.count(keysOf(sentBefore.filter((target) => mayBeAccepted(outcomes.all.get(target)))));
		const open = fresh.filter((target) => outcomes.isOpen(target));
		this.reserved = [...unresolved, ...open];
		const reservation = quota.reserve(keysOf(this.reserved));
		this.excess = reservation.excess;
		if (reservation.excess.size === 0) return open;
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
		const may = (target: Target) => mayBeAccepted(this.outcomes.all.get(target));
		this.quota.release(keysOf(this.reserved.filter((target) => !may(target))));
		this.quota.count(keysOf(this.reserved.filter((target) => this.outcomes.all.get(target)?.state === 'accepted')));
	}
}

/** Why there is no room. */
export function usedUp({ before, after }: Reservation, maxMessages: number | undefined): ServiceFailure {
	return {
		kind: 'refused',
		message: `Not sent: Maximum Messages allows ${maxMessages} in one execution, and they are used up (${before} before this run, ${after - before} in it)`,
		description: 'Raise Options → Maximum Messages, or send the rest in another execution.',
	};
}

const keysOf = (targets: Target[]) => targets.map(({ key }) => key);

function mayBeAccepted(outcome: Outcome | undefined): boolean {
	return outcome?.state === 'accepted' || outcome?.state === 'unknown';
}
