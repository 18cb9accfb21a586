import fc from 'fast-check';

import { onError, sometimes } from '../draw';
import { delayMs, otherAnswer, plan, someStatus, statusAnswer, truthful } from '../faults';
import type { Fault } from '../sending/network';
import { OPERATIONS, type Life, type Step } from './life';
import type { Bulk } from './service';

/** Random lives: few bulk IDs, mostly far from their time. Everything shrinks to the ordinary case. */

const DAY_MS = 86_400_000;
const IDS = ['a', 'b', 'c'];

const bulk = (bulkId: string): fc.Arbitrary<Bulk> =>
	fc.record({
		bulkId: fc.constant(bulkId),
		dueMs: sometimes(DAY_MS, fc.nat(200_000)),
		isPaused: sometimes(false, fc.constant(true)),
	});

const fault: fc.Arbitrary<Fault> = fc
	.record({
		acts: sometimes<'all' | 'none'>('all', fc.constant('none')),
		answer: fc.oneof(statusAnswer(someStatus, ['right', 'cut', 'html', 'empty']), otherAnswer),
		delayMs,
	})
	.map(truthful);

const step: fc.Arbitrary<Step> = fc.record({
	operation: fc.constantFrom('reschedule', ...OPERATIONS),
	bulkIds: fc.array(fc.constantFrom(...IDS, 'nobodys'), { minLength: 1, maxLength: 3 }),
	dueMs: sometimes(2 * DAY_MS, fc.integer({ min: DAY_MS, max: 3 * DAY_MS })),
	end: sometimes<Step['end']>(
		{ kind: 'itself' },
		fc.record({ kind: fc.constant('stop'), afterMs: fc.oneof(fc.nat(300), fc.nat(30_000)) }),
		8,
	),
	pauseMs: sometimes(1000, fc.integer({ min: 1, max: 200_000 })),
});

export function lives(): fc.Arbitrary<Life> {
	return fc.record({
		nature: fc.record({
			bulks: fc.tuple(...IDS.map(bulk)),
			moves: fc.constantFrom('any', 'paused'),
			answers: sometimes<'value' | 'other'>('value', fc.constant('other'), 8),
			forgets: fc.boolean(),
		}),
		// Moving messages takes up to five calls
		faults: fc.tuple(fc.nat(6), plan(fault)).map(([well, faults]) => [...Array<undefined>(well), ...faults]),
		onError,
		tries: sometimes(1, fc.constantFrom(2, 3), 4),
		steps: fc.array(step, { minLength: 1, maxLength: 4 }),
		seed: fc.nat(),
	});
}
