import fc from 'fast-check';

import { clockSettings, defined, earlierMessages, rare, sometimes } from '../draw';
import type { End } from '../execution';
import { delayMs, noAnswer, otherAnswer, plan, someStatus, statusAnswer } from '../faults';
import type { Change, Life, Row } from './life';
import { provesNothingAccepted, type Body, type Fault } from './network';
import { ODD_SECRET } from './secrets';
import {
	REFUSED_NUMBER_END,
	REFUSED_TEXT_START,
	REJECTED_NUMBER_END,
	type ChangeWithin,
	type EarlierMessage,
} from './service';

/** Random lives: mostly small, with few numbers, texts and IDs, which coincide. Everything shrinks to the ordinary case. */

const HOUR_MS = 3_600_000;

const SEND_BODIES: Body[] = [
	'right',
	'cut',
	'html',
	'empty',
	'list',
	'echo',
	'otherCharset',
	'missing',
	'added',
	'shuffled',
	'twice',
	'contrary',
	'swapped',
];
const LOOK_BODIES: Body[] = ['right', 'cut', 'html', 'empty', 'list', 'echo', 'otherCharset', 'shuffled'];

/** @param isHonest whether answers that prove that nothing was accepted are always true */
function sendFault(isHonest: boolean): fc.Arbitrary<Fault> {
	return fc
		.record({
			acts: fc.oneof(
				fc.constantFrom('all' as const, 'none' as const),
				fc.integer({ min: 1, max: 4 }),
				fc.constant('rejects' as const),
			),
			answer: fc.oneof(statusAnswer(someStatus, SEND_BODIES), otherAnswer),
			delayMs,
		})
		.map((fault): Fault => {
			const { answer } = fault;
			if (answer.kind === 'refused') return { ...fault, acts: 'none' };
			return isHonest && answer.kind === 'status' && provesNothingAccepted(answer.status)
				? { ...fault, acts: 'none' }
				: fault;
		});
}

const lookFault: fc.Arbitrary<Fault> = fc.record({
	acts: fc.constant('all' as const),
	answer: fc.oneof(statusAnswer(someStatus, LOOK_BODIES), otherAnswer),
	delayMs,
});

/** Longer than the node waits for an answer. */
const lateMs = fc.constantFrom(80_000, 200_000);
const lateAnswer: fc.Arbitrary<Fault['answer']> = fc.oneof(
	fc.constantFrom<Fault['answer']>({ kind: 'never' }, { kind: 'lost' }),
	fc.constant<Fault['answer']>({ kind: 'status', status: 504, body: 'html' }),
);
const rightAnswer: Fault['answer'] = { kind: 'status', status: 200, body: 'right' };

/** A request that the service takes late, or that arrives twice. */
const arrival: fc.Arbitrary<Fault> = fc
	.oneof(
		fc.record({
			acts: fc.constant('all' as const),
			arrivesTwice: fc.constant(true),
			answer: sometimes(rightAnswer, noAnswer),
			delayMs,
		}),
		fc.record({ acts: fc.constant('all' as const), lateMs, answer: lateAnswer, delayMs }),
	)
	.map((fault): Fault => (fault.answer.kind === 'refused' ? { ...fault, answer: { kind: 'lost' } } : fault));

/** Mostly the plan itself; otherwise the first or second request arrives late or twice. */
const withArrival = (sends: fc.Arbitrary<Array<Fault | undefined>>): fc.Arbitrary<Array<Fault | undefined>> =>
	fc
		.tuple(sends, rare(arrival, 6), sometimes(0, fc.constant(1)))
		.map(([faults, other, at]) =>
			other === undefined
				? faults
				: Array.from({ length: Math.max(faults.length, at + 1) }, (_, index) => (index === at ? other : faults[index])),
		);

