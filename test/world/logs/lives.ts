import fc from 'fast-check';

import { version } from '../sending/lives';
import { defined, onError, rare, sometimes, weighted } from '../draw';
import type { End } from '../execution';
import { delayMs, otherAnswer, statusAnswer } from '../faults';
import type { Body, Fault } from '../sending/network';
import { bulkIdOf, senderOf, type Cluster, type Life, type Question } from './life';
import { GROUPS, type LogsNature } from './service';

/** Random lives: mostly small, with even smaller answers, so that one never holds all entries. Everything shrinks to the ordinary case. */

const HOUR_MS = 3_600_000;
const BODIES: Body[] = ['right', 'cut', 'html', 'empty'];

const status = fc.oneof(
	// Not 204, which says that there is nothing
	fc.constantFrom(200, 201, 202, 207, 400, 401, 404, 429, 429, 429, 500, 502, 503),
	fc.integer({ min: 205, max: 999 }),
);
const fault: fc.Arbitrary<Fault> = fc.record({
	acts: fc.constant('all'),
	answer: weighted([2, statusAnswer(status, BODIES)], [1, otherAnswer]),
	delayMs,
});

/** Mostly none, otherwise a few in between, sometimes one kind starting at some call. */
const faults: fc.Arbitrary<Array<Fault | undefined>> = weighted(
	[5, fc.constant<Array<Fault | undefined>>([])],
	[3, fc.array(rare(fault, 3), { maxLength: 12 })],
	[
		1,
		fc
			.record({ one: fault, from: fc.nat(8) })
			.map(({ one, from }) => Array.from({ length: 400 }, (_, index) => (index < from ? undefined : one))),
	],
);

/** Answers hold 50 entries or more; most lives have a few times as many. */
const SIZES = [
	{ weight: 60, clusters: 20, count: 10, caps: fc.integer({ min: 50, max: 70 }) },
	{ weight: 30, clusters: 50, count: 12, caps: fc.integer({ min: 50, max: 120 }) },
	{ weight: 10, clusters: 400, count: 2, caps: fc.integer({ min: 50, max: 70 }) },
	{ weight: 1, clusters: 60, count: 60, caps: fc.constantFrom(333, 499, 500, 999, 1000) },
];

const ago = fc.integer({ min: 60_000, max: 40 * HOUR_MS });

/** Far apart, or all within a second or a few milliseconds. */
function instants(most: number): fc.Arbitrary<number[]> {
	const some = (instant: fc.Arbitrary<number>) => fc.array(instant, { maxLength: most, size: 'max' });
	const within = (ms: number) =>
		fc
			.record({ base: ago, offsets: some(fc.nat(ms)) })
			.map(({ base, offsets }) => offsets.map((offset) => base + offset));
	return weighted(
		[5, some(ago)],
		[1, some(fc.integer({ min: 60, max: 144_000 }).map((seconds) => 1000 * seconds))],
		[2, fc.tuple(within(1500), within(20_000)).map(([a, b]) => [...a, ...b].slice(0, most))],
		[1, within(4)],
	);
}

function clustersOf({ clusters, count }: { clusters: number; count: number }): fc.Arbitrary<Cluster[]> {
	const counts = weighted(
		[3, fc.constant(1)],
		[2, fc.integer({ min: 1, max: count })],
		[1, fc.integer({ min: 1, max: 4 * count })],
	);
	return weighted(
		[
			12,
			instants(clusters).chain((times) =>
				fc.tuple(...times.map((ago) => counts.map((size) => ({ ago, count: size })))),
			),
		],
		// Everything at one instant
		[1, fc.tuple(fc.record({ ago, count: fc.integer({ min: 1, max: clusters * count }) }))],
	);
}

const bounds = fc.constantFrom('inclusive', 'exclusive');

function natureOf(cap: fc.Arbitrary<number>): fc.Arbitrary<LogsNature> {
	return fc.record({
		order: fc.constantFrom('newestFirst', 'oldestFirst', 'none'),
		keeps: sometimes<LogsNature['keeps']>('first', fc.constantFrom('last', 'any'), 3),
		since: bounds,
		until: bounds,
		cap,
		ignoresFrom: sometimes(false, fc.constant(true), 6),
		ignoresStatus: sometimes(false, fc.constant(true), 6),
		ignoresLimit: sometimes(false, fc.constant(true), 6),
		isZoned: sometimes(false, fc.constant(true), 6),
	});
}

