import fc from 'fast-check';

import type { LogGap } from '../../../nodes/SmsMessaging/logs/rangeReading';
import { LogReader } from '../../../nodes/SmsMessaging/logs/logReader';
import { contains, type TimeRange } from '../../../nodes/SmsMessaging/logs/timeRange';
import type { Transport } from '../../../nodes/SmsMessaging/service/client';
import { host } from '../../../nodes/SmsMessaging/service/host';

const NOW = Date.parse('2030-01-31T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** A service by the contract (docs/service-contract.md), unless it has a fault. */
interface Service {
	order: 'newestFirst' | 'oldestFirst' | 'none';
	since: 'inclusive' | 'exclusive';
	until: 'inclusive' | 'exclusive';
	cap: number;
	fault?: { kind: 'fails' | 'ignoresTimes'; fromCall: number };
}
/** Messages sent from this long ago on, within so many milliseconds. */
interface Burst {
	ago: number;
	count: number;
	withinMs: number;
}

beforeEach(() => void jest.spyOn(host, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const sentAtOf = (bursts: Burst[]) =>
	bursts.flatMap(({ ago, count, withinMs }) =>
		Array.from({ length: count }, (_, index) => NOW - ago - Math.floor((index * withinMs) / count)),
	);

function transportOf(service: Service, times: number[]) {
	let calls = 0;
	const positions = times.map((_, index) => Math.imul(index + 1, 0x9e3779b1) >>> 8);
	const transport: Transport = async ({ query = [] }) => {
		const { fault } = service;
		const isFaulty = fault !== undefined && calls++ >= fault.fromCall;
		if (fault === undefined) calls++;
		if (isFaulty && fault.kind === 'fails') return { answered: true, status: 400, body: '{}' };
		const asked = new Map(query);
		const bound = (name: string) => {
			const text = isFaulty ? undefined : asked.get(name);
			return text === undefined ? undefined : Date.parse(text.replace('+0000', 'Z'));
		};
		const [since = -Infinity, until = Infinity] = [bound('sentSince'), bound('sentUntil')];
		const sign = { newestFirst: -1, oldestFirst: 1, none: 0 }[service.order];
		const results = times
			.map((sentAt, id) => ({ id, sentAt }))
			.filter(({ sentAt }) => (service.since === 'inclusive' ? sentAt >= since : sentAt > since))
			.filter(({ sentAt }) => (service.until === 'inclusive' ? sentAt <= until : sentAt < until))
			.sort((a, b) => sign * (a.sentAt - b.sentAt) || positions[a.id]! - positions[b.id]!)
			.slice(0, Math.min(service.cap, Number(asked.get('limit') ?? 50)))
			.map(({ id, sentAt }) => ({
				messageId: `id-${id}`,
				sentAt: new Date(sentAt).toISOString().replace('Z', '+0000'),
			}));
		return { answered: true, status: 200, body: JSON.stringify({ results }) };
	};
	return { transport, calls: () => calls };
}

async function read(service: Service, times: number[], range: TimeRange, limits: { mostCalls?: number } = {}) {
	const { transport, calls } = transportOf(service, times);
	const taken: number[] = [];
	const reader = new LogReader(transport, { patienceMs: 0, ...limits }, undefined);
	const gaps = await reader.read(range, [], ({ messageId }) => taken.push(Number(String(messageId).slice(3))));
	return { gaps, taken, calls: calls() };
}

const inAnyGap = (gaps: LogGap[], time: number) => gaps.some((gap) => contains(gap, time));
const countAt = (times: number[], time: number) => times.filter((one) => one === time).length;

const bursts = fc.array(
	fc.record({
		ago: fc.oneof(fc.integer({ min: -60_000, max: 50 * HOUR_MS }), fc.integer({ min: 0, max: 5000 })),
		count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 })),
		withinMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 40 * HOUR_MS })),
	}),
	{ maxLength: 8 },
);
const bound = fc.constantFrom('inclusive' as const, 'exclusive' as const);
const service: fc.Arbitrary<Service> = fc.record({
	order: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const, 'none' as const),
	since: bound,
	until: bound,
	cap: fc.oneof(fc.integer({ min: 50, max: 120 }), fc.constantFrom(500, 1000)),
});
const instant = fc.option(
	fc.integer({ min: 0, max: 49 * HOUR_MS }).map((ago) => NOW - ago),
	{ nil: undefined },
);
const range = fc
	.tuple(instant, instant)
	.map(
		([a, b]): TimeRange =>
			a !== undefined && b !== undefined ? { since: Math.min(a, b), until: Math.max(a, b) } : { since: a, until: b },
	);
