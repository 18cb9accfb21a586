import fc from 'fast-check';

import { clockSettings, defined, earlierMessages, rare, sometimes, withUniqueIds } from '../draw';
import { FORMS, HARMLESS, UNREADABLE, type Oddity, type Writing } from '../http/bodies';
import type { Pushing, Way } from '../http/sender';
import type { Body, Fault } from '../sending/network';
import { REJECTED_NUMBER_END } from '../sending/service';
import type { Life, Reporting, Row } from './life';
import type { Storing } from './n8n';
import { FINAL_GROUPS, type Fate } from './service';

/** Random lives: few messages and moments, so that they coincide. Everything shrinks to the ordinary case. */

const fate: fc.Arbitrary<Fate> = fc
	.record({
		end: fc.oneof(
			{ weight: 5, arbitrary: fc.constantFrom(...FINAL_GROUPS) },
			{ weight: 1, arbitrary: fc.constant(undefined) },
		),
		afterMs: fc.constantFrom(1, 30, 2000, 100_000, 200_000, 8_000_000),
		parkedAfterMs: rare(fc.constantFrom(0, 500, 50_000), 4),
	})
	.map(defined);

const way: fc.Arbitrary<Way> = fc
	.record({
		bodyMs: sometimes(1, fc.constantFrom(500, 40_000, 100_000), 4),
		cutAt: rare(fc.constantFrom(0, 0.5), 10),
		hangUpMs: rare(fc.constantFrom(0, 50, 1000), 4),
		losesAnswer: sometimes(false, fc.constant(true), 6),
	})
	.map(defined);
const pushing: fc.Arbitrary<Pushing> = fc.record({
	ways: fc.array(way, { maxLength: 3 }),
	pausesMs: fc.array(fc.constantFrom(0, 100, 6000, 60_000, 700_000), { maxLength: 4 }),
});
const writing: fc.Arbitrary<Writing> = fc.record({
	form: fc.constantFrom(...FORMS),
	oddity: fc.oneof(
		{ weight: 14, arbitrary: fc.constant<Oddity>('none') },
		{ weight: 2, arbitrary: fc.constantFrom(...HARMLESS) },
		{ weight: 1, arbitrary: fc.constantFrom(...UNREADABLE) },
	),
});
const reporting: fc.Arbitrary<Reporting> = fc.record({
	meanwhileMs: fc.array(fc.constantFrom(0, 1, 700, 61_000), { maxLength: 2 }),
	finalMs: fc.oneof(
		{ weight: 5, arbitrary: fc.array(fc.constantFrom(0, 5, 3000, 200_000), { minLength: 1, maxLength: 2 }) },
		{ weight: 1, arbitrary: fc.constant<number[]>([]) },
	),
	pushing,
	writing,
});

const number = fc.oneof(
	{ weight: 12, arbitrary: fc.integer({ min: 0, max: 4 }).map((index) => `4366000000${10 + index}`) },
	{ weight: 1, arbitrary: fc.constant(`43660000000${REJECTED_NUMBER_END}`) },
);
/** @param ofOwnIds the user gives an ID in one out of this many cases */
function row(ofOwnIds: number): fc.Arbitrary<Row> {
	return fc.record({
		destinations: fc.array(
			fc.record({ to: number, messageId: rare(fc.constantFrom('own-1', 'own-2'), ofOwnIds) }).map(defined),
			{ minLength: 1, maxLength: 2 },
		),
		content: fc.integer({ min: 0, max: 2 }).map((index) => `Text ${index}`),
	});
}

function rounds(ofOwnIds: number): fc.Arbitrary<Row[][]> {
	const rows = (maxLength: number) => fc.array(row(ofOwnIds), { minLength: 1, maxLength });
	const oneMessage: Row[] = [{ destinations: [{ to: '436600000010' }], content: 'Text 0' }];
	return fc.oneof(
		{ weight: 2, arbitrary: rows(4).map((all) => [all]) },
		{ weight: 1, arbitrary: fc.array(sometimes(oneMessage, rows(2), 1), { minLength: 2, maxLength: 2 }) },
	);
}

const status = fc.constantFrom(200, 202, 400, 404, 429, 500, 503);
const body = fc.constantFrom<Body>('right', 'cut', 'html', 'empty');
const fault: fc.Arbitrary<Fault> = fc
	.record({
		acts: fc.constantFrom('all' as const, 'none' as const),
		answer: fc.oneof(
			fc.record({ kind: fc.constant('status' as const), status, body }),
			fc.record({ kind: fc.constantFrom('lost' as const, 'refused' as const, 'never' as const) }),
		),
		delayMs: sometimes(0, fc.constantFrom(200, 30_000)),
	})
	.map(
		(one): Fault =>
			one.answer.kind === 'refused' || (one.answer.kind === 'status' && [400, 404, 429].includes(one.answer.status))
				? { ...one, acts: 'none' }
				: one,
	);
