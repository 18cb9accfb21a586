import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { openQuota } from '../../../nodes/SmsMessaging/sending/maximum';
import { Maximum } from '../../../nodes/SmsMessaging/sending/maximum';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';

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
				const quota = openQuota(kept, maxMessages);
				const counted = () => quota.reserve([]).after;
				quota.count(Array.from({ length: others }, (_, nth) => `${nth}-of-earlier-runs`));
				const targets = messages.map((_, nth) => ({ key: `message-${nth}-`.padEnd(24, '0') })) as unknown as Target[];
				const of = (kind: string) => targets.filter((_, nth) => messages[nth]!.known === kind);
				const maximum = new Maximum({ quota, options: { maxMessages } } as unknown as Run);
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
