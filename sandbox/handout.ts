import type { SandboxMessage } from './message';
import { isPast } from './retention';

/** Messages that wait to be fetched (a report, or a received message itself), oldest first. Each is handed out once. */
export class Handout {
	private readonly waiting = new Set<SandboxMessage>();

	/** @param changed is told of each message that no longer waits */
	constructor(private readonly changed: (message: SandboxMessage) => void) {}

	get count(): number {
		return this.waiting.size;
	}

	add(message: SandboxMessage): void {
		message.reportWaits = true;
		this.waiting.add(message);
	}

	/** Removes a message that the store drops. */
	remove(message: SandboxMessage): void {
		this.waiting.delete(message);
	}

	clear(): void {
		this.waiting.clear();
	}

	/** Hands out messages that fit, by default of all that wait. Those older than 48 hours are dropped. */
	take(
		limit: number,
		now: number,
		fits: (message: SandboxMessage) => boolean = () => true,
		chosen: Iterable<SandboxMessage> = this.waiting,
	): SandboxMessage[] {
		const taken: SandboxMessage[] = [];
		for (const message of chosen) {
			if (taken.length >= limit) break;
			if (!this.waiting.has(message)) continue;
			const isOld = isPast(message, now);
			if (!isOld && !fits(message)) continue;
			this.waiting.delete(message);
			message.reportWaits = undefined;
			this.changed(message);
			if (!isOld) taken.push(message);
		}
		return taken;
	}
}
