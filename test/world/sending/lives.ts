import fc from 'fast-check';

import { clockSettings, defined, onError, rare, record, sometimes, weighted, withUniqueIds } from '../draw';
import type { End } from '../execution';
import { delayMs, otherAnswer, plan, someStatus, statusAnswer, truthful } from '../faults';
import type { Change, Life, Row, Version } from './life';
import type { Body, Fault } from './network';
import {
	ODD_SECRET,
	REFUSED_NUMBER_END,
	REFUSED_TEXT_START,
	REJECTED_NUMBER_END,
	type EarlierMessage,
} from './service';

/** Random lives: mostly small, with few numbers, texts and IDs, which coincide. Everything shrinks to the ordinary case. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const SEND_BODIES: Body[] = ['right', 'cut', 'html', 'empty', 'missing', 'shuffled'];
const LOOK_BODIES: Body[] = ['right', 'cut', 'html', 'empty', 'shuffled'];

const sendFault: fc.Arbitrary<Fault> = fc
	.record({
		acts: fc.oneof(fc.constantFrom('all', 'none'), fc.integer({ min: 1, max: 4 }), fc.constant('rejects')),
		answer: fc.oneof(statusAnswer(someStatus, SEND_BODIES), otherAnswer),
		delayMs,
	})
	.map(truthful);

/** Answers that ask to wait, to requests under way at once. */
const tooMany: fc.Arbitrary<Fault> = fc.record({
	acts: fc.constant('none'),
	answer: fc.record({
		kind: fc.constant('status'),
		status: fc.constant(429),
		body: fc.constant('html'),
		retryAfter: fc.constantFrom('1', '3', '30'),
	}),
	delayMs,
});

const lookFault: fc.Arbitrary<Fault> = fc.record({
	acts: fc.constant('all'),
	answer: fc.oneof(statusAnswer(someStatus, LOOK_BODIES), otherAnswer),
	delayMs,
});

/** Longer than the node waits for an answer. */
const lateMs = fc.constantFrom(80_000, 200_000);
const lateAnswer: fc.Arbitrary<Fault['answer']> = fc.oneof(
	fc.constantFrom<Fault['answer']>({ kind: 'never' }, { kind: 'lost' }),
	fc.constant<Fault['answer']>({ kind: 'status', status: 504, body: 'html' }),
);

/** A request that the service takes late. */
const late: fc.Arbitrary<Fault> = fc.record({ acts: fc.constant('all'), lateMs, answer: lateAnswer, delayMs });

/** Mostly the plan itself; otherwise the first or second request is taken late. */
const withLate = (sends: fc.Arbitrary<Array<Fault | undefined>>): fc.Arbitrary<Array<Fault | undefined>> =>
	fc
		.tuple(sends, rare(late, 6), sometimes(0, fc.constant(1)))
		.map(([faults, other, at]) =>
			other === undefined
				? faults
				: Array.from({ length: Math.max(faults.length, at + 1) }, (_, index) => (index === at ? other : faults[index])),
		);

const number = weighted(
	[24, fc.integer({ min: 0, max: 7 }).map((index) => `4366000000${10 + index}`)],
	[2, fc.constant(`43660000000${REJECTED_NUMBER_END}`)],
	[1, fc.constant(`43660000000${REFUSED_NUMBER_END}`)],
);
const text = weighted(
	[12, fc.integer({ min: 0, max: 4 }).map((index) => `Text ${index}`)],
	[1, fc.constant(`${REFUSED_TEXT_START} text`)],
);
/** One life in this many has hundreds or thousands of items. */
const RARELY_LARGE = 2000;
const hex = fc.integer({ min: 0, max: 4 }).map((index) => `48 65 6c 0${index}`);
const ownId = fc.constantFrom('own-1', 'own-2', 'own-3', 'own-4', 'own-5');

/** What rows may have. */
interface Has {
	ownIds: boolean;
	senders: boolean;
}

const sender = fc.constantFrom(undefined, 'Acme', 'Shop');

function row(content: fc.Arbitrary<string>, has: Has): fc.Arbitrary<Row> {
	return fc
		.record(
			{
				destinations: fc.array(
					fc
						.record(
							{ to: number, messageId: has.ownIds ? rare(ownId, 2) : fc.constant(undefined) },
							{ requiredKeys: ['to'] },
						)
						.map(defined),
					{ minLength: 1, maxLength: 3 },
				),
				content,
				from: has.senders ? sender : fc.constant(undefined),
				sendAt: rare(fc.constant('2026-02-01T08:00:00Z'), 12),
				bulkId: rare(fc.constantFrom('bulk-of-mine', 'another'), 12),
			},
			{ requiredKeys: ['destinations', 'content'] },
		)
		.map(defined);
}

