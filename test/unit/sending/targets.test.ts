import fc from 'fast-check';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { ComposedMessage } from '../../../nodes/SmsMessaging/sending/compose';
import { contentNameOf } from '../../../nodes/SmsMessaging/sending/plan/claims';
import { runIdentityOf } from '../../../nodes/SmsMessaging/sending/plan/identity';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { planTargets, type PlannedTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { contextOf } from './contexts';

afterEach(() => jest.restoreAllMocks());

type Item = ComposedMessage & { itemIndex: number };

const destination = fc.record(
	{ to: fc.constantFrom('1', '2'), messageId: fc.constantFrom('x', 'y'), given: fc.constantFrom('+1', '0043 2') },
	{ requiredKeys: ['to'] },
);
const message = fc.oneof(
	fc.record({ from: fc.constantFrom('A', 'B'), text: fc.constantFrom('Hello', 'Bye') }, { requiredKeys: ['text'] }),
	fc.record({ binary: fc.constantFrom({ hex: '00' }, { hex: '01' }) }),
);
const composed = fc.record({ message, destinations: fc.array(destination, { maxLength: 3 }) });
const numbered = (items: object[]) =>
	items.map((item, itemIndex) => ({ ...item, itemIndex, facts: {}, settings: {} })) as unknown as Item[];
const items = fc.array(composed, { maxLength: 6 }).map(numbered);
const options = fc.record({
	sameNumber: fc.constantFrom('send', 'report', 'skip'),
	messageIds: fc.constantFrom('node', 'service'),
});

interface Setting {
	/** What the execution keeps of this node. */
	kept?: object;
	runIndex?: number;
	isRetry?: boolean;
	mode?: 'stop' | 'continue';
	options?: object;
}

function plan(messages: Item[], { kept = {}, runIndex = 0, isRetry = false, mode = 'stop', options: more }: Setting) {
	const ledger = openLedger<Outcome>(kept as never, runIndex);
	const identity = runIdentityOf(contextOf({ token: 'secret', runIndex, isRetry }), []);
	const run = { identity, ledger, mode, isRetry, options: { sameNumber: 'send', messageIds: 'node', ...more } };
	return { ledger, planned: planTargets(messages, run as unknown as Run) };
}

/** What is said to whom, by whom and with which ID of the user. */
const contentOf = ({ message: { from, text, binary }, destination: { to, messageId }, hasOwnId }: Target) =>
	JSON.stringify([to, hasOwnId ? `ID ${messageId}` : from, text, binary]);
const keysOf = ({ all }: PlannedTargets) => all.map(({ key }) => key);
/** The keys of each content, in order. */
function keysByContent({ all }: PlannedTargets): Map<string, string[]> {
	const keys = new Map<string, string[]>();
	for (const target of all) keys.set(contentOf(target), [...(keys.get(contentOf(target)) ?? []), target.key]);
	return keys;
}

test('every destination of every item is planned once, in order, or left out for the first with its number', () => {
	fc.assert(
		fc.property(items, options, (messages, chosen) => {
			const { planned } = plan(messages, { options: chosen });
			const first = new Map<string, Target>();
			const left = [...planned.all];
			const skipped = [...planned.skipped];
			for (const { itemIndex, message: said, destinations, facts, settings } of messages)
				for (const { to, given, messageId: own } of destinations) {
					const original = chosen.sameNumber === 'skip' ? first.get(to) : undefined;
					const names = { itemIndex, ...(given !== undefined && { given }) };
					if (original !== undefined) {
						expect(skipped.shift()).toStrictEqual({ ...names, to, original });
						continue;
					}
					const target = left.shift()!;
					const messageId = own ?? (chosen.messageIds === 'node' ? target.key : undefined);
					expect(target).toStrictEqual({
						itemIndex,
						given,
						destination: { to, ...(messageId !== undefined && { messageId }) },
						key: expect.stringMatching(/^[0-9a-f]{24}$/),
						hasOwnId: own !== undefined,
						message: said,
						facts,
						settings,
						isLate: false,
						before: {
							mayHaveBeenSent: false,
							mayHaveBeenSentEarlier: false,
							sentAgain: false,
							bulkId: undefined,
							refusal: undefined,
						},
					});
					if (!first.has(to)) first.set(to, target);
				}
			expect([left, skipped]).toEqual([[], []]);
			expect(planned.fresh).toEqual(planned.all);
			expect([planned.unresolved, [...planned.recalled]]).toEqual([[], []]);
		}),
	);
});

test('a message has the same key in every try, wherever it is in the input; no two share one', () => {
	const shuffled = items.chain((one) =>
		fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }).map(numbered)),
	);
	fc.assert(
		fc.property(shuffled, fc.boolean(), ([messages, others], isRetry) => {
			const { planned } = plan(messages, {});
			const again = plan(others, { isRetry }).planned;
			expect(new Set(keysOf(planned)).size).toBe(planned.all.length);
			expect(keysByContent(again)).toEqual(keysByContent(planned));
			const first = new Map([...keysByContent(planned)].map(([content, [key]]) => [content, key]));
			expect(planned.firstKeys).toEqual(planned.all.map((target) => first.get(contentOf(target))));
		}),
	);
});

