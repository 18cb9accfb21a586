import type { SandboxMessage } from './store';

/**
 * Messages by a key. Most keys lead to one message: an array for each would take more memory than the keys themselves.
 */
export class MessageIndex {
	private readonly entries = new Map<string, SandboxMessage | SandboxMessage[]>();

	/** How many keys there are. */
	get size(): number {
		return this.entries.size;
	}

	add(key: string, message: SandboxMessage): void {
		const entry = this.entries.get(key);
		if (entry === undefined) this.entries.set(key, message);
		else if (Array.isArray(entry)) entry.push(message);
		else this.entries.set(key, [entry, message]);
	}

	/** The messages of a key, in the order in which they were added. */
	get(key: string): readonly SandboxMessage[] {
		const entry = this.entries.get(key);
		if (entry === undefined) return [];
		return Array.isArray(entry) ? entry : [entry];
	}

	/** Forgets messages; `keys` are all that lead to them. */
	remove(messages: ReadonlySet<SandboxMessage>, keys: ReadonlySet<string>): void {
		for (const key of keys) {
			const kept = this.get(key).filter((message) => !messages.has(message));
			if (kept.length === 0) this.entries.delete(key);
			else this.entries.set(key, kept.length === 1 ? kept[0]! : kept);
		}
	}

	clear(): void {
		this.entries.clear();
	}
}
