import { host } from '../service/host';
import { LogOrder, timesIn, type Direction, type LogPage } from './logPage';
import type { Part } from './logParts';
import type { TimeRange } from './timeRange';

/** What a run's answers reveal about the service's order. */
export interface OrderHabits {
	/** In this order an answer held everything from the bound where it starts, and was cut off at its end. */
	trusted?: Direction;
	/** Answers in order left out more than what lies beyond their end. */
	isMisleading?: boolean;
	/** The service does not keep to times so precisely that asking again would show anything. */
	isUncheckable?: boolean;
}

/** Messages sent this shortly before the walk may reach the logs during it. */
const RECENT_MS = 10_000;

/**
 * Whether the order of answers says what they leave out. An answer may also be sorted after it was cut off, or by when messages were
 * created, which is earlier than they are sent if they are scheduled. So an answer in order is trusted only after its range was asked for
 * again (`check`), and entries came from beyond its end (`learn`).
 */
export class OrderTrust {
	private readonly order = new LogOrder();

	/** @param began when the walk began */
	constructor(
		private readonly habits: OrderHabits,
		private readonly began = host.now(),
	) {}

	/** The only direction seen so far. */
	get seen(): Direction | undefined {
		return this.order.seen;
	}

	/** The order that answers are certainly in; undefined if it is misleading. */
	get sure(): Direction | undefined {
		return this.habits.isMisleading === true ? undefined : this.order.sure;
	}

	/** The order that also says what an answer leaves out. */
	get trusted(): Direction | undefined {
		return this.sure === this.habits.trusted ? this.sure : undefined;
	}

	get isUncheckable(): boolean {
		return this.habits.isUncheckable === true;
	}

	learn({ follows, since = -Infinity, until = Infinity }: Part, page: LogPage): void {
		this.order.learn(page);
		const isBeyond = (time: number | undefined) =>
			time !== undefined && this.isSettled(time) && (follows === 'newestFirst' ? time < until : time > since);
		if (follows === undefined || follows !== this.sure || this.isUncheckable) return;
		if (page.times.some(isBeyond)) this.habits.trusted = follows;
	}

	/**
	 * What asking again for a range shows about an answer in order that covered it.
	 * @param edge the instant where the range ends, which does not come again if bounds are exclusive
	 * @returns 'more' if the answer had left something out, apart from messages sent since; 'tooRecent' if all of it was sent since
	 */
	check(
		range: TimeRange,
		edge: number,
		page: LogPage,
		again: LogPage,
		{ isFull, mayLeave }: { isFull: boolean; mayLeave: boolean },
	): 'more' | 'same' | 'tooRecent' | 'unclear' {
		const [before, now] = [timesIn(page, range), timesIn(again, range)];
		const isMore = (isCounted: (time: number) => boolean) =>
			now.filter(isCounted).length > before.filter(isCounted).length;
		// The edge does not make up for others
		const isLeftOut = isMore((time) => this.isSettled(time)) || isMore((time) => this.isSettled(time) && time !== edge);
		if (isLeftOut) {
			this.habits.isMisleading = true;
			return 'more';
		}
		const isRecent = before.every((time) => time === edge || !this.isSettled(time));
		if (isRecent && isMore((time) => time !== edge)) return 'tooRecent';
		const isShort = !mayLeave && now.length < before.filter((time) => time !== edge).length;
		return isFull || isShort ? 'unclear' : 'same';
	}

	cannotCheck(): void {
		this.habits.isUncheckable = true;
	}

	/** Whether a message sent then was in the logs when the walk began. */
	private isSettled(time: number): boolean {
		return time <= this.began - RECENT_MS;
	}
}