/** Bounds exactly at the instant of an entry, or near it. */
function questionsOf(clusters: Cluster[]): fc.Arbitrary<Question[]> {
	const near =
		clusters.length === 0
			? fc.constant(HOUR_MS)
			: fc
					.record({
						at: fc.constantFrom(...clusters.map(({ ago }) => ago)),
						off: fc.constantFrom(0, 0, 1, -1, 300, -300, 5000),
					})
					.map(({ at, off }) => at + off);
	const bound = weighted([4, near], [1, fc.integer({ min: 0, max: 60 * HOUR_MS })]);
	const used = <T>(value: fc.Arbitrary<T>, inCases: number) => rare(fc.constant(value), inCases);
	return fc
		.record({
			from: used(fc.nat(2).map(senderOf), 5),
			bulkId: used(fc.nat(3).map(bulkIdOf), 5),
			generalStatus: used(fc.constantFrom(...GROUPS), 8),
			sinceAgo: used(bound, 3),
			untilAgo: used(bound, 3),
		})
		.chain((filters) => {
			const question: fc.Arbitrary<Question> = fc
				.record(defined(filters) as { [Key in keyof Question]: fc.Arbitrary<Question[Key]> })
				.map(inOrder);
			return weighted(
				[5, question.map((one) => [one])],
				[
					1,
					fc
						.record({ one: question, count: fc.integer({ min: 2, max: 4 }) })
						.map(({ one, count }) => Array.from({ length: count }, () => one)),
				],
				[1, fc.array(question, { minLength: 2, maxLength: 4 })],
			);
		});
}

/** Sent Since is never after Sent Until: that is a faulty item. */
function inOrder(question: Question): Question {
	const { sinceAgo, untilAgo } = question;
	const isReversed = sinceAgo !== undefined && untilAgo !== undefined && sinceAgo < untilAgo;
	return isReversed ? { ...question, sinceAgo: untilAgo, untilAgo: sinceAgo } : question;
}

const end = sometimes<End>(
	{ kind: 'itself' },
	fc.record({ kind: fc.constant('stop'), afterMs: fc.oneof(fc.nat(300), fc.nat(100_000)) }),
	9,
);

export function lives(): fc.Arbitrary<Life> {
	return fc.oneof(
		{ withCrossShrink: true },
		...SIZES.map(({ weight, ...size }) => ({ weight, arbitrary: livesOf(size) })),
	);
}

function livesOf({ caps, ...size }: Omit<(typeof SIZES)[number], 'weight'>): fc.Arbitrary<Life> {
	return clustersOf(size).chain((clusters) =>
		fc.record({
			nature: natureOf(caps),
			version,
			clusters: fc.constant(clusters),
			kinds: fc.record({
				from: fc.constantFrom(1, 3),
				bulkId: fc.constantFrom(1, 4),
				group: fc.constantFrom(1, 6),
			}),
			sentMeanwhile: weighted(
				[20, fc.constant<Life['sentMeanwhile']>([])],
				[
					3,
					fc.array(fc.record({ afterMs: fc.nat(400), count: fc.integer({ min: 1, max: 4 }) }), {
						maxLength: 6,
					}),
				],
				// Continuously
				[
					1,
					fc
						.integer({ min: 1, max: 2 })
						.map((count) => Array.from({ length: 80 }, (_, index) => ({ afterMs: 20 * index, count }))),
				],
			),
			deliveredAfterMs: fc.option(fc.nat(400), { nil: undefined, freq: 1 }),
			faults,
			output: sometimes<Life['output']>('entries', fc.constantFrom('summary', 'summaryHtml'), 5),
			returnAll: sometimes(true, fc.constant(false), 9),
			limit: rare(fc.integer({ min: 1, max: 20 }), 6),
			questions: questionsOf(clusters),
			patience: fc.constantFrom(120, 5, 0),
			onError,
			tries: sometimes(1, fc.constantFrom(2, 3), 4),
			end,
			seed: fc.nat(),
		}),
	);
}
