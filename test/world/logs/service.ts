import type { Answer } from '../sending/service';
import type { Answering } from '../sending/network';

/** A service whose logs are read. It shares no code with the package or the sandbox: its nature alone decides what it does. */

export type FilterName = 'generalStatus' | 'mcc' | 'from' | 'bulkId';

export interface LogsNature {
	order:
		| 'newestFirst'
		| 'oldestFirst'
		| 'bySecond'
		/** By when messages were created, which is earlier than they are sent if they are scheduled. */
		| 'newestCreatedFirst'
		| 'oldestCreatedFirst'
		| 'none'
		| 'otherEachTime';
	/** Which entries it keeps if there are too many for one answer: the first in its order, the last, or any. */
	keeps: 'first' | 'last' | 'any';
	/** Whether an entry exactly at the bound belongs to the range. */
	since: 'inclusive' | 'exclusive';
	until: 'inclusive' | 'exclusive';
	/** How it compares times: exactly, with bounds cut to seconds, or entirely in seconds. */
	compares: 'ms' | 'secondBounds' | 'seconds';
	/** Maximum entries per answer, used in rotation. */
	caps: number[];
	/** What it does with a filter: apply it, ignore it, or find nothing with it. */
	filters: Record<FilterName, 'known' | 'ignored' | 'hides'>;
	/** Whether it ignores the times and the limit it is asked for. */
	ignoresRange: boolean;
	ignoresLimit: boolean;
	/** The highest limit that it accepts; it refuses any other. */
	highestLimit: number;
	/** How it says that there are no entries. */
	nothing: Nothing;
	numericIds: boolean;
	hasIds: boolean;
	groupNames: 'upper' | 'lower' | 'absent';
	/** Whether it stores and compares times more precisely than it shows them. */
	isFiner: boolean;
}

/** Ways to say that there is nothing. */
export type Nothing = 'list' | 'null' | '204';

export function resultsAnswer(results: unknown[], nothing: Nothing): Answer {
	if (results.length > 0 || nothing === 'list') return { status: 200, body: { results } };
	return nothing === 'null' ? { status: 200, body: { results: null } } : { status: 204, body: {} };
}

/** How an entry shows when it was sent. */
export type Shown = 'asPromised' | 'zoned' | 'iso' | 'withoutOffset' | 'number' | 'absent';

/** An entry as stored by the service. */
export interface LogEntry {
	/** The entry's number, which also serves as its name. */
	to: string;
	sentAt: number;
	/** A part of a millisecond, which the service stores and compares, but does not show. */
	fraction: number;
	createdAt: number;
	shown: Shown;
	from: string;
	bulkId: string;
	group: string;
	mccMnc: string;
	/** How often it is listed in the logs. */
	copies: number;
	/** Since the start of the life, in milliseconds. */
	addedAt: number;
	/** From this time on it is DELIVERED, whatever it was before. */
	deliveredAt: number;
}

export interface GivenAnswer {
	query: URLSearchParams;
	entries: LogEntry[];
	isCut: boolean;
}

const GROUP_IDS: Record<string, number> = {
	ACCEPTED: 0,
	PENDING: 1,
	UNDELIVERABLE: 2,
	DELIVERED: 3,
	EXPIRED: 4,
	REJECTED: 5,
};
export const GROUPS = Object.keys(GROUP_IDS);

const SIGNS: Record<LogsNature['order'], number> = {
	newestFirst: -1,
	oldestFirst: 1,
	bySecond: -1,
	newestCreatedFirst: -1,
	oldestCreatedFirst: 1,
	none: 0,
	otherEachTime: 0,
};

const second = (time: number) => Math.floor(time / 1000) * 1000;

/** Whether an answer tells the node when the entry was sent. */
export const isTimed = ({ shown }: LogEntry) => shown === 'asPromised' || shown === 'zoned' || shown === 'iso';
export const isByCreation = (order: LogsNature['order']) =>
	order === 'newestCreatedFirst' || order === 'oldestCreatedFirst';
export const groupAt = ({ group, deliveredAt }: LogEntry, now: number) => (now >= deliveredAt ? 'DELIVERED' : group);

export class LogsService implements Answering {
	readonly given: GivenAnswer[] = [];

	constructor(
		private readonly nature: LogsNature,
		readonly entries: LogEntry[],
		private readonly random: () => number,
	) {}

	send = (): Answer => ({ status: 405, body: {} });
	reject = this.send;