const number = fc.oneof(
	{ weight: 24, arbitrary: fc.integer({ min: 0, max: 7 }).map((index) => `4366000000${10 + index}`) },
	{ weight: 2, arbitrary: fc.constant(`43660000000${REJECTED_NUMBER_END}`) },
	{ weight: 1, arbitrary: fc.constant(`43660000000${REFUSED_NUMBER_END}`) },
);
/** Texts that services like to change within. */
const changeable: Record<ChangeWithin, (index: number) => string> = {
	codes: (index) => `Your code ${4711 + index} is valid for 5 minutes`,
	links: (index) => `See https://shop.example/order/${index} for details`,
	escaped: (index) => `Tom & Jerry <${index}>`,
};
const changes = Object.keys(changeable) as ChangeWithin[];
const changeableText = (kinds: ChangeWithin[]) =>
	fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 2 })).map(([kind, index]) => changeable[kind](index));

const text = fc.oneof(
	{ weight: 12, arbitrary: fc.integer({ min: 0, max: 4 }).map((index) => `Text ${index}`) },
	{ weight: 2, arbitrary: changeableText(changes) },
	{ weight: 2, arbitrary: fc.constant('Grüße €') },
	{ weight: 1, arbitrary: fc.constant(`${REFUSED_TEXT_START} text`) },
);
/** One life in this many has hundreds or thousands of items. */
const RARELY_LARGE = 2000;
/** For logs that change texts in this way. */
const textsWith = (kind: ChangeWithin) =>
	fc.oneof({ weight: 1, arbitrary: text }, { weight: 4, arbitrary: changeableText([kind]) });
const hex = fc.integer({ min: 0, max: 4 }).map((index) => `48 65 6c 0${index}`);
const ownId = fc.constantFrom('own-1', 'own-2', 'own-3', 'own,4', ' own-5 ');

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
		fc.record({ kind: fc.constant('remove' as const), at }),
		fc.record({ kind: fc.constant('moveToEnd' as const), at }),
		fc.record({ kind: fc.constant('content' as const), at, content }),
		fc.record({ kind: fc.constant('add' as const), row: row(content, has) }),
	);
}

const moment = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(200_000));
const end: fc.Arbitrary<End> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<End>({ kind: 'itself' }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('crash' as const), afterSends: fc.nat(4), afterMs: moment }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), afterMs: moment }) },
);

const naturePlain: fc.Arbitrary<Life['nature']> = fc.record({
	checksIds: fc.boolean(),
	ids: sometimes<Life['nature']['ids']>('ours', fc.constantFrom('own', 'own', 'users')),
	rejectedUseUpIds: fc.boolean(),
	namesFaults: fc.constantFrom('none' as const, 'brackets' as const, 'dots' as const),
	earlier: earlierMessages,
	form: fc.record({
		groupNames: sometimes<Life['nature']['form']['groupNames']>(
			'upper',
			fc.constantFrom('lower', 'absent', 'alone', 'none', 'null'),
		),
		accepted: sometimes<'PENDING' | 'ACCEPTED' | 'DELIVERED'>('PENDING', fc.constantFrom('ACCEPTED', 'DELIVERED')),
		rejected: sometimes<Life['nature']['form']['rejected']>(
			'REJECTED',
			fc.constantFrom('UNDELIVERABLE', 'EXPIRED', 'FAILED', 'FAILED', 'DESCRIBED', 'DESCRIBED'),
		),
		plainStatus: sometimes(false, fc.constant(true), 9),
		textStatusIds: sometimes(false, fc.constant(true)),
		numericIds: sometimes(false, fc.constant(true)),
		hidesIds: sometimes(false, fc.constant(true), 6),
	}),
	logs: fc.record({
		lagMs: sometimes(0, fc.constantFrom(300, 3000, 40_000, 10 ** 9)),
		order: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
		cap: sometimes(1000, fc.constantFrom(1, 7, 50)),
		knowsLists: sometimes(true, fc.constant(false)),
		knowsBulkIds: sometimes(true, fc.constant(false)),
		bulkIds: sometimes<'ours' | 'ofSeveral' | 'own'>('ours', fc.constantFrom('ofSeveral', 'own')),
		texts: sometimes<Life['nature']['logs']['texts']>(
			'same',
			fc.constantFrom('plain', 'cut', 'masked', 'noted', 'longer', 'none'),
		),
		numbers: sometimes<Life['nature']['logs']['numbers']>('same', fc.constantFrom('plus', 'zeros', 'masked')),
		repeats: sometimes(false, fc.constant(true)),
		hidesScheduled: fc.boolean(),
		showRejected: sometimes(false, fc.constant(true)),
		later: fc.constantFrom('DELIVERED' as const, 'UNDELIVERABLE' as const),
	}),
});

