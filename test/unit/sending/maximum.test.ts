import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CODE_CHARACTERS } from '../../../nodes/SmsMessaging/kept/ledger';
import { Maximum } from '../../../nodes/SmsMessaging/sending/maximum';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { targetOf } from './parts';

const message = fc.record({
	known: fc.constantFrom('nothing', 'nothing', 'accepted', 'perhaps sent'),
	becomes: fc.constantFrom<Outcome['state']>('accepted', 'refused', 'notSent', 'unknown'),
});

test('accepted and unknown messages count towards the maximum, and no message above it is sent', () => {
	fc.assert(
		fc.property(
			fc.array(message, { maxLength: 12 }),
			fc.integer({ min: 1, max: 10 }),
			fc.nat(3),
			(messages, maxMessages, others) => {
				const kept: IDataObject = {};
				const counted = () => String(kept.codes).length / CODE_CHARACTERS;
				const earlier = Array.from({ length: others }, (_, nth) => targetOf(`${nth}-of-earlier-runs`));
				new Maximum(kept, maxMessages).reserve(earlier, [], []);
				const targets = messages.map((_, nth) => targetOf(`message-${nth}-`.padEnd(24, '0')));
				const of = (kind: string) => targets.filter((_, nth) => messages[nth]!.known === kind);
				const maximum = new Maximum(kept, maxMessages);
				const { message: reason } = maximum.reserve(of('accepted'), of('perhaps sent'), of('nothing'));
				const sent = of('nothing').filter((target) => maximum.allows(target));

				expect(reason).toContain(`${maxMessages} in one execution`);
				if (sent.length < of('nothing').length) expect(counted()).toBeGreaterThanOrEqual(maxMessages);
				// Messages that may have been sent before count first
				if (sent.length > 0) expect(of('perhaps sent').every((target) => maximum.allows(target))).toBe(true);

				const stateOf = (target: Target, nth: number): Outcome['state'] => {
					const { known, becomes } = messages[nth]!;
					if (known === 'accepted') return 'accepted';
					return known === 'nothing' && !maximum.allows(target) ? 'notSent' : becomes;
				};
				const states = targets.map(stateOf);
				maximum.giveBack(new Map(targets.map((target, nth) => [target, { state: states[nth] } as Outcome])));
				const counts = targets.filter(
					(target, nth) => states[nth] === 'accepted' || (states[nth] === 'unknown' && maximum.allows(target)),
				);
				expect(counted()).toBe(others + counts.length);
			},
		),
		{ numRuns: 500 },
	);
});

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
		fc.property(fc.integer({ min: 1, max: 8 }), fc.array(run, { maxLength: 20 }), (max, runs) => {
			const kept: IDataObject = {};
			const accepted = new Set<string>();
			const underWay: Array<{ at: number; maximum: Maximum; targets: Target[] }> = [];
			runs.forEach(({ messages, settlesAfter }, now) => {
				for (const { at, maximum, targets } of underWay) {
					const stateOf = ({ key }: Target) => (accepted.has(key) ? 'accepted' : 'refused');
					if (at === now) maximum.giveBack(new Map(targets.map((one) => [one, { state: stateOf(one) } as Outcome])));
				}
				const maximum = new Maximum(kept, max);
				const all = messages.map(({ index }) => targetOf(`${String(index).padStart(10, '0')}-of-a-message`));
				maximum.reserve([], [], all);
				const targets = all.filter((target) => maximum.allows(target));
				all.forEach(({ key }, nth) => {
					if (messages[nth]!.isAccepted && maximum.allows(all[nth]!)) accepted.add(key);
				});
				underWay.push({ at: now + settlesAfter + 1, maximum, targets });
				expect(accepted.size).toBeLessThanOrEqual(max);
				// Room is refused only where all is used
				if (targets.length < all.length) expect(String(kept.codes).length / CODE_CHARACTERS).toBe(max);
			});
		}),
	);
});
