import fc from 'fast-check';

import { clockSettings, defined, rare, sometimes } from '../draw';
import { FORMS, HARMLESS, UNREADABLE, type Oddity } from '../http/bodies';
import type { Way } from '../http/sender';
import { AUTHENTICATIONS, START_ON, type Life, type Push, type Trigger } from './life';
import type { Storing } from './n8n';
import { POOL, type Notification } from './pool';

/** Random lives: few reports and moments, so that they coincide. Everything shrinks to the ordinary case. */

const ADDRESSES = ['192.0.2.10', '2001:db8::5', '::ffff:203.0.113.5'];
const ALLOWED: Array<NonNullable<Trigger['allowed']>> = [
	{ entered: '192.0.2.0/24', lets: ['192.0.2.10'] },
	{ entered: '192.0.2.10, 2001:db8::/32, 203.0.113.5', lets: ADDRESSES },
	{ entered: '2001:db8::/32, gateway.example', lets: [] },
];
/** Mostly one of the first ones. */
const place = fc.oneof({ weight: 2, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(POOL.length - 1) });
const notification = (version: 1 | 3): fc.Arbitrary<Notification> =>
	fc.record(
		{
			reports: fc.oneof(
				{ weight: 3, arbitrary: fc.array(place, { minLength: 1, maxLength: 2 }) },
				{ weight: 1, arbitrary: fc.array(place, { maxLength: 6 }) },
			),
			others: sometimes(0, fc.constantFrom(1, 2), 6),
			form: fc.constantFrom(...FORMS[version]),
			oddity: fc.oneof(
				{ weight: 8, arbitrary: fc.constant<Oddity>('none') },
				{ weight: 3, arbitrary: fc.constantFrom(...HARMLESS) },
				{ weight: 1, arbitrary: fc.constantFrom(...UNREADABLE) },
			),
			contentType: fc.constantFrom(
				'text/plain',
				'application/octet-stream',
				'application/json',
				'text/xml; charset=utf-8',
			),
		},
		{ requiredKeys: ['reports', 'others', 'form', 'oddity'] },
	);

const way: fc.Arbitrary<Way> = fc
	.record({
		bodyMs: sometimes(1, fc.constantFrom(10, 3000, 100_000, 400_000)),
		cutAt: rare(fc.constantFrom(0, 0.1, 0.5, 0.99), 8),
		hangUpMs: rare(fc.constantFrom(0, 10, 1000, 5000), 5),
		losesAnswer: sometimes(false, fc.constant(true)),
	})
	.map(defined);

const moment = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(0, 1, 20) },
	{ weight: 2, arbitrary: fc.nat(10_000) },
	{ weight: 1, arbitrary: fc.nat(2_000_000) },
);

const push = (triggers: number, version: 1 | 3): fc.Arbitrary<Push> =>
	fc.record({
		trigger: fc.nat(triggers - 1),
		atMs: moment,
		notification: notification(version),
		proof: sometimes<Push['proof']>('right', fc.constantFrom('wrong', 'missing', 'twice', 'elsewhere'), 12),
		address: fc.constantFrom(...ADDRESSES),
		ways: fc.array(way, { maxLength: 3 }),
		pausesMs: fc.array(fc.constantFrom(0, 30, 1000, 60_000, 599_000, 700_000), { maxLength: 3 }),
	});

const trigger: fc.Arbitrary<Trigger> = fc
	.record({
		authentication: fc.constantFrom(...AUTHENTICATIONS),
		allowed: rare(fc.constantFrom(...ALLOWED), 8),
		startOn: sometimes<Trigger['startOn']>('all', fc.constantFrom(...START_ON), 2),
		pattern: rare(fc.constantFrom('order-*' as const, '?ther' as const), 6),
		from: rare(fc.constantFrom('A' as const, 'A, B' as const), 6),
		output: fc.constantFrom('reports' as const, 'notification' as const),
		simplify: fc.boolean(),
		credentialMs: fc.constantFrom(0, 5, 2000),
		fault: rare(fc.constantFrom('parameter' as const, 'credential' as const), 20),
	})
	.map(defined);

const storing: fc.Arbitrary<Storing> = fc
	.record({
		ms: fc.constantFrom(1, 100, 3000, 8000, 300_000),
		ends: sometimes<Storing['ends']>('stored', fc.constantFrom('failed', 'storedAndFailed', 'never'), 1),
		killed: rare(fc.constantFrom('before' as const, 'after' as const), 6),
	})
	.map(defined);

export function lives(): fc.Arbitrary<Life> {
	return fc.tuple(sometimes(1, fc.constant(2)), fc.constantFrom(1 as const, 3 as const)).chain(([count, version]) =>
		fc.record({
			triggers: fc.array(trigger, { minLength: count, maxLength: count }),
			pushes: fc.array(push(count, version), { minLength: 1, maxLength: 6 }),
			storings: fc.array(rare(storing, 2), { maxLength: 6 }),
			kills: sometimes<number[]>([], fc.array(moment, { maxLength: 2 })),
			restartMs: fc.constantFrom(100, 20_000),
			absences: sometimes<Life['absences']>(
				[],
				fc.array(
					fc
						.record({
							trigger: fc.nat(count - 1),
							atMs: moment,
							forMs: fc.constantFrom(0, 5, 300_000, 700_000, undefined),
						})
						.map(defined),
					{ maxLength: 3 },
				),
				2,
			),
			skews: clockSettings(4, moment, 1),
			seed: fc.nat(),
		}),
	);
}
