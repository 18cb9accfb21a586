import * as control from './control';
import { keyOf, type Message } from './model';

/** Messages that match a query, of which the newest are loaded, and older ones on request. */
export class Listing {
	/** Oldest first. */
	messages: Message[] = [];
	loading = false;
	/** Whether there are older ones. */
	more = true;
	private readonly places = new Map<string, number>();
	private next: string | undefined;

	constructor(
		readonly query: control.MessageQuery,
		private readonly changed: () => void,
	) {}

	/** Loads the next older page. Rejects with what the sandbox says is wrong. */
	async load(): Promise<void> {
		if (this.loading || !this.more) return;
		this.loading = true;
		try {
			const page = await control.messages({ ...this.query, before: this.next });
			this.next = page.next;
			this.more = page.next !== undefined;
			const older = page.messages.filter((message) => !this.places.has(keyOf(message))).reverse();
			this.messages = [...older, ...this.messages];
			this.messages.forEach((message, place) => this.places.set(keyOf(message), place));
		} catch (error) {
			this.more = false;
			throw error;
		} finally {
			this.loading = false;
			this.changed();
		}
	}

	find(key: string): Message | undefined {
		const place = this.places.get(key);
		return place === undefined ? undefined : this.messages[place];
	}

	/** Takes a message that is new or has changed. One that no longer matches stays: it is being looked at. */
	take(message: Message): void {
		const key = keyOf(message);
		const place = this.places.get(key);
		if (place !== undefined) this.messages[place] = message;
		else if (this.matches(message)) this.places.set(key, this.messages.push(message) - 1);
	}

	private matches({ to, text = '', status }: Message): boolean {
		const { query } = this;
		return (
			(query.to === undefined || query.to === to) &&
			(!query.text || text.toLowerCase().includes(query.text.toLowerCase())) &&
			(!query.status || query.status === status.groupName)
		);
	}
}
