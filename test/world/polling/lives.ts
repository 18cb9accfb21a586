import fc from 'fast-check';

import { rare, sometimes, weighted } from '../draw';
import { faults, nature } from '../reports/lives';
import type { Fault } from '../sending/network';
import type { Choice, Happening, Life } from './life';

const choice: fc.Arbitrary<Choice> = fc.record({
	startOn: sometimes<Choice['startOn']>('all', fc.constantFrom('final', 'failed', 'groups'), 1),
	callbackData: rare(fc.constantFrom('order-*', '*'), 8),
	from: rare(fc.constant('Shop'), 8),
	output: sometimes<Choice['output']>('reports', fc.constant('notification')),
	maxCalls: fc.constantFrom(10, 1, 3),
	simplify: fc.boolean(),
});

const busy = fc.array(
	fc.constantFrom(undefined, '30', '600').map(
		(retryAfter): Fault => ({
			acts: 'none',
			answer: { kind: 'status', status: 429, body: 'right', ...(retryAfter !== undefined && { retryAfter }) },
			delayMs: 0,
		}),
	),
	{ minLength: 1, maxLength: 4 },
);

/** Often close to a poll time, when something is under way. */
const moment = (intervalMs: number, polls: number): fc.Arbitrary<number> =>
	fc.oneof(
		fc
			.record({ poll: fc.nat(polls), afterMs: fc.oneof(fc.nat(60), fc.nat(60_000)) })
			.map(({ poll, afterMs }) => poll * intervalMs + afterMs),
		fc.nat(polls * intervalMs),
	);

function happening(intervalMs: number, polls: number): fc.Arbitrary<Happening> {
	const afterMs = moment(intervalMs, polls);
	return weighted(
		[3, fc.record({ kind: fc.constant('published'), afterMs })],
		[1, fc.record({ kind: fc.constant('unpublished'), afterMs })],
		[2, fc.record({ kind: fc.constant('restarted'), afterMs })],
		[
			2,
			fc.record({
				kind: fc.constant('clock is set'),
				afterMs,
				byMs: fc.constantFrom(-3_600_000, 3_600_000, -20 * 3_600_000, -3 * 86_400_000, -5000),
			}),
		],
	);
}

/** Random lives. Everything shrinks to the ordinary case. */
export function lives(): fc.Arbitrary<Life> {
	return fc
		.record({ intervalMs: sometimes(60_000, fc.constantFrom(300_000, 1_800_000)), polls: fc.constantFrom(4, 12, 40) })
		.chain(({ intervalMs, polls }) =>
			fc.record({
				nature: nature(polls * intervalMs),
				faults: weighted([3, faults], [1, busy]),
				choice,
				activation: sometimes<Life['activation']>('activate', fc.constantFrom('init', 'leadershipChange')),
				intervalMs: fc.constant(intervalMs),
				budgetMs: rare(fc.constantFrom(30_000, 60_000, 270_000), 3),
				happenings: fc.array(happening(intervalMs, polls), { maxLength: 3 }),
				polls: fc.constant(polls),
				seed: fc.nat(),
			}),
		);
}
