import fc from 'fast-check';

import { clockSettings, onError, rare, record, sometimes, weighted } from '../draw';
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
	record<WaitingEntry>({
		messageId,
		bulkId,
		status: fc.constantFrom('delivered', 'pending', 'expired', 'unheardOf'),
		from: fc.constantFrom('Shop', 'Club'),
		callbackData: rare(fc.constantFrom('order-1', 'other'), 2),
		doneAt: fc.nat(3),
		afterMs: sometimes(0, fc.nat(latestMs)),
		odd: rare(fc.constantFrom('no content', 'no ID', 'text'), 12),
	});

/** @param latestMs when the last reports become available */
export const nature = (latestMs: number): fc.Arbitrary<ReportsNature> =>
	record({
		received: rare(fc.constantFrom('counted', 'uncounted'), 2),
		version: fc.constantFrom('1', '3'),
		waiting: fc.array(waiting(latestMs), { maxLength: 12 }),
		cap: sometimes(1000, fc.constantFrom(1, 3)),
		knowsBulkIds: sometimes(true, fc.constant(false)),
	});

const row: fc.Arbitrary<Row> = fc.record({
	messageId: weighted(
		[6, messageId as fc.Arbitrary<string>],
		[3, fc.uniqueArray(messageId, { minLength: 2, maxLength: 4 }).map((ids) => ids.join(','))],
		[1, fc.constant('')],
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
		missingReports: fc.constantFrom('named', 'items'),
		simplify: fc.boolean(),
		patience: fc.constantFrom(5, 60, 0, 1),
	},
	{ requiredKeys: ['filters', 'returnAll', 'missingReports', 'simplify', 'patience'] },
);

const moment = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(100_000));
const end: fc.Arbitrary<End> = weighted(
	[8, fc.constant<End>({ kind: 'itself' })],
	[1, fc.record({ kind: fc.constant('crash'), afterMs: moment })],
	[1, fc.record({ kind: fc.constant('stop'), afterMs: moment })],
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
		rounds: weighted([5, rows.map((one) => [one])], [1, fc.array(rows, { minLength: 2, maxLength: 3 })]),
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