/** Sometimes including rare behaviour of services. */
const nature: fc.Arbitrary<Life['nature']> = fc
	.record({
		plain: naturePlain,
		rewrites: rare(
			fc.record({
				how: fc.constantFrom('shorter' as const, 'national' as const, 'longer' as const),
				which: fc.constantFrom('all' as const, 'even' as const),
			}),
			9,
		),
		numbers: rare(fc.constantFrom('masked' as const, 'hidden' as const, 'none' as const), 9),
		highestLimit: rare(fc.constantFrom(100, 50), 9),
		key: rare(fc.constant(ODD_SECRET), 6),
		readsOfList: rare(fc.constantFrom('last' as const, 'first' as const), 4),
		senders: rare(fc.constantFrom('none' as const, 'default' as const), 6),
		timesOffMs: rare(fc.constantFrom(-5 * HOUR_MS, 2 * HOUR_MS, -11 * HOUR_MS), 9),
	})
	.map(({ plain, numbers, highestLimit, readsOfList, senders, timesOffMs, ...others }) => ({
		...plain,
		logs: { ...plain.logs, ...defined({ highestLimit, readsOfList, senders, timesOffMs }) },
		form: { ...plain.form, ...defined({ numbers }) },
		...defined(others),
	}));

/** An earlier message with the ID, number and text of one of the rows. */
interface SameBefore extends Pick<EarlierMessage, 'end'> {
	of: number;
	bulkId?: string;
	agoMs: number;
}

const sameBefore = fc
	.record({
		of: fc.nat(20),
		bulkId: fc.constantFrom('n8n-5e8c03-e50-0123abcd-0-1', 'campaign-7', undefined),
		agoMs: fc.constantFrom(4 * HOUR_MS, 20 * HOUR_MS),
		end: fc.constantFrom('DELIVERED' as const, 'UNDELIVERABLE' as const),
	})
	.map(defined) as fc.Arbitrary<SameBefore>;

/** What the service was sent before the life, according to its rows. */
function earlierOf(rounds: Row[][], same: SameBefore | undefined): EarlierMessage[] {
	const sent = rounds
		.flat()
		.flatMap(({ destinations, content, from }) =>
			destinations.map((destination) => defined({ ...destination, from, text: content })),
		)
		.filter((one): one is typeof one & { messageId: string } => one.messageId !== undefined);
	if (same === undefined || sent.length === 0) return [];
	const { of, ...rest } = same;
	return [{ ...sent[of % sent.length]!, ...rest }];
}

const optionsOf = ({ ownIds }: Has) =>
	fc
		.record({
			messagesPerRequest: fc.constantFrom(100, 1, 2, 5),
			requestsAtOnce: fc.constantFrom(1, 2, 5),
			patience: fc.constantFrom(5, 60, 0, 1),
			lookUpTime: fc.constantFrom(1, 15, 0),
			messageIds: sometimes<'node' | 'service'>('node', fc.constant('service'), ownIds ? 1 : 3),
			ifUnclear: fc.constantFrom('sendAgain' as const, 'report' as const),
			rejectedAs: fc.constantFrom('errors' as const, 'items' as const),
			skipSent: sometimes(false, fc.constant(true)),
			sameNumber: sometimes<'send' | 'skip'>('send', fc.constant('skip'), 5),
			maxMessages: rare(fc.integer({ min: 1, max: 12 }), 6),
		})
		.map(defined) as fc.Arbitrary<Life['options']>;

/** A row that differs from another only in white space, or in its sender and perhaps the user's IDs. */
const twin = fc.record({
	of: fc.nat(20),
	as: fc.constantFrom('spaced', undefined, 'Acme', 'Shop'),
	keepsIds: fc.boolean(),
});
type Twin = typeof twin extends fc.Arbitrary<infer T> ? T : never;

