import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import { openQuota } from '../../../nodes/SmsMessaging/kept/quota';
import type { History, Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { PlannedTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { Maximum } from '../../../nodes/SmsMessaging/sending/submit/maximum';
import { Outcomes } from '../../../nodes/SmsMessaging/sending/submit/outcomes';

type State = Outcome['state'];
const STATES: State[] = ['accepted', 'refused', 'notSent', 'unknown'];

/** What is known of a message before the run sends: nothing, its log entry, or the answer to an earlier try. */
const message = fc.record({
	known: fc.constantFrom('nothing', 'nothing', 'logs', 'recalled', 'unresolved'),
	before: fc.constantFrom<State>('accepted', 'unknown', 'refused'),
	becomes: fc.constantFrom(...STATES),
});
const outcomeOf = (state: State) => ({ state, failure: { kind: 'unclear', message: '', description: '' } }) as Outcome;

test('accepted and unknown messages count towards the maximum, and no message above it is sent', () => {
	fc.assert(
		fc.property(
			fc.array(message, { maxLength: 12 }),
			fc.integer({ min: 1, max: 10 }),
			fc.nat(3),
			fc.boolean(),
			(messages, maxMessages, others, isRetry) => {
				const kept: IDataObject = {};
				const quota = openQuota(kept, maxMessages);
				const counted = () => quota.reserve([]).after;
				quota.count(Array.from({ length: others }, (_, nth) => `${nth}-of-earlier-runs`));
				const targets = messages.map((_, nth) => ({
					key: `message-${nth}-`.padEnd(24, '0'),
					destination: { to: '1' },
					history: 'unsent',
				})) as unknown as Target[];
				const of = (...kinds: string[]) => targets.filter((_, nth) => kinds.includes(messages[nth]!.known));
				const beforeOf = (target: Target) => {
					const { known, before } = messages[targets.indexOf(target)]!;
					return outcomeOf(known === 'recalled' && before === 'unknown' ? 'accepted' : before);
				};
				const recalled = new Map(of('recalled').map((target) => [target, beforeOf(target)]));
				const outcomes = new Outcomes(openLedger<Outcome, History>({}, 0), recalled);
				const settle = (target: Target, outcome: Outcome) =>
					(outcomes.all as Map<Target, Outcome>).set(target, outcome);
				for (const target of of('logs')) settle(target, beforeOf(target));
				const run = { quota, isRetry, options: { maxMessages } } as unknown as Run;
				const planned: PlannedTargets = { all: targets, skipped: [], recalled };
				const maximum = new Maximum(run, outcomes);
				const open = of('nothing');
				const mayBeSent = maximum.reserve(planned, open, of('unresolved'));

				expect(open.filter((target) => maximum.allows(target))).toEqual(mayBeSent);
				for (const target of open.filter((one) => !mayBeSent.includes(one)))
					expect(outcomes.all.get(target)).toMatchObject({
						state: 'notSent',
						failure: {
							message: expect.stringContaining(`Maximum Messages allows ${maxMessages} in one execution`),
							description: expect.stringContaining('Raise Maximum Messages'),
						},
					});
				if (mayBeSent.length < open.length) expect(counted()).toBeGreaterThanOrEqual(maxMessages);

				// Messages that may have been sent before count first
				const maybeSent = targets.filter(
					(target, nth) =>
						messages[nth]!.known === 'unresolved' ||
						(isRetry && messages[nth]!.known === 'logs' && outcomes.all.get(target)!.state === 'unknown'),
				);
				if (mayBeSent.length > 0) expect(maybeSent.filter((target) => !maximum.allows(target))).toEqual([]);

				// Sending
				targets.forEach((target, nth) => {
					if (outcomes.isOpen(target)) settle(target, outcomeOf(messages[nth]!.becomes));
				});
				maximum.giveBack();
				const counts = targets.filter((target, nth) => {
					const { known } = messages[nth]!;
					const state = outcomes.all.get(target)!.state;
					// What the logs show in a first try was sent by other executions
					if (known === 'logs' && !isRetry) return false;
					if (state === 'unknown') return known !== 'recalled' && maximum.allows(target);
					return state === 'accepted';
				});
				expect(counted()).toBe(others + counts.length);
			},
		),
		{ numRuns: 500 },
	);
});