	read(query: URLSearchParams, now: number): Answer {
		if (Number(query.get('limit') ?? 0) > this.nature.highestLimit)
			return { status: 400, body: { requestError: { serviceException: { text: 'Limit too high' } } } };
		const { order, keeps, caps, ignoresLimit } = this.nature;
		const there = this.entries.filter((entry) => entry.addedAt <= now && this.matches(entry, query, now));
		const rank = new Map(
			there.map((entry, index) => [
				entry,
				order === 'otherEachTime' ? this.random() : order === 'none' || order === 'bySecond' ? scattered(entry) : index,
			]),
		);
		const ordered = there.toSorted(
			(a, b) => SIGNS[order] * (time(a, order) - time(b, order)) || rank.get(a)! - rank.get(b)!,
		);
		const cap = Math.min(
			caps[this.given.length % caps.length]!,
			ignoresLimit ? Infinity : Number(query.get('limit') ?? 50),
		);
		const all = ordered.flatMap((entry) => Array.from({ length: entry.copies }, () => entry));
		const entries = kept(all, cap, keeps);
		this.given.push({ query, entries, isCut: all.length > cap });
		const results = entries.map((entry) => this.shown(entry, now));
		return resultsAnswer(results, this.nature.nothing);
	}

	/** @param query without times it asks for everything */
	matches(entry: LogEntry, query: URLSearchParams, now: number): boolean {
		const { since, until, compares, filters, ignoresRange } = this.nature;
		const sentAt = compares === 'seconds' ? second(entry.sentAt) : entry.sentAt + entry.fraction;
		const bound = (name: string) => {
			const instant = instantOf(query.get(name));
			return instant === undefined || compares === 'ms' ? instant : second(instant);
		};
		const [from, to] = [bound('sentSince') ?? -Infinity, bound('sentUntil') ?? Infinity];
		if (!ignoresRange && (since === 'inclusive' ? sentAt < from : sentAt <= from)) return false;
		if (!ignoresRange && (until === 'inclusive' ? sentAt > to : sentAt >= to)) return false;
		const passes = (name: FilterName, value: string) => {
			const wanted = query.get(name);
			return (
				wanted === null ||
				filters[name] === 'ignored' ||
				(filters[name] === 'known' && wanted.split(',').includes(value))
			);
		};
		return (
			passes('generalStatus', groupAt(entry, now)) &&
			passes('mcc', entry.mccMnc.slice(0, 3)) &&
			(filters.mcc !== 'known' || (query.get('mnc') ?? entry.mccMnc.slice(3)) === entry.mccMnc.slice(3)) &&
			passes('from', entry.from) &&
			passes('bulkId', entry.bulkId)
		);
	}

	private shown(entry: LogEntry, now: number): object {
		const { numericIds, hasIds, groupNames } = this.nature;
		const { to, from, bulkId, mccMnc } = entry;
		const group = groupAt(entry, now);
		const groupName = groupNames === 'lower' ? group.toLowerCase() : group;
		return {
			bulkId,
			...(hasIds && { messageId: numericIds ? Number(to) : `message-${to}` }),
			to,
			from,
			text: 'Hello',
			...shownTime(entry),
			smsCount: 1,
			mccMnc,
			status: {
				groupId: GROUP_IDS[group],
				...(groupNames !== 'absent' && { groupName }),
				id: 5,
				name: `${group}_SOMEHOW`,
			},
		};
	}
}

export function instantOf(text: string | null): number | undefined {
	return text === null ? undefined : Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

function shownTime({ sentAt, shown }: LogEntry): object {
	const iso = new Date(sentAt).toISOString();
	if (shown === 'absent') return {};
	if (shown === 'number') return { sentAt };
	if (shown === 'iso') return { sentAt: iso };
	if (shown === 'withoutOffset') return { sentAt: iso.slice(0, -1) };
	if (shown === 'zoned') return { sentAt: `${new Date(sentAt + 2 * 3_600_000).toISOString().slice(0, -1)}+0200` };
	return { sentAt: `${iso.slice(0, -1)}+0000` };
}

/** The time that determines the order. */
function time({ sentAt, fraction, createdAt }: LogEntry, order: LogsNature['order']): number {
	if (order === 'bySecond') return second(sentAt);
	return isByCreation(order) ? createdAt : sentAt + fraction;
}

/** As many as one answer may have, in the order they were in. */
function kept(ordered: LogEntry[], cap: number, keeps: LogsNature['keeps']): LogEntry[] {
	if (keeps === 'first') return ordered.slice(0, cap);
	if (keeps === 'last') return ordered.slice(Math.max(0, ordered.length - cap));
	const indexes = ordered
		.map((entry, index) => ({ index, position: scattered(entry) }))
		.toSorted((a, b) => a.position - b.position || a.index - b.index)
		.slice(0, cap)
		.map(({ index }) => index);
	return indexes.toSorted((a, b) => a - b).map((index) => ordered[index]!);
}

/** A position unrelated to time. */
function scattered({ to }: LogEntry): number {
	return Math.imul(Number(to.slice(-6)) + 1, 0x9e3779b1) >>> 8;
}
