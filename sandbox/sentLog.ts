import { PLACES } from './logPlaces';
import type { SandboxMessage } from './message';
import { removeFrom } from './messageIndex';
import { matcher, type LogQuery } from './queries';
import { RETENTION_MS } from './retention';

/** The sent messages in the order of sentAt. */
export class SentLog {
	/** Ascending by sentAt. */
	private readonly sent: SandboxMessage[] = [];

	get all(): readonly SandboxMessage[] {
		return this.sent;
	}

	add(message: SandboxMessage, sentAt: number): void {
		message.sentAt = sentAt;
		const last = this.sent.at(-1);
		if (!last || last.sentAt! <= sentAt) this.sent.push(message);
		else
			this.sent.splice(
				firstIndex(this.sent, (time) => time > sentAt),
				0,
				message,
			);
	}

	remove(messages: ReadonlySet<SandboxMessage>): void {
		removeFrom(this.sent, messages);
	}

	clear(): void {
		this.sent.length = 0;
	}

	/**
	 * Messages of the last 48 hours that match, in the requested order, as many as the limit allows; `chosen`: those that may match, if an
	 * index knows them.
	 */
	search(query: LogQuery, now: number, chosen?: Iterable<SandboxMessage>): SandboxMessage[] {
		const since = Math.max(query.sentSince ?? -Infinity, now - RETENTION_MS);
		const until = query.sentUntil ?? Infinity;
		const fits = matcher(query);
		const ascending = chosen
			? Array.from(chosen)
					.filter((message) => message.sentAt !== undefined && fits(message))
					.sort((a, b) => a.sentAt! - b.sentAt! || a.sequence! - b.sequence!)
			: this.sent;
		const first = firstIndex(ascending, (time) => time >= since);
		const count = firstIndex(ascending, (time) => time > until) - first;
		const found: SandboxMessage[] = [];
		const place = PLACES[query.order](count);
		for (let step = 0; step < count && found.length < query.limit; step++) {
			const message = ascending[first + place(step)]!;
			if (fits(message)) found.push(message);
		}
		return found;
	}
}

/** Index of the first message whose time fits (messages ascend by sentAt). */
function firstIndex(ascending: SandboxMessage[], fits: (sentAt: number) => boolean): number {
	let [low, high] = [0, ascending.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (fits(ascending[middle]!.sentAt!)) high = middle;
		else low = middle + 1;
	}
	return low;
}