function change(content: fc.Arbitrary<string>, has: Has): fc.Arbitrary<Change> {
	const at = fc.nat(20);
	return fc.oneof(
		fc.record({ kind: fc.constant('remove'), at }),
		fc.record({ kind: fc.constant('moveToEnd'), at }),
		fc.record({ kind: fc.constant('content'), at, content }),
		fc.record({ kind: fc.constant('add'), row: row(content, { ...has, ownIds: false }) }),
	);
}

const moment = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(200_000));
const end: fc.Arbitrary<End> = weighted(
	[4, fc.constant<End>({ kind: 'itself' })],
	[3, fc.record({ kind: fc.constant('crash'), afterSends: fc.nat(4), afterMs: moment })],
	[1, fc.record({ kind: fc.constant('stop'), afterMs: moment })],
);

export const nature: fc.Arbitrary<Life['nature']> = record<Life['nature']>({
	checksIds: fc.boolean(),
	rejectedUseUpIds: fc.boolean(),
	namesFaults: fc.boolean(),
	earlier: fc.constant<EarlierMessage[]>([]),
	echoesKey: sometimes(false, fc.constant(true), 11),
	key: rare(fc.constant(ODD_SECRET), 6),
	clockOffMs: sometimes(0, fc.constantFrom(-5 * MINUTE_MS, 5 * MINUTE_MS)),
	form: fc.record({
		accepted: sometimes<'PENDING' | 'ACCEPTED'>('PENDING', fc.constant('ACCEPTED')),
		rejected: sometimes<Life['nature']['form']['rejected']>('REJECTED', fc.constantFrom('UNDELIVERABLE', 'FAILED')),
		rejectedHaveIds: sometimes(true, fc.constant(false)),
	}),
	logs: fc.record({
		lagMs: sometimes(0, fc.constantFrom(300, 3000, 40_000, 10 ** 9)),
		order: fc.constantFrom('newestFirst', 'oldestFirst', 'none'),
		cap: sometimes(1000, fc.constantFrom(50, 51, 100)),
		knowsLists: sometimes(true, fc.constant(false)),
		bulkIds: sometimes<'ours' | 'ofSeveral'>('ours', fc.constant('ofSeveral')),
		hidesScheduled: fc.boolean(),
		showRejected: sometimes(false, fc.constant(true)),
		ofAllVersions: fc.boolean(),
		later: fc.constantFrom('DELIVERED', 'UNDELIVERABLE'),
	}),
});

/** An earlier message with the ID of one of the rows. */
interface SameBefore extends Pick<EarlierMessage, 'end'> {
	of: number;
	/** Whether the user gave the ID to a message to somebody else. */
	isToAnother?: true;
	bulkId?: string;
	agoMs: number;
}

const sameBefore = fc.array(
	record<SameBefore>({
		of: fc.nat(20),
		isToAnother: rare(fc.constant(true), 6),
		bulkId: fc.constantFrom('n8n-5e8c03-e50-0123abcd-0-1', 'campaign-7', undefined),
		agoMs: fc.constantFrom(MINUTE_MS, HOUR_MS, 20 * HOUR_MS),
		end: fc.constantFrom('DELIVERED', 'UNDELIVERABLE'),
	}),
	{ minLength: 1, maxLength: 2 },
);

const ANOTHER = '436609999999';

/** What the service was sent before the life, according to its rows. */
function earlierOf(rounds: Row[][], all: SameBefore[]): EarlierMessage[] {
	const sent = rounds
		.flat()
		.flatMap(({ destinations }) => destinations.flatMap(({ to, messageId }) => (messageId ? [{ to, messageId }] : [])));
	if (sent.length === 0) return [];
	return all.map(({ of, isToAnother, ...rest }) => ({
		...sent[of % sent.length]!,
		...(isToAnother && { to: ANOTHER }),
		...rest,
	}));
}

export const version = fc.constantFrom<Version>('1', '3', '2');

/** n8n's clock may be set; together with the service's, the contract allows a quarter of an hour. */
const skews = clockSettings(8, fc.nat(20_000), 0, 5 * MINUTE_MS);

const optionsOf = ({ ownIds }: Has) =>
	record<Life['options']>({
		messagesPerRequest: fc.constantFrom(100, 1, 2, 5),
		requestsAtOnce: fc.constantFrom(1, 2, 5),
		patience: fc.constantFrom(5, 60, 0, 1),
		lookUpTime: fc.constantFrom(1, 15, 0),
		messageIds: sometimes<Life['options']['messageIds']>('node', fc.constant('own'), ownIds ? 1 : 6),
		ifUnclear: fc.constantFrom('sendAgain', 'report'),
		sameNumber: sometimes<'send' | 'skip'>('send', fc.constant('skip'), 5),
		skipNumbers: rare(fc.uniqueArray(number, { minLength: 1, maxLength: 3 }), 6),
		defersAll: rare(fc.constant(true), 12),
		maxMessages: rare(fc.integer({ min: 1, max: 12 }), 6),
	});

