import fc from 'fast-check';

import { clockSettings, defined, onError, rare, sometimes } from '../draw';
import { delayMs, otherAnswer, plan, someStatus, statusAnswer, truthful } from '../faults';
import type { End } from '../execution';
import type { Body, Fault } from '../sending/network';
import type { Life, Question, Row } from './life';
import type { ReportsNature, WaitingEntry } from './service';

/** Random lives: mostly small, with few IDs and bulks, which coincide. Everything shrinks to the ordinary case. */

const BODIES: Body[] = ['right', 'cut', 'html', 'empty', 'shuffled'];

/** 204 says that nothing was handed out, which is true. */
const fault: fc.Arbitrary<Fault> = fc
	.record({
		acts: sometimes<'all' | 'none'>('all', fc.constant('none')),
		answer: fc.oneof(statusAnswer(someStatus, BODIES), otherAnswer),
		delayMs,
	})
	.map(truthful)
	.map((one): Fault => (one.answer.kind === 'status' && one.answer.status === 204 ? { ...one, acts: 'none' } : one));

export const faults = plan(fault);

const messageId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const bulkId = fc.constantFrom('bulk-1', 'bulk-2');

/** @param latestMs when the last of them become available */
const waiting = (latestMs: number): fc.Arbitrary<WaitingEntry> =>
	fc
		.record({
			messageId,
			bulkId,
			status: fc.constantFrom('delivered' as const, 'pending' as const, 'expired' as const, 'unheardOf' as const),
			from: fc.constantFrom('Shop', 'Club'),
			callbackData: rare(fc.constantFrom('order-1', 'other'), 2),
			doneAt: fc.nat(3),
			afterMs: sometimes(0, fc.nat(latestMs)),
			odd: rare(fc.constantFrom('no content' as const, 'no ID' as const, 'text' as const), 12),
		})
		.map((entry) => defined(entry) as WaitingEntry);

/** @param latestMs when the last reports become available */
export const nature = (latestMs: number): fc.Arbitrary<ReportsNature> =>
	fc
		.record({
			received: rare(fc.constantFrom('counted' as const, 'uncounted' as const), 2),
			version: fc.constantFrom('1' as const, '3' as const),
			waiting: fc.array(waiting(latestMs), { maxLength: 12 }),
			cap: sometimes(1000, fc.constantFrom(1, 3)),
			knowsBulkIds: sometimes(true, fc.constant(false)),
		})
		.map(defined);

const row: fc.Arbitrary<Row> = fc.record({
	messageId: fc.oneof(
		{ weight: 6, arbitrary: messageId as fc.Arbitrary<string> },
		{ weight: 3, arbitrary: fc.uniqueArray(messageId, { minLength: 2, maxLength: 4 }).map((ids) => ids.join(',')) },
		{ weight: 1, arbitrary: fc.constant('') },
	),
	bulkId,
});

const question: fc.Arbitrary<Question> = fc.record(
	{
		filters: fc.constantFrom<Question['filters'][]>(
			[],
			['messageId'],
			['messageId'],
			['bulkId'],
			['messageId', 'bulkId'],
		),
		returnAll: fc.boolean(),
		limit: fc.constantFrom(2, 50),
		missingReports: fc.constantFrom('named' as const, 'items' as const),
		simplify: fc.boolean(),
		patience: fc.constantFrom(5, 60, 0, 1),
	},
	{ requiredKeys: ['filters', 'returnAll', 'missingReports', 'simplify', 'patience'] },
);

const moment = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(100_000));
const end: fc.Arbitrary<End> = fc.oneof(
	{ weight: 8, arbitrary: fc.constant<End>({ kind: 'itself' }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), afterMs: moment }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), afterMs: moment }) },
);

export function lives(): fc.Arbitrary<Life> {
	const rows = fc.array(row, { minLength: 1, maxLength: 4 });
	const life = fc.record({
		nature: nature(2000),
		isTool: sometimes(false, fc.constant(true), 4),
		faults,
		question,
		onError,
		tries: sometimes(1, fc.constantFrom(2, 3), 2),
		rounds: fc.oneof(
			{ weight: 5, arbitrary: rows.map((one) => [one]) },
			{ weight: 1, arbitrary: fc.array(rows, { minLength: 2, maxLength: 3 }) },
		),
		end,
		retries: fc.array(
			fc.record(
				{ of: sometimes<'latest' | 'first'>('latest', fc.constant('first')), question: rare(question, 3), end },
				{ requiredKeys: ['of', 'end'] },
			),
			{ maxLength: 3 },
		),
		savesProgress: fc.boolean(),
		skews: clockSettings(8, fc.nat(20_000), 0),
		seed: fc.nat(),
	});
	return life.map((one) => ({
		...one,
		isTool: one.isTool && one.onError === 'stopWorkflow' && one.rounds.length === 1,
	}));
}
