import { partnerOf, plainNumber, type SandboxMessage } from './message';
import type { Settings } from './options';

/** Numbers whose phones have written STOP, and not START since. */
export class OptOuts {
	private readonly numbers = new Set<string>();

	/** @param kept messages of an earlier run, in order */
	constructor(
		private readonly settings: Pick<Settings, 'optOuts'>,
		kept: readonly SandboxMessage[],
	) {
		for (const message of kept) if (message.isIncoming) this.note(message);
	}

	/** Reads a message from a phone. */
	note(message: SandboxMessage): void {
		const word = message.text?.trim().toUpperCase();
		if (word === 'STOP') this.numbers.add(partnerOf(message));
		if (word === 'START') this.numbers.delete(partnerOf(message));
	}

	/** Whether messages to this number are rejected. */
	has(to: string): boolean {
		return this.settings.optOuts && this.numbers.has(plainNumber(to));
	}
}
