import type { Answer } from '../sending/service';
import type { Answering } from '../sending/network';

/** A service whose logs are read. It shares no code with the package or the sandbox: its nature alone decides what it does. */

export type FilterName = 'generalStatus' | 'mcc' | 'from' | 'bulkId';

export interface LogsNature {
	order: 'newestFirst' | 'oldestFirst' | 'bySecond' | 'none' | 'otherEachTime';
	/** Whether an entry exactly at the bound belongs to the range. */
	since: 'inclusive' | 'exclusive';
	until: 'inclusive' | 'exclusive';
	/** How it compares times: exactly, with bounds cut to seconds, or entirely in seconds. */
	compares: 'ms' | 'secondBounds' | 'seconds';
	/** Maximum entries per answer, used in rotation. */
	caps: number[];
	/** What it does with a filter: apply it, ignore it, or find nothing with it. */
	filters: Record<FilterName, 'known' | 'ignored' | 'hides'>;
	numericIds: boolean;
	hasIds: boolean;
	groupNames: 'upper' | 'lower' | 'absent';
}

/** How an entry shows when it was sent. */
export type Shown = 'asPromised' | 'zoned' | 'iso' | 'withoutOffset' | 'number' | 'absent';

/** An entry as stored by the service. */
export interface LogEntry {
	/** Serves as the entry's name, and is its number. */
	to: string;
	sentAt: number;
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

const GROUP_IDS: Record<string, number> = {
	ACCEPTED: 0,
	PENDING: 1,
	UNDELIVERABLE: 2,
	DELIVERED: 3,
	EXPIRED: 4,
	REJECTED: 5,
};
export const GROUPS = Object.keys(GROUP_IDS);

const second = (time: number) => Math.floor(time / 1000) * 1000;

/** Whether an answer tells the node when the entry was sent. */
export const isTimed = ({ shown }: LogEntry) => shown === 'asPromised' || shown === 'zoned' || shown === 'iso';
export const groupAt = ({ group, deliveredAt }: LogEntry, now: number) => (now >= deliveredAt ? 'DELIVERED' : group);

export class LogsService implements Answering {
	private answers = 0;

	constructor(
		private readonly nature: LogsNature,
		readonly entries: LogEntry[],
		private readonly random: () => number,
	) {}

	send = (): Answer => ({ status: 405, body: {} });
	reject = this.send;

	read(query: URLSearchParams, now: number): Answer {
		const { order, caps } = this.nature;
		const there = this.entries.filter((entry) => entry.addedAt <= now && this.matches(entry, query, now));
		const rank = new Map(
			there.map((entry, index) => [
				entry,
				order === 'otherEachTime' ? this.random() : order === 'none' || order === 'bySecond' ? scattered(entry) : index,
			]),
		);
		const sign = order === 'newestFirst' || order === 'bySecond' ? -1 : order === 'oldestFirst' ? 1 : 0;
		const time = ({ sentAt }: LogEntry) => (order === 'bySecond' ? second(sentAt) : sentAt);
		const ordered = there.toSorted((a, b) => sign * (time(a) - time(b)) || rank.get(a)! - rank.get(b)!);
		const cap = caps[this.answers++ % caps.length]!;
		const all = ordered.flatMap((entry) => Array.from({ length: entry.copies }, () => entry));
		return {
			status: 200,
			body: {
				results: all.slice(0, Math.min(cap, Number(query.get('limit') ?? 50))).map((entry) => this.shown(entry, now)),
			},
		};
	}

	/** @param query without times it asks for everything */
	matches(entry: LogEntry, query: URLSearchParams, now: number): boolean {
		const { since, until, compares, filters } = this.nature;
		const sentAt = compares === 'seconds' ? second(entry.sentAt) : entry.sentAt;
		const bound = (name: string) => {
			const text = query.get(name);
			if (text === null) return undefined;
			const instant = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
			return compares === 'ms' ? instant : second(instant);
		};
		const [from, to] = [bound('sentSince') ?? -Infinity, bound('sentUntil') ?? Infinity];
		if (since === 'inclusive' ? sentAt < from : sentAt <= from) return false;
		if (until === 'inclusive' ? sentAt > to : sentAt >= to) return false;
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

function shownTime({ sentAt, shown }: LogEntry): object {
	const iso = new Date(sentAt).toISOString();
	if (shown === 'absent') return {};
	if (shown === 'number') return { sentAt };
	if (shown === 'iso') return { sentAt: iso };
	if (shown === 'withoutOffset') return { sentAt: iso.slice(0, -1) };
	if (shown === 'zoned') return { sentAt: `${new Date(sentAt + 2 * 3_600_000).toISOString().slice(0, -1)}+0200` };
	return { sentAt: `${iso.slice(0, -1)}+0000` };
}

/** A position unrelated to time. */
function scattered({ to }: LogEntry): number {
	return Math.imul(Number(to.slice(-6)) + 1, 0x9e3779b1) >>> 8;
}
