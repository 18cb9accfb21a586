import * as control from './control';
import { keyOf, numberOf, type Message } from './model';

/** Messages that match a query: the newest are loaded first, older ones on request. */
export class Listing {
	/** Oldest first. */
	messages: Message[] = [];
	/** Whether there are older ones. */
	more = true;
	private loading = false;
	/** One read at a time: a page is requested only after the one before has been loaded. */
	private reads: Promise<unknown> = Promise.resolve();
	private readonly places = new Map<string, number>();
	private next: string | undefined;
	/** Messages that arrived while a page was loading: the page may be out of date. */
	private readonly meanwhile: Message[] = [];

	constructor(readonly query: control.MessageQuery) {}

	/** Loads the next older page. Rejects with the sandbox's error text. */
	async load(): Promise<void> {
		await this.read(async () => {
			if (!this.more) return;
			const page = await control.messages({ ...this.query, before: this.next });
			const older = page.messages.filter(({ key }) => !this.places.has(key)).reverse();
			this.set([...older, ...this.messages], page.next);
		});
	}

	/** Reloads all loaded messages, after missed events. */
	async refresh(): Promise<void> {
		await this.read(async () => {
			const wanted = this.messages.length;
			const read: Message[] = [];
			let next: string | undefined;
			do {
				const page = await control.messages({ ...this.query, before: next });
				read.push(...page.messages);
				next = page.next;
			} while (next !== undefined && read.length < wanted);
			this.set(read.reverse(), next);
		});
	}

	find(key: string): Message | undefined {
		const place = this.places.get(key);
		return place === undefined ? undefined : this.messages[place];
	}

	/** Adds or updates a message. One that no longer matches stays: somebody may be reading it. */
	take(message: Message): void {
		if (this.loading) this.meanwhile.push(message);
		const place = this.places.get(message.key);
		if (place !== undefined) this.messages[place] = message;
		else if (this.isNewest(message) && this.matches(message)) {
			this.places.set(message.key, this.messages.push(message) - 1);
		}
	}

	private read(work: () => Promise<void>): Promise<void> {
		const result = this.reads.then(async () => {
			this.loading = true;
			try {
				await work();
			} catch (error) {
				this.more = false;
				throw error;
			} finally {
				this.loading = false;
				for (const message of this.meanwhile.splice(0)) this.take(message);
			}
		});
		this.reads = result.catch(() => undefined);
		return result;
	}

	private set(messages: Message[], next: string | undefined): void {
		this.next = next;
		this.more = next !== undefined;
		// One that arrived while a page was read may belong between its messages
		this.messages = messages.sort((one, other) => Number(one.key) - Number(other.key));
		this.places.clear();
		messages.forEach((message, place) => this.places.set(keyOf(message), place));
	}

	/** Others belong to pages that are not loaded yet. */
	private isNewest({ key }: Message): boolean {
		const last = this.messages.at(-1);
		return last === undefined || Number(key) > Number(last.key);
	}

	/** Matches as the sandbox does. */
	private matches(message: Message): boolean {
		const { to, text, status } = this.query;
		const part = text?.toLowerCase() ?? '';
		const { text: content, binary, from, messageId, callbackData } = message;
		return (
			(to === undefined || to === numberOf(message)) &&
			(!status || status === message.status.groupName) &&
			[content, binary?.hex, from, messageId, callbackData].some(
				(value) => part === '' || value?.toLowerCase().includes(part),
			)
		);
	}
}