/** A row that differs from another in its sender, or not at all. */
const twin = fc.record({ of: fc.nat(20), from: fc.constantFrom(undefined, 'Acme', 'Shop') });
type Twin = typeof twin extends fc.Arbitrary<infer T> ? T : never;

function withTwins(rows: Row[], twins: Twin[]): Row[] {
	const others = twins.map(({ of, from }): Row => {
		const { from: _, ...rest } = rows[of % rows.length]!;
		return { ...rest, ...defined({ from }) };
	});
	return [...rows, ...others];
}

/** Repeats the rows, each time to other numbers, until there are as many as wanted. */
function enlarged(rounds: Row[][], size: number): Row[][] {
	return rounds.map((rows) =>
		Array.from({ length: Math.ceil(size / rows.length) }, (_, copy) =>
			rows.map((row) => ({
				...row,
				destinations: row.destinations.map(({ to, ...rest }) => ({
					...rest,
					to: to.replace(/^43660000/, `4366${String(copy).padStart(4, '0')}`),
				})),
			})),
		).flat(),
	);
}

/** Gives each destination that has none an ID of the user, as Yours, Each Sent Once wants it. It refuses what is scheduled. */
function withOwnIds<T extends Pick<Life, 'rounds' | 'retries' | 'options'>>(life: T): T {
	let count = 0;
	const named = ({ sendAt: _, ...one }: Row): Row => ({
		...one,
		// An item in which a number occurs twice cannot say which ID was sent
		destinations: [...new Map(one.destinations.map((destination) => [destination.to, destination])).values()].map(
			(destination) => ({ messageId: `own-each-${++count}`, ...destination }),
		),
	});
	const { defersAll: _, ...options } = life.options;
	return {
		...life,
		options,
		rounds: life.rounds.map((rows) => rows.map(named)),
		retries: life.retries.map((retry) => ({
			...retry,
			changes: retry.changes.flatMap((one) => {
				if (one.kind !== 'add') return one;
				// Each round would get the row, and its ID be used twice
				return life.rounds.length > 1 ? [] : { ...one, row: named(one.row) };
			}),
		})),
	};
}

export function lives(): fc.Arbitrary<Life> {
	return fc
		.record({
			operation: sometimes<Life['operation']>('sendText', fc.constant('sendBinary')),
			hasOwnIds: sometimes(false, fc.constant(true)),
			senders: sometimes(false, fc.constant(true), 5),
			twins: rare(fc.array(twin, { minLength: 1, maxLength: 2 }), 5),
			most: fc.constantFrom(3, 6, 20),
			hangs: rare(fc.constant(true), 16),
		})
		.chain(({ operation, most, hangs, senders, hasOwnIds, twins = [] }) => {
			const has = { ownIds: hasOwnIds, senders };
			const content = operation === 'sendText' ? text : hex;
			const rows = fc.array(row(content, has), { minLength: 1, maxLength: most }).map((some) => withTwins(some, twins));
			const rounds = weighted([6, rows.map((one) => [one])], [1, fc.array(rows, { minLength: 2, maxLength: 3 })]);
			const size = hangs ? rare(fc.constantFrom(100, 300), 6) : rare(fc.constantFrom(300, 1000, 3000), RARELY_LARGE);
			return fc
				.record({
					nature,
					sameBefore: hasOwnIds ? sometimes<SameBefore[]>([], sameBefore, 1) : fc.constant<SameBefore[]>([]),
					faults: fc.record({
						sends: weighted([15, withLate(plan(sendFault))], [1, fc.array(tooMany, { minLength: 2, maxLength: 4 })]),
						looks: sometimes<Array<Fault | undefined>>([], plan(lookFault), 2),
					}),
					operation: fc.constant(operation),
					options: optionsOf(has),
					version,
					onError,
					tries: sometimes(1, fc.constantFrom(2, 3), 2),
					rounds: fc
						.tuple(rounds, size)
						.map(([some, wanted]) => withUniqueIds(wanted === undefined ? some : enlarged(some, wanted))),
					end,
					retries: fc.array(
						fc.record({
							of: sometimes<'latest' | 'first'>('latest', fc.constant('first')),
							changes: fc.array(change(content, has), { maxLength: 3 }),
							afterMs: sometimes(0, fc.constant(49 * HOUR_MS), 8),
							version: rare(version, 8),
							end,
						}),
						{ maxLength: 3 },
					),
					isSubWorkflow: sometimes(false, fc.constant(true), 15),
					savesProgress: fc.boolean(),
					skews,
					seed: fc.nat(),
				})
				.map(({ sameBefore: same, ...drawn }) => ({
					same,
					life: drawn.options.messageIds === 'own' ? withOwnIds(drawn) : drawn,
				}))
				.map(({ same, life }) => ({
					...life,
					nature: {
						...life.nature,
						earlier: earlierOf(life.rounds, same),
						logs: { ...life.nature.logs, ...(hangs && { hangs }) },
					},
				}));
		});
}