test('later runs of the execution have other keys, and know how often the IDs of the user were sent in those before', () => {
	fc.assert(
		fc.property(fc.array(items, { minLength: 2, maxLength: 4 }), (runs) => {
			const kept = {};
			const sent = new Map<string, number>();
			const names = new Map<string, number>();
			const keys = new Set<string>();
			runs.forEach((messages, runIndex) => {
				const { ledger, planned } = plan(messages, { kept, runIndex });
				expect(keysOf(planned).filter((key) => keys.has(key))).toEqual([]);
				const own = new Map(planned.all.filter(({ hasOwnId }) => hasOwnId).map((one) => [contentOf(one), one]));
				names.clear();
				for (const [content, target] of own) {
					const name = contentNameOf(target);
					names.set(name, (names.get(name) ?? 0) + (sent.get(content) ?? 0));
				}
				expect(new Map([...planned.ownIdsBefore].map(([name, claims]) => [name, claims.length]))).toEqual(names);
				for (const target of planned.all) {
					keys.add(target.key);
					sent.set(contentOf(target), (sent.get(contentOf(target)) ?? 0) + 1);
				}
				ledger.close(planned.firstKeys);
			});
			expect(keys.size).toBe([...sent.values()].reduce((sum, count) => sum + count, 0));
		}),
	);
});

/** What an earlier try has left in the ledger about a message. */
const life = fc.record({
	state: fc.constantFrom('nothing', 'tried', 'accepted', 'refused', 'notSent', 'unknown'),
	isSentAgain: fc.boolean(),
	wasRefused: fc.boolean(),
});

test('what an earlier try is known to have done is recalled, what it may have done is looked up, and all else is sent', () => {
	fc.assert(
		fc.property(
			items,
			fc.array(life, { minLength: 18, maxLength: 18 }),
			fc.boolean(),
			fc.constantFrom('stop' as const, 'continue' as const),
			(messages, lives, isRetry, mode) => {
				const kept = {};
				const earlier = plan(messages, { kept });
				const outcomes = earlier.planned.all.map(({ key }, nth): Outcome => {
					const { state, ...before } = lives[nth]!;
					const outcome = { state, bulkId: `bulk-${nth}` } as unknown as Outcome;
					if (state !== 'nothing') earlier.ledger.tried(key, before);
					if (state !== 'nothing' && state !== 'tried') earlier.ledger.settled(key, outcome);
					return outcome;
				});
				// Stored and read again
				const { planned } = plan(messages, { kept: JSON.parse(JSON.stringify(kept)) as object, isRetry, mode });
				planned.all.forEach((target, nth) => {
					const { state, isSentAgain, wasRefused } = lives[nth]!;
					const isKnown = state !== 'nothing';
					const isRefusedAgain = state === 'refused' && mode === 'stop';
					const isOpen = state === 'tried' || state === 'unknown';
					expect(target.before).toEqual({
						mayHaveBeenSent: isRetry || isOpen,
						mayHaveBeenSentEarlier: isRetry || (isKnown && (isSentAgain || wasRefused)),
						sentAgain: isKnown ? isSentAgain : isRetry,
						bulkId: isKnown && state !== 'tried' ? `bulk-${nth}` : undefined,
						refusal: isRefusedAgain ? outcomes[nth] : undefined,
					});
					const isRecalled = state === 'accepted' || (state === 'refused' && mode !== 'stop');
					expect(planned.unresolved.includes(target)).toBe(isOpen);
					expect(planned.recalled.get(target)).toEqual(isRecalled ? { ...outcomes[nth], isRecalled: true } : undefined);
					expect(planned.fresh.includes(target)).toBe(!isOpen && !isRecalled);
				});
			},
		),
	);
});

test.each([
	['none', undefined, false],
	['an hour ago', -3_600_000, true],
	['over a minute ago', -60_001, true],
	['a minute ago', -60_000, false],
	['in an hour', 3_600_000, false],
])('a send time is late if it had passed when it was planned: %s', (_, fromNow, isLate) => {
	const now = Date.parse('2026-07-01T08:30:00.000Z');
	jest.spyOn(host, 'now').mockReturnValue(now);
	const sendAt = fromNow === undefined ? {} : { sendAt: new Date(now + fromNow).toISOString() };
	const [one] = numbered([{ message: { text: 'Hello', ...sendAt }, destinations: [{ to: '1' }] }]);
	expect(plan([one!], {}).planned.all).toMatchObject([{ isLate }]);
});