const faulty = fc.record({
	kind: fc.constantFrom('fails' as const, 'ignoresTimes' as const),
	fromCall: fc.nat(6),
});

test('every entry of the range is read once, or lies in a gap; no other entry is read', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.tuple(service, fc.option(faulty, { nil: undefined })).map(([one, fault]) => ({ ...one, fault })),
			bursts,
			range,
			async (one, some, asked) => {
				const times = sentAtOf(some);
				const { gaps, taken } = await read(one, times, asked);
				expect(taken).toHaveLength(new Set(taken).size);
				expect(taken.filter((id) => !contains(asked, times[id]!))).toEqual([]);
				const came = new Set(taken);
				const missing = times.filter((time, id) => contains(asked, time) && !came.has(id));
				expect(missing.filter((time) => !inAnyGap(gaps, time))).toEqual([]);
			},
		),
		{ numRuns: 200 },
	);
});

test('with a service that keeps the contract, only crowded milliseconds are gaps, and few calls are needed', async () => {
	await fc.assert(
		fc.asyncProperty(service, bursts, range, async (one, some, asked) => {
			const times = sentAtOf(some);
			const { gaps, calls } = await read(one, times, asked);
			for (const gap of gaps) {
				expect([gap.why, gap.since]).toEqual(['crowded', gap.until]);
				expect(countAt(times, gap.since!)).toBeGreaterThanOrEqual(50);
			}
			// The node asks for a millisecond more on both sides
			const { since = -Infinity, until = Infinity } = asked;
			const within = times.filter((time) => contains({ since: since - 1, until: until + 1 }, time)).length;
			expect(calls).toBeLessThanOrEqual(within < 50 ? 1 : 10 + 4 * (within / one.cap) + 70 * some.length);
		}),
		{ numRuns: 200 },
	);
});

const evenly = (place: number) => place * 46 * HOUR_MS;
const inBursts = (place: number) => Math.floor(place * 20) * 2.3 * HOUR_MS + ((place * 20) % 1) * 60_000;

test.each([
	['spread evenly, newest first', evenly, 'newestFirst', 1.5],
	['spread evenly, in no order', evenly, 'none', 1.6],
	['in 20 bursts of a minute, newest first', inBursts, 'newestFirst', 7],
	['in 20 bursts of a minute, in no order', inBursts, 'none', 17],
] as const)('entries %s: limited calls per full answer', async (_, agoOf, order, most) => {
	const times = Array.from({ length: 20_000 }, (__, index) => NOW - HOUR_MS - Math.floor(agoOf(index / 20_000)));
	const { gaps, taken, calls } = await read({ order, since: 'inclusive', until: 'inclusive', cap: 1000 }, times, {});
	expect(gaps).toEqual([]);
	expect(new Set(taken).size).toBe(20_000);
	expect(calls / 20).toBeLessThanOrEqual(most);
});

test('after the maximum of calls, the rest is a gap', async () => {
	const times = sentAtOf([{ ago: HOUR_MS, count: 5000, withinMs: 40 * HOUR_MS }]);
	const plain: Service = { order: 'newestFirst', since: 'inclusive', until: 'inclusive', cap: 100 };
	const { gaps, taken, calls } = await read(plain, times, {}, { mostCalls: 20 });
	expect(calls).toBe(20);
	expect(gaps).toEqual([expect.objectContaining({ why: 'failed', since: undefined })]);
	expect(times.every((time, id) => taken.includes(id) || inAnyGap(gaps, time))).toBe(true);
});
