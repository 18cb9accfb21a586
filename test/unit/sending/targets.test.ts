import { keptEntry, NO_ENTRY, readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { Outcome } from '../../../nodes/SmsMessaging/sending/plan/target';
import { planTargets, reportRepeats } from '../../../nodes/SmsMessaging/sending/plan/targets';
import { REJECTED, runOf } from './parts';

const hello = (more: object = {}): Parameters<typeof planTargets>[0] => {
	const composed = { message: { content: { text: 'Hello' } }, facts: {}, settings: {}, destinations: [{ to: '1' }] };
	return [{ itemIndex: 0, composed: { ...composed, ...more } }];
};

interface Setting {
	/** What the execution keeps of this node. */
	kept?: object;
	isRetry?: boolean;
	mode?: 'stop' | 'continue';
	options?: object;
}

function plan(
	messages: Parameters<typeof planTargets>[0],
	{ kept = {}, isRetry = false, mode = 'stop', options: more }: Setting,
) {
	const ledger = openLedger<Outcome>(kept as never, 0);
	const run = runOf({ ledger, mode, isRetry, options: { sameNumber: 'send', ...more } });
	return { ledger, planned: planTargets(messages, run) };
}

test.each([
	['report', true, false],
	['sendAgain', true, true],
	['report', false, true],
])(
	'on Retry without a record, with %s, a message that is scheduled (%s) may be sent: %s',
	(ifUnclear, isScheduled, mayResend) => {
		const scheduled = isScheduled ? { sendAt: '2100-01-01T00:00:00.000Z' } : {};
		expect(plan(hello(scheduled), { isRetry: true, options: { ifUnclear } }).planned.all).toMatchObject([
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
	const { ledger, planned } = plan(hello(), { kept });
	ledger.settled(planned.all[0]!.key, { state, ...(state === 'accepted' && { entry: NO_ENTRY }) } as Outcome);
	expect(plan(hello(), { kept, mode }).planned.settled.size).toBe(isRecalled ? 1 : 0);
});

test.each([
	['failed, by the service', { groupId: 2, groupName: 'UNDELIVERABLE' }, '1', 1],
	['failed, for another number', { groupId: 2, groupName: 'UNDELIVERABLE' }, '2', 0],
	['rejected', REJECTED, '1', 0],
])('with Stop, what %s, is tried again unless its logs would call it accepted', (_, status, to, count) => {
	const kept = {};
	const { ledger, planned } = plan(hello(), { kept });
	const entry = keptEntry(readEntry({ to, status }));
	ledger.settled(planned.all[0]!.key, { state: 'refused', entry, failure: {} } as Outcome);
	const { settled } = plan(hello(), { kept }).planned;
	expect([...settled.values()]).toHaveLength(count);
	if (count === 1) expect([...settled.values()]).toMatchObject([{ isRecalled: true, entry: { to } }]);
});

test('a send time that has passed by more than a minute is late, unless quiet hours put it off', () => {
	const at = (ms: number) => new Date(Date.now() + ms).toISOString();
	const deferredTo = '2100-01-01T07:00:00.000Z';
	const planned = (more: object) => plan(hello(more), {}).planned.all[0]!;
	expect(planned({ sendAt: at(-61_000) })).toMatchObject({ isLate: true });
	for (const sendAt of [at(-59_000), at(1000), undefined]) expect(planned({ sendAt })).toMatchObject({ isLate: false });
	const destinations = [{ to: '1', deferredTo }];
	expect(planned({ sendAt: at(-61_000), destinations })).toMatchObject({
		isLate: false,
		sendAt: deferredTo,
		deferredTo,
	});
});

test('a skipped message has neither ID nor time', () => {
	const options = { skipped: { numbers: new Set(['1']) } };
	const sendAt = '2100-01-01T00:00:00.000Z';
	const destinations = [{ to: '1', deferredTo: sendAt }];
	const { all, settled } = plan(hello({ sendAt, destinations }), { options }).planned;
	expect(all).toMatchObject([{ key: '', firstKey: '', destination: { messageId: '' } }]);
	for (const name of ['sendAt', 'deferredTo'] as const) expect(all[0]![name]).toBeUndefined();
	expect([...settled.values()]).toEqual([{ state: 'skipped', reason: 'listed' }]);
});

describe('repeats', () => {
	type Items = Parameters<typeof reportRepeats>[0];
	/** An item for each list of destinations, by number and perhaps the user's ID. */
	const itemsOf = (...lists: Array<Array<[to: string, messageId?: string]>>) =>
		lists.map((list, itemIndex) => ({
			itemIndex,
			faults: [],
			value: { message: { content: { text: '' } }, destinations: list.map(([to, messageId]) => ({ to, messageId })) },
		})) as unknown as Items;
	const faulty = (items: Items) => items.filter(({ faults }) => faults.length > 0).map(({ itemIndex }) => itemIndex);

	test('an ID names one message, whatever its number, in all runs of an execution', () => {
		const run = runOf();
		expect(faulty(reportRepeats(itemsOf([['1', 'a']], [['1'], ['1']], [['2', 'b']], [['2', 'a']]), run))).toEqual([3]);
		const skipping = runOf({ options: { skipped: { numbers: new Set(['1']) } } as never });
		expect(faulty(reportRepeats(itemsOf([['1', 'a']], [['2', 'a']]), skipping))).toEqual([]);
		const once = runOf({ options: { sameNumber: 'skip' } });
		expect(faulty(reportRepeats(itemsOf([['1', 'a']], [['1', 'a']], [['2', 'a']]), once))).toEqual([2]);
		// What is faulty is not sent, so the number after it is no repeat
		expect(faulty(reportRepeats(itemsOf([['1', 'a']], [['2', 'a']], [['2', 'a']]), once))).toEqual([1, 2]);
		const twice: Array<[string, string]> = ['1', '2'].map((to) => [to, 'a']);
		const [own] = reportRepeats(itemsOf(twice), run);
		expect(own!.faults).toMatchObject([{ field: 'messageId', reason: expect.stringContaining('this item') }]);
		run.ledger.close([run.identity.messageId(JSON.stringify(['a']), 0)]);
		const before = { before: run.identity.messageId('["a"]', 0).slice(0, 10) };
		const later = runOf({ ledger: openLedger(before as never, 1) });
		const [again] = reportRepeats(itemsOf([['9', 'a']], [['9', 'b']], [['9']]), later);
		expect(again!.faults).toMatchObject([{ field: 'messageId', reason: expect.stringContaining("'a'") }]);
		expect(faulty(reportRepeats(itemsOf([['9', 'b']], [['9']]), later))).toEqual([]);
		const onceLater = runOf({ options: { sameNumber: 'skip' }, ledger: openLedger(before as never, 1) });
		expect(faulty(reportRepeats(itemsOf([['9', 'b']], [['9', 'a']], [['8', 'a']]), onceLater))).toEqual([2]);
	});

	test('a number is repeated also within one item; faulty items and skipped numbers do not count', () => {
		const run = runOf({ options: { sameNumber: 'report', skipped: { numbers: new Set(['7']) } } as never });
		const items = itemsOf([['1']], [['2'], ['2']], [['2']], [['1']], [['7']], [['7']]);
		const found = reportRepeats(items, run);
		expect(faulty(found)).toEqual([1, 3]);
		expect(found[1]!.faults).toMatchObject([{ field: 'to', reason: expect.stringContaining('this item') }]);
		expect(found[3]!.faults).toMatchObject([{ field: 'to', reason: expect.stringContaining('item 0') }]);
		const before = items.map((item) => ({ ...item, faults: item.itemIndex === 0 ? [{ field: 'x', reason: '' }] : [] }));
		expect(faulty(reportRepeats(before, run))).toEqual([0, 1]);
	});
});
