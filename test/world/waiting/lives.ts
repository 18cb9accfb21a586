import fc from 'fast-check';

import { clockSettings, earlierMessages, onError, rare, record, sometimes, weighted, withUniqueIds } from '../draw';
import { noAnswer, statusAnswer, plan, truthful } from '../faults';
import { FORMS, type Oddity, type Writing } from '../http/bodies';
import type { Pushing, Way } from '../http/sender';
import { nature, version } from '../sending/lives';
import type { Fault } from '../sending/network';
import { REJECTED_NUMBER_END } from '../sending/service';
import type { Life, Reporting, Row } from './life';
import type { Storing } from './n8n';
import { FINAL_GROUPS, type Fate } from './service';

/** Random lives: few messages and moments, so that they coincide. Everything shrinks to the ordinary case. */

const fate: fc.Arbitrary<Fate> = record({
	end: weighted([5, fc.constantFrom(...FINAL_GROUPS)], [1, fc.constant(undefined)]),
	afterMs: fc.constantFrom(1, 30, 2000, 100_000, 200_000, 8_000_000),
	parkedAfterMs: rare(fc.constantFrom(0, 500, 50_000), 4),
	isUnconfirmed: sometimes(false, fc.constant(true), 3),
});

const way: fc.Arbitrary<Way> = record({
	bodyMs: sometimes(1, fc.constantFrom(500, 40_000, 100_000), 4),
	cutAt: rare(fc.constantFrom(0, 0.5), 10),
	hangUpMs: rare(fc.constantFrom(0, 50, 1000), 4),
	losesAnswer: sometimes(false, fc.constant(true), 6),
});
const pushing: fc.Arbitrary<Pushing> = fc.record({
	ways: fc.array(way, { maxLength: 3 }),
	pausesMs: fc.array(fc.constantFrom(0, 100, 6000, 60_000, 700_000), { maxLength: 4 }),
});
const writing: fc.Arbitrary<Writing> = fc.record({
	form: fc.constantFrom(...FORMS[1], ...FORMS[3]),
	// More of them in notifications: both read bodies by the same code
	oddity: sometimes<Oddity>('none', fc.constantFrom('gzip', 'cut', 'html', 'tooLarge'), 6),
});
const reporting: fc.Arbitrary<Reporting> = fc.record({
	meanwhileMs: fc.array(fc.constantFrom(0, 1, 700, 61_000), { maxLength: 2 }),
	finalMs: fc.array(fc.constantFrom(0, 5, 3000, 200_000), { maxLength: 2 }),
	pushing,
	writing,
});

const number = weighted(
	[12, fc.integer({ min: 0, max: 4 }).map((index) => `4366000000${10 + index}`)],
	[1, fc.constant(`43660000000${REJECTED_NUMBER_END}`)],
);
/** @param ofOwnIds the user gives an ID in one out of this many cases */
function row(ofOwnIds: number): fc.Arbitrary<Row> {
	return fc.record({
		destinations: fc.array(record({ to: number, messageId: rare(fc.constantFrom('own-1', 'own-2'), ofOwnIds) }), {
			minLength: 1,
			maxLength: 2,
		}),
		content: fc.integer({ min: 0, max: 2 }).map((index) => `Text ${index}`),
	});
}

function rounds(ofOwnIds: number): fc.Arbitrary<Row[][]> {
	const rows = (maxLength: number) => fc.array(row(ofOwnIds), { minLength: 1, maxLength });
	const oneMessage: Row[] = [{ destinations: [{ to: '436600000010' }], content: 'Text 0' }];
	return weighted(
		[2, rows(4).map((all) => [all])],
		[1, fc.array(sometimes(oneMessage, rows(2), 1), { minLength: 2, maxLength: 2 })],
	);
}

const fault: fc.Arbitrary<Fault> = fc
	.record({
		acts: fc.constantFrom('all', 'none'),
		answer: fc.oneof(
			statusAnswer(fc.constantFrom(200, 202, 400, 404, 429, 500, 503), ['right', 'cut', 'html', 'empty']),
			noAnswer,
		),
		delayMs: sometimes(0, fc.constantFrom(200, 30_000)),
	})
	.map(truthful);

const moment = fc.oneof(fc.nat(300), fc.nat(10_000), fc.nat(4_000_000));
const moments = fc.array(moment, { minLength: 1, maxLength: 2 });
const storing: fc.Arbitrary<Storing> = record({
	ms: fc.constantFrom(1, 300, 5000),
	ends: sometimes<Storing['ends']>('stored', fc.constant('failed'), 2),
	killed: rare(fc.constantFrom('before', 'after'), 6),
});

export function lives(): fc.Arbitrary<Life> {
	return record({
		nature: fc.record({ drawn: nature, earlier: earlierMessages }).map(({ drawn: { key: _, ...drawn }, earlier }) => ({
			...drawn,
			earlier,
			form: { ...drawn.form, rejected: 'REJECTED' as const },
			logs: { ...drawn.logs, showRejected: false },
		})),
		fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
		forgetsAfterMs: rare(fc.constantFrom(1000, 600_000), 6),
		reportings: fc.array(reporting, { minLength: 1, maxLength: 4 }),
		bundleMs: fc.constantFrom(0, 0, 2000),
		strays: sometimes<Life['strays']>(
			[],
			fc.array(fc.record({ atMs: moment, kind: fc.constantFrom('foreign', 'wrongToken'), writing }), {
				maxLength: 2,
			}),
		),
		faults: fc.record({ sends: sometimes<Array<Fault | undefined>>([], plan(fault)), looks: plan(fault, 12) }),
		rounds: weighted([2, rounds(12)], [1, rounds(2)]).map((drawn) => withUniqueIds(drawn)),
		limitMinutes: fc.constantFrom(60, 1, 1, 5, 0.1),
		outputs: fc.constantFrom('three', 'one'),
		simplify: fc.boolean(),
		options: fc.record({
			messagesPerRequest: fc.constantFrom(100, 1, 2),
			lookUpTime: fc.constantFrom(1, 5),
		}),
		version,
		onError,
		tries: sometimes(1, fc.constantFrom(2, 3)),
		engine: record({
			alwaysOutputData: sometimes(false, fc.constant(true)),
			executionOrder: sometimes<'v1' | 'v0'>('v1', fc.constant('v0')),
			savesProgress: fc.boolean(),
			storeMs: fc.constantFrom(1, 20, 3000),
			killedAtWait: rare(fc.constantFrom('before', 'after'), 12),
			storings: fc.array(rare(storing, 2), { maxLength: 3 }),
			restartMs: fc.constantFrom(100, 20_000),
		}),
		kills: sometimes<number[]>([], moments),
		stops: sometimes<number[]>([], moments, 6),
		retries: fc.array(
			fc.record({
				afterMs: fc.constantFrom(10, 5000, 200_000),
				loadsWorkflow: sometimes(false, fc.constant(true), 9),
			}),
			{ maxLength: 3 },
		),
		skews: clockSettings(6, moment, 1),
		seed: fc.nat(),
	});
}
