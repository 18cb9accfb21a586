import * as control from './control';
import { Listing } from './listing';
import { numberOf, type Catalogue, type Conversation, type Message } from './model';
import { withPlus } from './words';

export interface Filter {
	text: string;
	status: string;
}

const NO_FILTER: Filter = { text: '', status: '' };
/** Changes within this time are drawn together, in milliseconds. */
const DRAW_EVERY = 50;
/** Delay after the last key of a search, in milliseconds. */
const SEARCH_AFTER = 150;
/** Delay before a reload, where events do not carry all changes; in milliseconds. */
const RELOAD_AFTER = 500;

/** The state of the page. Calls `draw` after a change. */
export class Inbox {
	connection: 'connecting' | 'live' | 'lost' = 'connecting';
	/** By number; the one with the latest message comes last. */
	conversations = new Map<string, Conversation>();
	/** Whether there are more numbers to load. */
	moreConversations = false;
	/** Number of messages, and of samples among them; samples are shown on request only. */
	total = 0;
	samples = 0;
	showsSamples = false;
	loaded = false;
	filter = NO_FILTER;
	/** Messages of all numbers that match the filter; undefined without one. */
	found?: Listing;
	/** The conversation that is open. */
	thread?: Listing;
	/** Key of the message whose details are open. */
	selected?: string;
	openedBy: 'keyboard' | 'pointer' = 'pointer';
	catalogue: Catalogue = { statuses: [], errors: [] };
	/** The latest error, and the text for screen readers. */
	problem = '';
	announcement = '';
	private latestKey = 0;
	private nextConversations: string | undefined;
	private drawing: ReturnType<typeof setTimeout> | undefined;
	private searching: ReturnType<typeof setTimeout> | undefined;
	private reloading: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly draw: () => void) {}

	start(): void {
		control.follow({
			opened: () => {
				this.change({ connection: 'live', problem: '' });
				this.attempt(this.reload());
			},
			lost: () => this.change({ connection: 'lost' }),
			message: (message) => this.take(message),
			cleared: () => {
				this.forget();
				this.reloadSoon();
			},
			refresh: () => this.reloadSoon(),
		});
	}

	get filtering(): boolean {
		return this.filter.text !== '' || this.filter.status !== '';
	}

	get to(): string | undefined {
		return this.thread?.query.to;
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
		// In any notation: 0660 123, +43 (0)660 123, 0043 660 123
		const digits = this.filter.text.replace(/\(0\)|[\s+()/.-]/g, '').replace(/^0+/, '');
		return digits !== '' && to.includes(digits);
	}

	/** Shows or hides the samples. */
	toggleSamples(): void {
		this.showsSamples = !this.showsSamples;
		this.list();
		this.attempt(this.reload());
	}

	loadMore(listing: Listing): void {
		this.attempt(listing.load());
	}

	loadMoreConversations(): void {
		const before = this.nextConversations;
		this.nextConversations = undefined;
		if (before === undefined) return;
		this.attempt(
			control.conversations({ before, samples: this.showsSamples }).then(({ conversations, next }) => {
				this.setConversations([...[...this.conversations.values()].reverse(), ...conversations], next);
			}),
		);
	}

	/** Runs the action of a button, and announces the result. */
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
		work.catch((error: Error) => this.change({ problem: error.message })).finally(() => this.changed());
	}

	/** Reloads the lists. */
	private list(): void {
		this.found = this.filtering ? this.listing({ ...this.filter, samples: this.showsSamples }) : undefined;
		if (this.to !== undefined) this.thread = this.listing(this.threadQuery(this.to));
		this.changed();
	}

	private threadQuery(to: string): control.MessageQuery {
		return { ...this.filter, to, ...(this.findsNumber(to) && { text: '' }) };
	}

	private listing(query: control.MessageQuery): Listing {
		const listing = new Listing(query);
		this.loadMore(listing);
		return listing;
	}

	/** Reloads what is shown: some changes come without events. */
	private async reload(): Promise<void> {
		const [{ conversations, next }, { messages: total, samples }, catalogue] = await Promise.all([
			control.conversations({ samples: this.showsSamples }),
			control.count(),
			control.catalogue(),
			this.thread?.refresh(),
			this.found?.refresh(),
		]);
		Object.assign(this, { total, samples, catalogue, loaded: true });
		this.latestKey = Number(conversations[0]?.latest.key ?? 0);
		this.setConversations(conversations, next);
	}

	private reloadSoon(): void {
		this.reloading ??= setTimeout(() => {
			this.reloading = undefined;
			this.attempt(this.reload());
		}, RELOAD_AFTER);
	}

	/** Newest first, as the sandbox lists them. */
	private setConversations(conversations: Conversation[], next: string | undefined): void {
		this.nextConversations = next;
		this.moreConversations = next !== undefined;
		this.conversations = new Map(
			conversations.map((conversation) => [conversation.to, conversation] as const).reverse(),
		);
	}

	private take(message: Message): void {
		this.thread?.take(message);
		if (message.sample && !this.showsSamples) return this.changed();
		this.found?.take(message);
		const to = numberOf(message);
		const known = this.conversations.get(to);
		if (known?.latest.key === message.key) known.latest = message;
		else if (Number(message.key) > this.latestKey) {
			this.latestKey = Number(message.key);
			this.total++;
			// The last of a Map is the one that was set last
			this.conversations.delete(to);
			this.conversations.set(to, { to, count: (known?.count ?? 0) + 1, latest: message });
			this.announcement = `New message ${message.direction === 'incoming' ? 'from' : 'to'} ${withPlus(to)}`;
			// It may have older messages
			if (!known && this.moreConversations) this.reloadSoon();
		}
		this.changed();
	}

	private forget(): void {
		this.conversations.clear();
		this.total = this.samples = 0;
		this.list();
	}

	private changed(): void {
		this.drawing ??= setTimeout(() => {
			this.drawing = undefined;
			this.draw();
		}, DRAW_EVERY);
	}
}
