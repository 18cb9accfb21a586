import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import { LogHabits } from '../../../nodes/SmsMessaging/fetching/logHabits';
import type { TimeRange } from '../../../nodes/SmsMessaging/fetching/timeRange';
import type { WalkGaps } from '../../../nodes/SmsMessaging/fetching/gaps';
import { LogWalk } from '../../../nodes/SmsMessaging/fetching/walkLogs';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';
import { host } from '../../../nodes/SmsMessaging/service/host';

/** Walks over the logs of a simulated service, without a node around them. */

export const START = Date.parse('2030-01-31T12:00:00.000Z');
export const HOUR_MS = 3_600_000;
export const NO_GAPS = { failure: undefined, missing: [], crowded: [], unreadable: [], unsure: [] };
export const FAILURE: ServiceFailure = { kind: 'unauthorized', message: 'No', description: 'Not now.' };
const CALL_MS = 3000;

interface Entry {
	id: number;
	time: number;
}

type Order = 'newestFirst' | 'oldestFirst' | 'none';

export interface Service {
	/** Of the first calls, if there are several, the last one of all others. */
	order?: Order | Order[];
	/** Entries per answer; several take turns. */
	cap: number | number[];
	/** Messages that arrive per call. */
	arriving?: number;
	ignored?: string[];
	exclusive?: Array<'sentSince' | 'sentUntil'>;
	/** How it compares times, and shows them. */
	compared?: (time: number) => number;
	shown?: (time: number) => number | undefined;
	/** How far its clock is ahead. */
	aheadMs?: number;
	/** Of which messages this call and all after it show nothing, because they have another status, or are gone. */
	hides?: (id: number, call: number) => boolean;
	filters?: 'known' | 'ignored' | 'hides';
	/** Different statuses and senders. */
	kinds?: { statuses: number; senders: number };
	/** The call, counted from 1, that fails, and all after it. */
	failsAt?: number;
}

export interface Walked {
	ids: number[];
	queries: Query[];
	calls: number;
	gaps: WalkGaps;
}

const STATUSES = ['ACCEPTED', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'];
/** A position unrelated to time. */
const scattered = ({ id }: Entry) => Math.imul(id + 1, 0x9e3779b1) >>> 8;
const iso = (time: number) => new Date(time).toISOString();

export async function walk(
	service: Service,
	times: number[],
	range: TimeRange = {},
	{ filters = [] }: { filters?: Query } = {},
): Promise<Walked> {
	const { order = 'newestFirst', cap, arriving = 0, ignored = [], exclusive = [], kinds } = service;
	const { compared = (time) => time, shown = (time) => time, aheadMs = 0, failsAt = Infinity } = service;
	let now = START;
	jest.spyOn(host, 'now').mockImplementation(() => now);
	const entries: Entry[] = times.map((time, id) => ({ id, time }));
	const ids: number[] = [];
	const queries: Query[] = [];
	let calls = 0;
	const positions = { newestFirst: (a: Entry) => -a.time, oldestFirst: (a: Entry) => a.time, none: scattered };
	const answer = (query: Query, isForAll: boolean) => {
		calls++;
		for (let more = 0; more < arriving; more++)
			entries.push({ id: entries.length, time: now + aheadMs + Math.floor((more * CALL_MS) / arriving) });
		now += CALL_MS;
		if (calls > failsAt) throw new Error('Asked again after a failure');
		if (calls === failsAt) return { ok: false as const, failure: FAILURE };
		const valueOf = (name: string) => query.find(([parameter]) => parameter === name)?.[1];
		const bound = (name: string) => Date.parse(ignored.includes(name) ? '' : (valueOf(name) ?? ''));
		const position = positions[typeof order === 'string' ? order : (order[calls - 1] ?? order.at(-1)!)];
		const [since, until] = [bound('sentSince'), bound('sentUntil')];
		const [afterMs, beforeMs] = [exclusive.includes('sentSince') ? 1 : 0, exclusive.includes('sentUntil') ? 1 : 0];
		const most = typeof cap === 'number' ? cap : cap[calls % cap.length]!;
		const groupOf = (id: number) => kinds && STATUSES[id % kinds.statuses];
		const senderOf = (id: number) => kinds && `Sender ${id % kinds.senders}`;
		const [group, from] = isForAll || service.filters === 'ignored' ? [] : [valueOf('generalStatus'), valueOf('from')];
		const isFound = (id: number) =>
			service.filters === 'hides'
				? (group ?? from) === undefined
				: (group === undefined || group === groupOf(id)) && (from === undefined || from === senderOf(id));
		const value = entries
			.filter(({ time }) => !(compared(time) < since + afterMs) && !(compared(time) > until - beforeMs))
			.filter(({ id }) => service.hides?.(id, calls) !== true && isFound(id))
			.sort((a, b) => position(a) - position(b))
			.slice(0, most)
			.map(({ id, time }) => {
				const sentAt = shown(time);
				return {
					messageId: `m${id}`,
					to: '43660',
					...(sentAt !== undefined && { sentAt: iso(sentAt) }),
					...(kinds && { status: { groupName: groupOf(id) }, from: senderOf(id) }),
				};
			});
		return { ok: true as const, value };
	};
	const ask = async (query: Query) => {
		queries.push(query);
		return answer([...filters, ...query], false);
	};
	const askForAll = async () => answer([], true);
	const take = ({ messageId }: { messageId?: unknown }) => void ids.push(Number(String(messageId).slice(1)));
	const isAll = filters.length === 0 && range.since === undefined && range.until === undefined;
	const asking = { ask, ...(!isAll && { askForAll }) };
	const gaps = await new LogWalk(asking, filters, range, take, new LogHabits()).run();
	return { ids, queries, calls, gaps };
}
