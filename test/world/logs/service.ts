import type { Answer } from '../sending/service';
import type { Answering } from '../sending/network';

/** A service whose logs are read (docs/quality/natures.md). It shares no code with the package or the sandbox: its nature alone decides what it does. */

export interface LogsNature {
	order: 'newestFirst' | 'oldestFirst' | 'none';
	/** Which entries it keeps if there are too many for one answer: the first in its order, the last, or any. */
	keeps: 'first' | 'last' | 'any';
	/** Whether an entry exactly at the bound belongs to the range. */
	since: 'inclusive' | 'exclusive';
	until: 'inclusive' | 'exclusive';
	/** Maximum entries per answer. */
	cap: number;
	/** Whether it ignores these filters, or the limit. */
	ignoresFrom: boolean;
	ignoresStatus: boolean;
	ignoresLimit: boolean;
	/** Whether it shows times with the offset of a time zone. */
	isZoned: boolean;
}

/** An entry as stored by the service. */
export interface LogEntry {
	/** The entry's number, which also serves as its name. */
	to: string;
	sentAt: number;
	from: string;
	bulkId: string;
	group: string;
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

const SIGNS: Record<LogsNature['order'], number> = { newestFirst: -1, oldestFirst: 1, none: 0 };

export const groupAt = ({ group, deliveredAt }: LogEntry, now: number) => (now >= deliveredAt ? 'DELIVERED' : group);

export class LogsService implements Answering {
	constructor(
		private readonly nature: LogsNature,
		readonly entries: LogEntry[],
	) {}

	read(query: URLSearchParams, now: number): Answer {
		const { order, keeps, ignoresLimit } = this.nature;
		const ordered = this.entries
			.filter((entry) => entry.addedAt <= now && this.matches(entry, query, now))
			.toSorted((a, b) => SIGNS[order] * (a.sentAt - b.sentAt) || scattered(a) - scattered(b));
		const cap = Math.min(this.nature.cap, ignoresLimit ? Infinity : Number(query.get('limit') ?? 50));
		const results = kept(ordered, cap, keeps).map((entry) => this.shown(entry, now));
		return { status: 200, body: { results } };
	}

	private matches(entry: LogEntry, query: URLSearchParams, now: number): boolean {
		const { since, until, ignoresFrom, ignoresStatus } = this.nature;
		const from = instantOf(query.get('sentSince')) ?? -Infinity;
		const to = instantOf(query.get('sentUntil')) ?? Infinity;
		if (since === 'inclusive' ? entry.sentAt < from : entry.sentAt <= from) return false;
		if (until === 'inclusive' ? entry.sentAt > to : entry.sentAt >= to) return false;
		const passes = (name: string, value: string) => [null, value].includes(query.get(name));
		return (
			passes('bulkId', entry.bulkId) &&
			(ignoresFrom || passes('from', entry.from)) &&
			(ignoresStatus || passes('generalStatus', groupAt(entry, now)))
		);
	}

	private shown(entry: LogEntry, now: number): object {
		const { to, from, bulkId, sentAt } = entry;
		const group = groupAt(entry, now);
		const wallClock = new Date(sentAt + (this.nature.isZoned ? 2 * 3_600_000 : 0)).toISOString().slice(0, -1);
		return {
			bulkId,
			messageId: `message-${to}`,
			to,
			from,
			text: 'Hello',
			sentAt: `${wallClock}${this.nature.isZoned ? '+0200' : '+0000'}`,
			smsCount: 1,
			mccMnc: '23201',
			status: { groupId: GROUP_IDS[group], groupName: group, id: 5, name: `${group}_SOMEHOW` },
		};
	}
}

function instantOf(text: string | null): number | undefined {
	return text === null ? undefined : Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

/** As many as one answer may have, in the order they were in. */
function kept(ordered: LogEntry[], cap: number, keeps: LogsNature['keeps']): LogEntry[] {
	if (keeps === 'first') return ordered.slice(0, cap);
	if (keeps === 'last') return ordered.slice(Math.max(0, ordered.length - cap));
	const chosen = new Set(ordered.toSorted((a, b) => scattered(a) - scattered(b)).slice(0, cap));
	return ordered.filter((entry) => chosen.has(entry));
}

/** A position unrelated to time. */
function scattered({ to }: LogEntry): number {
	return Math.imul(Number(to.slice(-6)) + 1, 0x9e3779b1) >>> 8;
}
