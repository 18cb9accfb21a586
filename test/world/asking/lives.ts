import fc from 'fast-check';

import { rare, record, sometimes } from '../draw';
import { lives as waitingLives } from '../waiting/lives';
import type { Act, AskingLife } from './life';

/** A phone on a bad line; few moments, so that presses meet each other. */
const act: fc.Arbitrary<Act> = fc.record({
	afterMs: fc.constantFrom(2000, 0, 700, 10_000, 59_900, 61_000, 200_000, 4_000_000),
	does: fc.constantFrom('approved', 'declined', 'look', 'forge'),
	pushing: fc.record({
		ways: fc.array(
			record({
				bodyMs: sometimes(1, fc.constantFrom(400, 4000, 20_000), 1),
				cutAt: rare(fc.constant(0.5), 10),
				losesAnswer: sometimes(false, fc.constant(true), 6),
			}),
			{ maxLength: 3 },
		),
		pausesMs: fc.array(fc.constantFrom(100, 6000, 60_000), { maxLength: 3 }),
	}),
});

/** Lives of waiting, with people who look and press. */
export const lives = (): fc.Arbitrary<AskingLife> =>
	fc.record({
		base: waitingLives(),
		awaits: fc.constantFrom('first', 'all'),
		acts: fc.array(fc.array(act, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
	});
