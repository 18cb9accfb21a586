import fc from 'fast-check';

import { codesIn } from '../../../nodes/SmsMessaging/kept/ledger';
import { giveBackRoom, reserveRoom } from '../../../nodes/SmsMessaging/sending/maximum';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { runOf, targetOf } from './parts';

/** A run that reserves its messages, of which some are accepted, and settles after other runs have begun. */
const run = fc.record({
	messages: fc.uniqueArray(fc.record({ index: fc.nat(15), isAccepted: fc.boolean() }), {
		selector: ({ index }) => index,
		maxLength: 6,
	}),
	settlesAfter: fc.nat(3),
});

test('overlapping, failed and repeated runs never exceed the maximum, and reach it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 8 }), fc.array(run, { maxLength: 20 }), (maxMessages, runs) => {
			const one = runOf({ options: { maxMessages } });
			const accepted = new Set<string>();
			const underWay: Array<{ at: number; targets: Target[] }> = [];
			runs.forEach(({ messages, settlesAfter }, now) => {
				for (const { at, targets } of underWay) {
					const stateOf = ({ key }: Target) => (accepted.has(key) ? 'accepted' : 'refused');
					const outcomes = new Map(targets.map((target) => [target, { state: stateOf(target) } as Outcome]));
					if (at === now) giveBackRoom(one, targets, outcomes);
				}
				const all = messages.map(({ index }) => targetOf(`${String(index).padStart(10, '0')}-of-a-message`));
				const excess = reserveRoom(one, [], all);
				all.forEach((target, nth) => {
					if (messages[nth]!.isAccepted && !excess.has(target)) accepted.add(target.key);
				});
				underWay.push({ at: now + settlesAfter + 1, targets: all.filter((target) => !excess.has(target)) });
				expect(accepted.size).toBeLessThanOrEqual(maxMessages);
				// Room is refused only where all is used
				if (excess.size > 0) expect(codesIn(one.kept.counted)).toHaveLength(maxMessages);
			});
		}),
	);
});