function withTwins(rows: Row[], twins: Twin[], isText: boolean): Row[] {
	const others = twins.map(({ of, as, keepsIds }): Row => {
		const { from, content, ...rest } = rows[of % rows.length]!;
		const destinations = keepsIds ? rest.destinations : rest.destinations.map(({ to }) => ({ to }));
		if (as !== 'spaced') return { ...rest, destinations, content, ...defined({ from: as }) };
		return { ...rest, content: isText ? content.replace(' ', '  ') : content, ...defined({ from }) };
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

/** @param isHonest whether answers that prove that nothing was accepted are always true; otherwise lives may contain false ones */
export function lives(isHonest = true): fc.Arbitrary<Life> {
	return fc
		.record({
			operation: sometimes<Life['operation']>('sendText', fc.constant('sendBinary')),
			hasOwnIds: sometimes(false, fc.constant(true)),
			senders: sometimes(false, fc.constant(true), 5),
			twins: rare(fc.array(twin, { minLength: 1, maxLength: 2 }), 5),
			most: fc.constantFrom(3, 6, 20),
			hangs: rare(fc.constant(true), 16),
			changesWithin: rare(
				fc.record({ kind: fc.constantFrom(...changes), hasOwnIds: sometimes(true, fc.constant(false)) }),
				9,
			),
		})
		.chain(({ operation, most, hangs, changesWithin, senders, twins = [], ...own }) => {
			const hasOwnIds = own.hasOwnIds || changesWithin?.hasOwnIds === true;
			const has = { ownIds: hasOwnIds, senders };
			const isText = operation === 'sendText';
			const content = !isText ? hex : changesWithin === undefined ? text : textsWith(changesWithin.kind);
			const rows = fc
				.array(row(content, has), { minLength: 1, maxLength: most })
				.map((some) => withTwins(some, twins, isText));
			const rounds = fc.oneof(
				{ weight: 6, arbitrary: rows.map((one) => [one]) },
				{ weight: 1, arbitrary: fc.array(rows, { minLength: 2, maxLength: 3 }) },
			);
			const size = hangs ? rare(fc.constantFrom(100, 300), 6) : rare(fc.constantFrom(300, 1000, 3000), RARELY_LARGE);
			return fc
				.record({
					nature,
					sameBefore: hasOwnIds && isText ? rare(sameBefore, 2) : fc.constant(undefined),
					faults: fc.record({
						sends: withArrival(plan(sendFault(isHonest))),
						looks: fc.oneof(
							{ weight: 2, arbitrary: fc.constant<Array<Fault | undefined>>([]) },
							{ weight: 1, arbitrary: plan(lookFault) },
						),
					}),
					operation: fc.constant(operation),
					options: optionsOf(has),
					onError: fc.constantFrom(
						'stopWorkflow' as const,
						'continueRegularOutput' as const,
						'continueErrorOutput' as const,
					),
					tries: sometimes(1, fc.constantFrom(2, 3), 2),
					rounds: fc
						.tuple(rounds, size)
						.map(([some, wanted]) => (wanted === undefined ? some : enlarged(some, wanted))),
					end,
					retries: fc.array(
						fc.record({
							of: sometimes<'latest' | 'first'>('latest', fc.constant('first')),
							changes: fc.array(change(content, has), { maxLength: 3 }),
							end,
						}),
						{ maxLength: 3 },
					),
					isSubWorkflow: sometimes(false, fc.constant(true), 15),
					savesProgress: fc.boolean(),
					skews: clockSettings(8, fc.nat(20_000), 0),
					seed: fc.nat(),
				})
				.map(({ sameBefore: same, ...life }) => ({
					...life,
					nature: {
						...life.nature,
						earlier: [...life.nature.earlier, ...earlierOf(life.rounds, same)],
						logs: {
							...life.nature.logs,
							...(hangs && { hangs }),
							...(changesWithin !== undefined && { texts: changesWithin.kind }),
						},
					},
				}));
		});
}
