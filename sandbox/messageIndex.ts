import type { SandboxMessage } from './message';

/**
 * Messages by a key. Most keys have one message: an array for each would take more memory than the keys.
 */
export class MessageIndex {
	private readonly entries = new Map<string, SandboxMessage | SandboxMessage[]>();

	/** Number of keys. */
	get size(): number {
		return this.entries.size;
	}

	add(key: string, message: SandboxMessage): void {
		const entry = this.entries.get(key);
		if (entry === undefined) this.entries.set(key, message);
		else if (Array.isArray(entry)) entry.push(message);
		else this.entries.set(key, [entry, message]);
	}

	/** The messages of a key, in the order of addition. */
	get(key: string): readonly SandboxMessage[] {
		const entry = this.entries.get(key);
		if (entry === undefined) return [];
		return Array.isArray(entry) ? entry : [entry];
	}

	/** Removes messages; `keys` are all their keys. */
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

type Entry = Set<SandboxMessage> | number;
type Field = 'from' | 'generalStatus' | 'mcc' | 'mccMnc' | 'applicationId' | 'entityId';

const VALUES: Readonly<Record<Field, (message: SandboxMessage) => string | undefined>> = {
	from: ({ from }) => from,
	generalStatus: ({ status }) => status.groupName,
	mcc: ({ mccMnc }) => mccMnc.slice(0, 3),
	mccMnc: ({ mccMnc }) => mccMnc,
	applicationId: ({ applicationId }) => applicationId,
	entityId: ({ entityId }) => entityId,
};
const FIELDS = Object.keys(VALUES) as Field[];
const NONE: ReadonlySet<SandboxMessage> = new Set();

/**
 * Messages by values that logs can be filtered by and that many messages may share. For a value with more messages than `most`, only
 * their count is kept: a search of all messages soon finds one.
 */
export class SharedValues {
	private readonly entries = new Map(FIELDS.map((field) => [field, new Map<string, Entry>()]));

	constructor(private readonly most: number) {}

	add(message: SandboxMessage, fields: readonly Field[] = FIELDS): void {
		for (const field of fields) {
			const value = VALUES[field](message);
			if (value === undefined) continue;
			const entries = this.entries.get(field)!;
			const entry = entries.get(value);
			if (entry === undefined) entries.set(value, new Set([message]));
			else if (typeof entry === 'number') entries.set(value, entry + 1);
			else if (entry.add(message).size > this.most) entries.set(value, entry.size);
		}
	}

	/** Removes a message. Its values must not have changed since it was added. */
	remove(message: SandboxMessage, fields: readonly Field[] = FIELDS): void {
		for (const field of fields) {
			const value = VALUES[field](message);
			if (value === undefined) continue;
			const entries = this.entries.get(field)!;
			const entry = entries.get(value)!;
			if (entry === 1) entries.delete(value);
			else if (typeof entry === 'number') entries.set(value, entry - 1);
			else if (entry.delete(message) && entry.size === 0) entries.delete(value);
		}
	}

	/** The messages with the rarest of these values; undefined without values, or if each has too many. */
	rarest(values: Partial<Record<Field, string>>): Iterable<SandboxMessage> | undefined {
		return FIELDS.filter((field) => values[field] !== undefined)
			.map((field) => this.entries.get(field)!.get(values[field]!) ?? NONE)
			.filter((entry) => typeof entry !== 'number')
			.sort((a, b) => a.size - b.size)[0];
	}

	clear(): void {
		for (const entries of this.entries.values()) entries.clear();
	}
}

/** Removes messages from a list in place. */
export function removeFrom(list: SandboxMessage[], messages: ReadonlySet<SandboxMessage>): void {
	let kept = 0;
	for (const message of list) if (!messages.has(message)) list[kept++] = message;
	list.length = kept;
}
