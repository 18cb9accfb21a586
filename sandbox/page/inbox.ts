import * as control from './control';
import { Listing } from './listing';
import { keyOf, type Catalogue, type Conversation, type Message } from './model';

export interface Filter {
	text: string;
	status: string;
}

const NO_FILTER: Filter = { text: '', status: '' };
/** What arrives within this time is drawn at once, in milliseconds. */
const DRAW_EVERY = 50;
/** After the last key of a search, in milliseconds. */
const SEARCH_AFTER = 150;

/** All that the page shows. It tells its one listener when something has changed. */
export class Inbox {
	connection: 'connecting' | 'live' | 'lost' = 'connecting';
	/** By number, the one with the latest message last. */
	conversations = new Map<string, Conversation>();
	loaded = false;
	filter = NO_FILTER;
	/** Messages of all numbers that match the filter; undefined without one. */
	found?: Listing;
	/** The conversation that is open. */
	thread?: Listing;
	/** Key of the message whose details are open. */
	selected?: string;
	catalogue: Catalogue = { statuses: [], errors: [] };
	/** What went wrong last, and what a screen reader says. */
	problem = '';
	announcement = '';
	openedBy: 'keyboard' | 'pointer' = 'pointer';
	private drawing: ReturnType<typeof setTimeout> | undefined;
	private searching: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly draw: () => void) {}

	start(): void {
		control.follow({
			opened: () => {
				this.connection = 'live';
				this.attempt(this.reload());
			},
			lost: () => this.change({ connection: 'lost' }),
			message: (message) => this.take(message),
			cleared: () => this.forget(),
		});
	}

	get filtering(): boolean {
		return this.filter.text !== '' || this.filter.status !== '';
	}

	get to(): string | undefined {
		return this.thread?.query.to;
	}

	get total(): number {
		let total = 0;
		for (const { count } of this.conversations.values()) total += count;
		return total;
	}

	get message(): Message | undefined {
		const key = this.selected;
		return key === undefined ? undefined : (this.thread?.find(key) ?? this.found?.find(key));
	}

	/** Opens a conversation, and in it a message, or neither. */
	open(to: string | undefined, selected?: string): void {
		this.selected = selected;
		if (to === undefined) this.thread = undefined;
		else if (to !== this.to) this.thread = this.listing(this.threadQuery(to));
		this.changed();
	}

	search(filter: Filter): void {
		this.filter = filter;
		this.changed();
		clearTimeout(this.searching);
		this.searching = setTimeout(() => this.list(), SEARCH_AFTER);
	}

	/** Whether the text of the filter is part of that number. */
	findsNumber(to: string): boolean {
		const digits = this.filter.text.replace(/[\s+()-]/g, '');
		return digits !== '' && to.includes(digits);
	}

	loadMore(listing: Listing): void {
		this.attempt(listing.load());
	}

	/** Runs what a button stands for, and says what came of it. */
	async act(action: () => Promise<void>, done: string): Promise<void> {
		try {
			await action();
			this.change({ problem: '', announcement: done });
		} catch (error) {
			this.change({ problem: (error as Error).message });
		}
	}

	change(fields: Partial<Pick<Inbox, 'connection' | 'problem' | 'announcement'>>): void {
		Object.assign(this, fields);
		this.changed();
	}

	private attempt(work: Promise<void>): void {
		work.catch((error: Error) => this.change({ problem: error.message }));
	}

	/** Loads the lists anew. */
	private list(): void {
		this.found = this.filtering ? this.listing({ ...this.filter }) : undefined;
		if (this.to !== undefined) this.thread = this.listing(this.threadQuery(this.to));
		this.changed();
	}

	private threadQuery(to: string): control.MessageQuery {
		return { ...this.filter, to, ...(this.findsNumber(to) && { text: '' }) };
	}

	private listing(query: control.MessageQuery): Listing {
		const listing = new Listing(query, () => this.changed());
		this.loadMore(listing);
		return listing;
	}

	/** Reads everything anew: something may have happened while nobody was listening. */
	private async reload(): Promise<void> {
		const [all, catalogue] = await Promise.all([control.conversations(), control.catalogue()]);
		this.catalogue = catalogue;
		this.conversations = new Map(all.reverse().map((conversation) => [conversation.to, conversation]));
		this.loaded = true;
		this.problem = '';
		this.list();
	}

	private take(message: Message): void {
		this.thread?.take(message);
		this.found?.take(message);
		const known = this.conversations.get(message.to);
		if (known && keyOf(known.latest) === keyOf(message)) known.latest = message;
		else if (isNew(message, known)) {
			// The last of a Map is the one that was set last
			this.conversations.delete(message.to);
			this.conversations.set(message.to, { to: message.to, count: (known?.count ?? 0) + 1, latest: message });
			this.announcement = `New message to ${message.to}`;
		}
		this.changed();
	}

	private forget(): void {
		this.conversations.clear();
		this.list();
	}

	private changed(): void {
		this.drawing ??= setTimeout(() => {
			this.drawing = undefined;
			this.draw();
		}, DRAW_EVERY);
	}
}

/** Whether a message that changed was not counted yet: it has just begun, and after the latest that is known. */
function isNew({ history, acceptedAt }: Message, known: Conversation | undefined): boolean {
	return known === undefined || (history.length === 1 && new Date(acceptedAt) >= new Date(known.latest.acceptedAt));
}
