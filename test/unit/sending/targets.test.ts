import fc from 'fast-check';
import { NO_ENTRY } from '../../../nodes/SmsMessaging/api/entry';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { ComposedMessage } from '../../../nodes/SmsMessaging/sending/compose';
import { identityIn } from '../../../nodes/SmsMessaging/sending/plan/identity';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { planTargets, type PlannedTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { contextOf } from './contexts';

interface Item {
	itemIndex: number;
	composed: ComposedMessage;
}

const destination = fc.record(
	{ to: fc.constantFrom('1', '2'), messageId: fc.constantFrom('x', 'y'), given: fc.constantFrom('+1', '0043 2') },
	{ requiredKeys: ['to'] },
);
const message = fc.oneof(
	fc.record(
		{ sender: fc.constantFrom('A', 'B'), content: fc.record({ text: fc.constantFrom('Hello', 'Bye') }) },
		{ requiredKeys: ['content'] },
	),
	fc.record({ content: fc.constantFrom({ hex: '00' }, { hex: '01' }) }),
);
const composed = fc.record({ message, destinations: fc.array(destination, { maxLength: 3 }) });
const numbered = (messages: object[]) =>
	messages.map((one, itemIndex) => ({ itemIndex, composed: { ...one, facts: {}, settings: {} } })) as unknown as Item[];
const numberedAnew = (all: Item[]) => numbered(all.map((one) => one.composed));
const items = fc.array(composed, { maxLength: 6 }).map(numbered);

const HELLO = { content: { text: 'Hello' } };

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
	const identity = identityIn(contextOf({ token: 'secret', runIndex, isRetry }));
	const run = { identity, ledger, mode, isRetry, options: { sameNumber: 'send', messageIds: 'node', ...more } };
	return { ledger, planned: planTargets(messages, run as unknown as Run) };
}

/** A message: text, recipient, sender and the user's ID. */
const contentOf = ({ message: { sender, content }, destination: { to, messageId }, hasOwnId }: Target) =>
	JSON.stringify(hasOwnId ? messageId : [to, sender, content]);
const keysOf = ({ all }: PlannedTargets) => all.map(({ key }) => key);
/** The keys of each content, in order. */
function keysByContent({ all }: PlannedTargets): Map<string, string[]> {
	const keys = new Map<string, string[]>();
	for (const target of all) keys.set(contentOf(target), [...(keys.get(contentOf(target)) ?? []), target.key]);
	return keys;
}

test('a message has the same key in every try and position of the input; no two share one', () => {
	const shuffled = items.chain((one) =>
		fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }).map(numberedAnew)),
	);
	fc.assert(
		fc.property(shuffled, fc.boolean(), ([messages, others], isRetry) => {
			const { planned } = plan(messages, {});
			const again = plan(others, { isRetry }).planned;
			expect(new Set(keysOf(planned)).size).toBe(planned.all.length);
			expect(keysByContent(again)).toEqual(keysByContent(planned));
			const first = new Map([...keysByContent(planned)].map(([content, [key]]) => [content, key]));
			expect(planned.all.map(({ firstKey }) => firstKey)).toEqual(
				planned.all.map((target) => first.get(contentOf(target))),
			);
		}),
	);
});

test('keys differ between runs', () => {
	fc.assert(
		fc.property(fc.array(items, { minLength: 2, maxLength: 4 }), (runs) => {
			const kept = {};
			const keys = new Set<string>();
			runs.forEach((messages, runIndex) => {
				const { ledger, planned } = plan(messages, { kept, runIndex });
				expect(keysOf(planned).filter((key) => keys.has(key))).toEqual([]);
				for (const key of keysOf(planned)) keys.add(key);
				ledger.close(planned.all.map(({ firstKey }) => firstKey));
			});
		}),
	);
});

test.each([
	['report', true, false],
	['sendAgain', true, true],
	['report', false, true],
])(
	'on Retry without a record, with %s, a message that is scheduled (%s) may be sent: %s',
	(ifUnclear, isScheduled, mayResend) => {
		const scheduled = isScheduled ? { sendAt: '2100-01-01T00:00:00.000Z' } : {};
		const messages = numbered([{ message: HELLO, ...scheduled, destinations: [{ to: '1' }] }]);
		expect(plan(messages, { isRetry: true, options: { ifUnclear } }).planned.all).toMatchObject([
			{ doubt: { mayResend } },
		]);
	},
);

test.each([
	['accepted', 'stop', true],
	['accepted', 'continue', true],
	['refused', 'stop', false],
	['refused', 'continue', true],
	['notSent', 'continue', false],
	['unknown', 'continue', false],
] as const)('what was %s is recalled by a later try with %s: %s', (state, mode, isRecalled) => {
	const kept = {};
	const messages = numbered([{ message: HELLO, destinations: [{ to: '1' }] }]);
	const { ledger, planned } = plan(messages, { kept });
	ledger.settled(planned.all[0]!.key, { state, ...(state === 'accepted' && { entry: NO_ENTRY }) } as Outcome);
	expect(plan(messages, { kept, mode }).planned.settled.size).toBe(isRecalled ? 1 : 0);
});

test('repeated numbers are skipped with their first message and the number as given', () => {
	const destinations = [{ to: '1' }, { to: '2' }, { to: '1', given: '+1' }, { to: '2' }];
	const messages = numbered([{ message: HELLO, destinations }]);
	const { all, settled } = plan(messages, { options: { sameNumber: 'skip' } }).planned;
	const [one, two] = all;
	expect([...settled]).toEqual([
		[
			expect.objectContaining({ destination: { to: '1', messageId: '' }, given: '+1' }),
			{ state: 'skipped', original: one },
		],
		[expect.objectContaining({ destination: { to: '2', messageId: '' } }), { state: 'skipped', original: two }],
	]);
	expect(plan(messages, {}).planned).toMatchObject({ all: { length: 4 }, settled: { size: 0 } });
});

test('a send time is late a minute after it has passed', () => {
	const at = (ms: number) => ({ sendAt: new Date(Date.now() + ms).toISOString() });
	const times = [{}, at(60_000), at(-30_000), at(-90_000)];
	const messages = numbered(times.map((time) => ({ message: HELLO, ...time, destinations: [{ to: '1' }] })));
	expect(plan(messages, {}).planned.all.map(({ isLate }) => isLate)).toEqual([false, false, false, true]);
});