const plan = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Array<Fault | undefined>>([]) },
	{ weight: 2, arbitrary: fc.array(rare(fault, 2), { maxLength: 4 }) },
	{ weight: 1, arbitrary: fault.map((one) => Array.from({ length: 100 }, () => one)) },
);

const moment = fc.oneof(fc.nat(300), fc.nat(10_000), fc.nat(4_000_000));
const storing: fc.Arbitrary<Storing> = fc
	.record({
		ms: fc.constantFrom(1, 300, 5000),
		ends: sometimes<Storing['ends']>('stored', fc.constant('failed'), 2),
		killed: rare(fc.constantFrom('before' as const, 'after' as const), 6),
	})
	.map(defined);

export function lives(): fc.Arbitrary<Life> {
	return fc
		.record({
			nature: fc.record({
				checksIds: fc.boolean(),
				ids: sometimes<'ours' | 'own'>('ours', fc.constant('own')),
				rejectedUseUpIds: fc.constant(false),
				namesFaults: fc.constant(true),
				earlier: earlierMessages,
				echoesKey: fc.constant(false),
				clockOffMs: sometimes(0, fc.constantFrom(-300_000, 300_000)),
				form: fc.record({
					accepted: fc.constant('PENDING' as const),
					rejected: fc.constant('REJECTED' as const),
					rejectedHaveIds: sometimes(true, fc.constant(false)),
				}),
				logs: fc.record({
					lagMs: sometimes(0, fc.constantFrom(300, 100_000, 10 ** 9), 1),
					order: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const, 'none' as const),
					cap: sometimes(1000, fc.constantFrom(50, 51)),
					knowsLists: sometimes(true, fc.constant(false)),
					bulkIds: sometimes<'ours' | 'ofSeveral'>('ours', fc.constant('ofSeveral')),
					hidesScheduled: fc.constant(false),
					showRejected: fc.constant(false),
					later: fc.constant('DELIVERED' as const),
				}),
			}),
			fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
			forgetsAfterMs: rare(fc.constantFrom(1000, 600_000), 6),
			reportings: fc.array(reporting, { minLength: 1, maxLength: 4 }),
			bundleMs: fc.constantFrom(0, 0, 2000),
			strays: fc.oneof(
				{ weight: 3, arbitrary: fc.constant<Life['strays']>([]) },
				{
					weight: 1,
					arbitrary: fc.array(
						fc.record({ atMs: moment, kind: fc.constantFrom('foreign' as const, 'wrongToken' as const), writing }),
						{ maxLength: 2 },
					),
				},
			),
			faults: fc.record({ sends: sometimes<Array<Fault | undefined>>([], plan), looks: plan }),
			rounds: fc
				.oneof({ weight: 2, arbitrary: rounds(12) }, { weight: 1, arbitrary: rounds(2) })
				.map((drawn) => withUniqueIds(drawn)),
			limitMinutes: fc.constantFrom(60, 1, 1, 5, 0.1),
			outputs: fc.constantFrom('three' as const, 'one' as const),
			simplify: fc.boolean(),
			options: fc.record({
				messagesPerRequest: fc.constantFrom(100, 1, 2),
				lookUpTime: fc.constantFrom(1, 5),
				messageIds: sometimes<'node' | 'service'>('node', fc.constant('service'), 6),
			}),
			onError: fc.constantFrom(
				'continueRegularOutput' as const,
				'continueErrorOutput' as const,
				'stopWorkflow' as const,
			),
			tries: sometimes(1, fc.constantFrom(2, 3)),
			engine: fc
				.record({
					alwaysOutputData: sometimes(false, fc.constant(true)),
					executionOrder: sometimes<'v1' | 'v0'>('v1', fc.constant('v0')),
					savesProgress: fc.boolean(),
					storeMs: fc.constantFrom(1, 20, 3000),
					killedAtWait: rare(fc.constantFrom('before' as const, 'after' as const), 12),
					storings: fc.array(rare(storing, 2), { maxLength: 3 }),
					restartMs: fc.constantFrom(100, 20_000),
				})
				.map(defined),
			kills: fc.oneof(
				{ weight: 3, arbitrary: fc.constant<number[]>([]) },
				{ weight: 1, arbitrary: fc.array(moment, { minLength: 1, maxLength: 2 }) },
			),
			stops: fc.oneof(
				{ weight: 6, arbitrary: fc.constant<number[]>([]) },
				{ weight: 1, arbitrary: fc.array(moment, { minLength: 1, maxLength: 2 }) },
			),
			retries: fc.array(
				fc.record({
					afterMs: fc.constantFrom(10, 5000, 200_000),
					loadsWorkflow: sometimes(false, fc.constant(true), 9),
				}),
				{ maxLength: 3 },
			),
			skews: clockSettings(6, moment, 1),
			seed: fc.nat(),
		})
		.map(defined);
}
