import { LogHabits } from '../../../nodes/SmsMessaging/fetching/logHabits';
import { LogWalk, type WalkGaps } from '../../../nodes/SmsMessaging/fetching/walkLogs';
import type { TimeRange } from '../../../nodes/SmsMessaging/fetching/timeRange';
import { host } from '../../../nodes/SmsMessaging/service/host';

/** Walks over logs of services that the simulated world does not draw (test/world/logs). */

const START = Date.parse('2030-01-31T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const CALL_MS = 3000;

interface Entry {
	id: number;
	time: number;
}

interface Service {
	order: 'newestFirst' | 'oldestFirst' | 'none';
	cap: number;
	/** Messages that arrive per call. */
	arriving?: number;
	ignored?: string[];
	/** How it compares times, and shows them. */
	compared?: (time: number) => number;
	shown?: (time: number) => number;
}

const iso = (time: number) => new Date(time).toISOString();

async function walk(
	{ order, cap, arriving = 0, ignored = [], compared = (time) => time, shown = (time) => time }: Service,
	times: number[],
	range: TimeRange = {},
): Promise<{ ids: Set<number>; calls: number; gaps: WalkGaps }> {
	let now = START;
	jest.spyOn(host, 'now').mockImplementation(() => now);
	const entries: Entry[] = times.map((time, id) => ({ id, time }));
	const ids = new Set<number>();
	let calls = 0;
	const position = { newestFirst: (a: Entry) => -a.time, oldestFirst: (a: Entry) => a.time, none: scattered }[order];
	const ask = async (query: Array<[string, string]>) => {
		calls++;
		for (let more = 0; more < arriving; more++)
			entries.push({ id: entries.length, time: now + Math.floor((more * CALL_MS) / arriving) });
		now += CALL_MS;
		const bound = (name: string) =>
			Date.parse(ignored.includes(name) ? '' : (query.find(([parameter]) => parameter === name)?.[1] ?? ''));
		const [since, until] = [bound('sentSince'), bound('sentUntil')];
		const value = entries
			.filter(({ time }) => !(compared(time) < since) && !(compared(time) > until))
			.sort((a, b) => position(a) - position(b))
			.slice(0, cap)
			.map(({ id, time }) => ({ messageId: `m${id}`, to: '43660', sentAt: iso(shown(time)) }));
		return { ok: true as const, value };
	};
	const take = ({ messageId }: { messageId?: unknown }) => void ids.add(Number(String(messageId).slice(1)));
	const gaps = await new LogWalk({ ask }, [], range, take, new LogHabits()).run();
	return { ids, calls, gaps };
}

/** A position unrelated to time. */
const scattered = ({ id }: Entry) => Math.imul(id + 1, 0x9e3779b1) >>> 8;

const spread = (count: number) => Array.from({ length: count }, (_, index) => START - HOUR_MS + index * 5000);
const NO_GAPS = { failure: undefined, missing: [], crowded: [], unreadable: [] };

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
	'%s: more messages arrive than an answer holds, and the walk ends',
	async (order) => {
		const { ids, calls, gaps } = await walk({ order, cap: 50, arriving: 60 }, spread(600));
		expect(spread(600).filter((_, id) => !ids.has(id))).toEqual([]);
		expect(calls).toBeLessThan(200);
		expect({ ...gaps, unreadable: [] }).toEqual(NO_GAPS);
	},
);

test.each(
	(['newestFirst', 'oldestFirst', 'none'] as const).flatMap((order) =>
		[['sentSince'], ['sentUntil'], ['sentSince', 'sentUntil']].map((ignored) => ({ order, ignored })),
	),
)('$order, ignores $ignored: a few calls, and what may be missing is named', async ({ order, ignored }) => {
	for (const cap of [50, 1000]) {
		const { calls, gaps } = await walk({ order, cap, arriving: 1, ignored }, spread(300));
		expect(calls).toBeLessThan(20);
		expect(gaps.unreadable).not.toEqual([]);
	}
});

test('whole seconds are shown, and milliseconds compared: messages of the second in which an answer ends come out', async () => {
	const second = START - HOUR_MS;
	const times = Array.from({ length: 100 }, (_, index) => {
		if (index < 40) return second + 60_000 + index * 5000;
		return index < 60 ? second + (index - 40) * 45 : second - index * 1000;
	});
	const shown = (time: number) => Math.floor(time / 1000) * 1000;
	const { ids, calls, gaps } = await walk({ order: 'newestFirst', cap: 50, shown }, times);
	expect(ids.size).toBe(100);
	expect(calls).toBeLessThan(10);
	expect(gaps).toEqual(NO_GAPS);
});

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
	'%s, compares minutes: messages of the first and last minute of the range come out',
	async (order) => {
		const compared = (time: number) => Math.floor(time / 60_000) * 60_000;
		const times = Array.from({ length: 300 }, (_, index) => START - HOUR_MS + index * 4000);
		const range = { since: times[20]!, until: times[290]! };
		const { ids } = await walk({ order, cap: 100, compared }, times, range);
		expect([...ids].sort((a, b) => a - b)).toEqual(times.flatMap((_, id) => (id < 20 || id > 290 ? [] : [id])));
	},
);
