import fc from 'fast-check';

import { clockSettings, rare, record, sometimes, weighted } from '../draw';
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
const place = weighted([2, fc.nat(1)], [1, fc.nat(POOL.length - 1)]);
const notification = (version: 1 | 3): fc.Arbitrary<Notification> =>
	fc.record(
		{
			reports: weighted([3, fc.array(place, { minLength: 1, maxLength: 2 })], [1, fc.array(place, { maxLength: 6 })]),
			others: sometimes(0, fc.constantFrom(1, 2), 6),
			form: fc.constantFrom(...FORMS[version]),
			oddity: weighted(
				[8, fc.constant<Oddity>('none')],
				[3, fc.constantFrom(...HARMLESS)],
				[1, fc.constantFrom(...UNREADABLE)],
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

const way: fc.Arbitrary<Way> = record({
	bodyMs: sometimes(1, fc.constantFrom(10, 3000, 100_000, 400_000)),
	cutAt: rare(fc.constantFrom(0, 0.1, 0.5, 0.99), 8),
	hangUpMs: rare(fc.constantFrom(0, 10, 1000, 5000), 5),
	losesAnswer: sometimes(false, fc.constant(true)),
});

const moment = weighted([3, fc.constantFrom(0, 1, 20)], [2, fc.nat(10_000)], [1, fc.nat(2_000_000)]);

const push = (triggers: number, version: 1 | 3): fc.Arbitrary<Push> =>
	fc.record({
		trigger: fc.nat(triggers - 1),
		atMs: moment,
		notification: notification(version),
		proof: sometimes<Push['proof']>('right', fc.constantFrom('wrong', 'missing', 'twice', 'elsewhere'), 12),
		address: fc.constantFrom(...ADDRESSES),
		ways: fc.array(way, { maxLength: 3 }),
		pausesMs: fc.array(fc.constantFrom(0, 30, 1000, 60_000, 700_000), { maxLength: 3 }),
	});

const trigger: fc.Arbitrary<Trigger> = record({
	authentication: fc.constantFrom(...AUTHENTICATIONS),
	allowed: rare(fc.constantFrom(...ALLOWED), 8),
	startOn: sometimes<Trigger['startOn']>('all', fc.constantFrom(...START_ON), 2),
	pattern: rare(fc.constantFrom('order-*', '?ther'), 6),
	from: rare(fc.constantFrom('A', 'A, B'), 6),
	output: fc.constantFrom('reports', 'notification'),
	simplify: fc.boolean(),
	credentialMs: fc.constantFrom(0, 5, 2000),
	fault: rare(fc.constantFrom('parameter', 'credential'), 20),
});

const storing: fc.Arbitrary<Storing> = record({
	// An hour: n8n's limit of concurrent executions is reached
	ms: fc.constantFrom(1, 100, 3000, 8000, 300_000, 3_600_000),
	ends: sometimes<Storing['ends']>('stored', fc.constantFrom('failed', 'storedAndFailed', 'never'), 1),
	killed: rare(fc.constantFrom('before', 'after'), 6),
});

export function lives(): fc.Arbitrary<Life> {
	return fc.tuple(sometimes(1, fc.constant(2)), fc.constantFrom(1, 3)).chain(([count, version]) =>
		fc.record({
			triggers: fc.array(trigger, { minLength: count, maxLength: count }),
			pushes: fc.array(push(count, version), { minLength: 1, maxLength: 6 }),
			storings: fc.array(rare(storing, 2), { maxLength: 6 }),
			kills: sometimes<number[]>([], fc.array(moment, { maxLength: 2 })),
			restartMs: fc.constantFrom(100, 20_000),
			absences: sometimes<Life['absences']>(
				[],
				fc.array(
					record({
						trigger: fc.nat(count - 1),
						atMs: moment,
						forMs: fc.constantFrom(0, 5, 300_000, 700_000, undefined),
					}),
					{ maxLength: 3 },
				),
				2,
			),
			skews: clockSettings(4, moment, 1),
			seed: fc.nat(),
		}),
	);
}
