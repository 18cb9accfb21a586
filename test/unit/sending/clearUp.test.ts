import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { ClearUp } from '../../../nodes/SmsMessaging/sending/submit/clearUp';
import type { LogSearch, SoughtRequest } from '../../../nodes/SmsMessaging/sending/submit/logSearch';
import { NOT_PROVEN, type LookUp } from '../../../nodes/SmsMessaging/sending/submit/look';
import { unresolved, type Reason, type Unresolved } from '../../../nodes/SmsMessaging/sending/submit/unresolved';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { batchOf, before, countedTime, numberOf, runOf, statesOf, targetOf } from './parts';

const failure = (kind: ServiceFailure['kind']): ServiceFailure => ({ kind, message: kind, description: '' });
const LOST: Reason = { kind: 'noAnswer', failure: failure('unclear') };
const log = (name: string, more: object = {}) => ({ to: numberOf(name), messageId: name, bulkId: 'bulk', ...more });
const REJECTED = { status: { id: 51, groupId: 5, groupName: 'REJECTED', name: 'REJECTED' } };

type Look = { shows?: Array<[Target, object]>; unread?: Array<[Target, ServiceFailure]>; takesMs?: number };

/** Clears up with logs that show these, look by look, and in the end nothing; only what is asked for. */
function clearUpWith(looks: Array<Look | Error>, options: Partial<Run['options']> = {}, maySend = true) {
	const asked: Array<{ requests: SoughtRequest[]; names: string[]; isLast: boolean }> = [];
	const { run, outcomes } = runOf(options);
	const logs = {
		requests: async (requests: SoughtRequest[], isLast: boolean): Promise<LookUp> => {
			const targets = requests.flatMap((request) => request.targets);
			asked.push({
				requests: requests.map((one) => ({ ...one, unknown: [...one.unknown] })),
				names: targets.map(({ key }) => key),
				isLast,
			});
			const look = looks.shift() ?? {};
			if (look instanceof Error) throw look;
			await host.sleep(look.takesMs ?? 0);
			return {
				found: new Map((look.shows ?? []).filter(([target]) => targets.includes(target))) as LookUp['found'],
				unread: new Map((look.unread ?? []).filter(([target]) => targets.includes(target))),
			};
		},
	};
	const clearUp = new ClearUp(run, outcomes, logs as unknown as LogSearch, () => maySend);
	const sendsAgain = async (all: Unresolved[]) => {
		const { sendAgain, postponed } = await clearUp.resolve(all);
		const sent = sendAgain.map(({ targets }) => targets);
		return { sendAgain, postponed, names: sent.flat().map(({ key }) => key) };
	};
	return { asked, outcomes, resolve: sendsAgain };
}

const UNREADABLE = Array<ServiceFailure>(9).fill(failure('unauthorized'));
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => targetOf(name)) as [Target, Target, Target, Target];
const lost = (bulkId: string, ...targets: Target[]) => unresolved(batchOf(bulkId, targets), LOST);
let elapsed: () => number;
beforeEach(() => {
	elapsed = countedTime();
});
afterEach(() => jest.restoreAllMocks());

test('looks ask for what is still open, and end once everything is found', async () => {
	const { asked, outcomes, resolve } = clearUpWith([
		{
			shows: [
				[a, log('a')],
				[b, log('b')],
			],
		},
		{},
		{
			shows: [
				[c, log('c')],
				[d, log('d')],
			],
		},
	]);
	expect((await resolve([lost('one', a), lost('two', b, c, d)])).names).toEqual([]);
	expect(asked.map(({ names }) => names.join(''))).toEqual(['abcd', 'cd', 'cd']);
	expect(asked.map(({ requests }) => requests.length)).toEqual([2, 1, 1]);
	expect(statesOf(outcomes, [a, b, c, d])).toEqual(Array(4).fill('accepted'));
	expect(outcomes.all.get(d)?.bulkId).toBe('two');
	expect(elapsed()).toBe(3000);
});

test('what the last look does not show either is sent again, but once', async () => {
	const { asked, outcomes, resolve } = clearUpWith([]);
	const first = await resolve([lost('one', a), lost('two', b)]);
	expect(first.sendAgain).toEqual([batchOf('one', [a]), batchOf('two', [b])]);
	expect(asked.map(({ isLast }) => isLast)).toEqual([false, false, false, false, true]);
	expect(elapsed()).toBe(15_000);
	expect(await resolve([lost('one', a), lost('two', b)])).toMatchObject({ sendAgain: [], postponed: [] });
	expect(statesOf(outcomes, [a, b])).toEqual(['unknown', 'unknown']);
	// In the later round, too
	expect(asked.map(({ isLast }) => isLast).slice(5)).toEqual([false, false, false, false, true]);
	expect(elapsed()).toBe(30_000);
});

test.each([
	['after a look that takes as long as the look-up time', {}, [{ takesMs: 15_000 }]],
	['without a look-up time', { lookUpMs: 0 }, []],
])('the logs are asked at once, and only once more: %s', async (_, options, looks) => {
	const { asked, resolve } = clearUpWith(looks, options);
	await resolve([lost('one', a)]);
	expect(asked.map(({ isLast }) => isLast)).toEqual([false, true]);
});

test('parts with one bulk ID are looked up together, with all numbers of the request and what the service rejected as known', async () => {
	const { asked, resolve } = clearUpWith([]);
	const reasons = new Map<Target, Reason>([
		[a, LOST],
		[b, { kind: 'duplicate', entry: { ...log('b'), status: { id: 23 } } as never }],
	]);
	await resolve([{ request: batchOf('one', [a, b, c]), reasons, isOfEarlierTry: false }, lost('two', d)]);
	const numbers = ['a', 'b', 'c'].map(numberOf);
	expect(asked[0]!.requests).toMatchObject([
		{ bulkId: 'one', targets: [a, b], isSingle: false, numbers, duplicates: [b] },
		{ bulkId: 'two', targets: [d], isSingle: true, numbers: [numberOf('d')], duplicates: [] },
	]);
	await resolve([lost('one', b, c), lost('one', a)]);
	expect(asked.at(-1)!.requests).toMatchObject([{ targets: [c, a], isSingle: true, numbers, duplicates: [] }]);
});

const RUN = 'n8n-abcdef-e1-01234567-0-';
test.each([
	['of its request', `${RUN}2`, false, `${RUN}2`],
	['of another request of the run', `${RUN}1`, false, `${RUN}1`],
	['of the service', '4711', false, `${RUN}2`],
	['of the service, after an earlier try', '4711', true, '4711'],
	['that is not shown, after an earlier try', undefined, true, 'earlier'],
])(
	'what is found comes out with the bulk ID that it was sent under: one %s',
	async (_, shown, isOfEarlierTry, bulkId) => {
		const target = targetOf('a', before({ bulkId: 'earlier' }));
		const { outcomes, resolve } = clearUpWith([{ shows: [[target, log('a', { bulkId: shown })]] }]);
		await resolve([unresolved(batchOf(`${RUN}2`, [target]), LOST, isOfEarlierTry)]);
		expect(outcomes.all.get(target)).toMatchObject({ state: 'accepted', bulkId });
	},
);

test('logs that take no more questions for now are asked once more in the end, and then as long as patience lasts', async () => {
	const busy: Look = {
		unread: [
			[a, failure('notNow')],
			[b, failure('unclear')],
		],
	};
	const { asked, resolve } = clearUpWith([busy, busy, { unread: [[a, failure('notNow')]] }]);
	expect((await resolve([lost('one', a, b, c)])).names).toEqual(['a', 'b', 'c']);
	expect(asked.map(({ names, isLast }) => [names.join(''), isLast])).toEqual([
		['abc', false],
		['abc', true],
		['ab', true],
		['a', true],
	]);
});

describe('messages whose absence is not proven', () => {
	const notProven = (...targets: Target[]): Look => ({ unread: targets.map((target) => [target, NOT_PROVEN]) });
	const always = (look: Look) => Array.from({ length: 5 }, () => look);

	test('wait for others to be sent, and only once', async () => {
		const { outcomes, resolve } = clearUpWith([...always(notProven(b, c)), ...always(notProven(b))]);
		const first = await resolve([lost('one', a, b), lost('two', c)]);
		expect(first.names).toEqual(['a']);
		expect(first.postponed.map(({ reasons }) => [...reasons.keys()])).toEqual([[b], [c]]);
		const second = await resolve([...first.postponed, lost('three', d)]);
		expect(second.names).toEqual(['c', 'd']);
		expect(second.postponed).toEqual([]);
		expect(statesOf(outcomes, [a, b, c, d])).toEqual([undefined, 'unknown', undefined, undefined]);
	});

	test('are unknown at once if nothing else is sent', async () => {
		const { outcomes, resolve } = clearUpWith(always(notProven(a)));
		expect(await resolve([lost('one', a)])).toEqual({ sendAgain: [], postponed: [], names: [] });
		expect(statesOf(outcomes, [a])).toEqual(['unknown']);
	});

	test.each([
		['notProven' as const, 'a'],
		['noAnswer' as const, ''],
	])('and then is: sent, even with Report as Unknown, if this try has not sent it yet (%s)', async (kind, names) => {
		const { resolve } = clearUpWith([], { ifUnclear: 'report' });
		const one = unresolved(batchOf('one', [a]), { kind, failure: NOT_PROVEN }, true);
		expect((await resolve([one])).names.join('')).toBe(names);
	});

	test('say why the logs could not show them', async () => {
		const { outcomes, resolve } = clearUpWith(UNREADABLE.map((unread): Look => ({ unread: [[a, unread]] })));
		await resolve([unresolved(batchOf('one', [a]), { kind: 'notProven', failure: NOT_PROVEN }, true)]);
		expect(outcomes.all.get(a)).toMatchObject({
			state: 'unknown',
			failure: { message: 'The logs could not show whether this message was sent before: unauthorized' },
		});
	});
});

test('what cannot be told from others in the answer is never sent again, and the next look knows of it', async () => {
	const { asked, outcomes, resolve } = clearUpWith([]);
	const reasons = new Map<Target, Reason>([
		[a, { kind: 'ambiguous' }],
		[b, { kind: 'ambiguous' }],
		[c, LOST],
	]);
	const request = batchOf('one', [a, b, c]);
	const first = await resolve([{ request, reasons, isOfEarlierTry: false }]);
	expect(first.sendAgain).toEqual([batchOf('one', [c])]);
	expect(statesOf(outcomes, [a, b])).toEqual(['unknown', 'unknown']);
	expect(asked.at(-1)!.requests[0]).toMatchObject({ unknown: [] });
	await resolve([unresolved(batchOf('one', [c]), LOST)]);
	expect(asked.at(-1)!.requests[0]).toMatchObject({ unknown: [a, b] });
});

test('a part that an earlier try sent makes the whole request one of unknown bulk ID', async () => {
	const { asked, resolve } = clearUpWith([]);
	await resolve([unresolved(batchOf('one', [a]), LOST, true), unresolved(batchOf('one', [b]), LOST)]);
	expect(asked[0]!.requests).toEqual([expect.objectContaining({ isOfEarlierTry: true, targets: [a, b] })]);
});

test.each([
	['this request', { bulkId: 'one' }, {}, 'refused'],
	['another request', { bulkId: 'other' }, {}, 'unknown'],
	['one with the same bulk ID of the user', { bulkId: 'one' }, { bulkId: 'one' }, 'unknown'],
])("a rejection with the user's own ID, by %s", async (_, logged, settings, state) => {
	const own = targetOf('own', { hasOwnId: true });
	const { outcomes, resolve } = clearUpWith([{ shows: [[own, log('own', { ...REJECTED, ...logged })]] }]);
	await resolve([unresolved(batchOf('one', [own], settings), LOST)]);
	expect(statesOf(outcomes, [own])).toEqual([state]);
});

test('a rejection with an ID of the node is of this message, whatever its bulk ID', async () => {
	const { outcomes, resolve } = clearUpWith([{ shows: [[a, log('a', { ...REJECTED, bulkId: 'other' })]] }]);
	await resolve([lost('one', a)]);
	expect(statesOf(outcomes, [a])).toEqual(['refused']);
});

test.each([
	["a user's ID", { hasOwnId: true }, [], 'refused'],
	[
		"a user's ID that an earlier try may have used",
		{ hasOwnId: true, ...before({ mayHaveBeenSent: true }) },
		[],
		'unknown',
	],
	["a user's ID, and logs that cannot be read", { hasOwnId: true }, UNREADABLE, 'unknown'],
	["an ID of the node's, so that the request arrived twice", {}, [], 'unknown'],
	[
		"a user's ID that was not known before, so that the request arrived twice",
		{ hasOwnId: true, ...before({ refusal: { state: 'refused', failure: failure('refused') } }) },
		[],
		'unknown',
	],
])('an ID that the service knows, and no log: %s', async (_, more, looks, state) => {
	const target = targetOf('a', more);
	const { outcomes, resolve } = clearUpWith(looks.map((unread) => ({ unread: [[target, unread]] })));
	const entry = { ...log('a'), status: { id: 23 } } as never;
	await resolve([unresolved(batchOf('one', [target]), { kind: 'duplicate', entry })]);
	expect(statesOf(outcomes, [target])).toEqual([state]);
	const { message } = (outcomes.all.get(target) as { failure: ServiceFailure }).failure;
	expect(message).toContain(
		target.before.refusal === undefined ? 'rejected' : 'refused; a later try was rejected as a duplicate',
	);
});

test('a status in a group that nobody knows is never sent again, and named', async () => {
	const { outcomes, resolve } = clearUpWith([]);
	const entry = { ...log('a'), status: { groupName: 'STRANGE', name: 'ODD' } } as never;
	expect((await resolve([unresolved(batchOf('one', [a]), { kind: 'unknownGroup', entry })])).names).toEqual([]);
	expect(outcomes.all.get(a)).toMatchObject({
		state: 'unknown',
		bulkId: 'one',
		failure: { message: 'The service gave a status that this node does not know (ODD)' },
	});
});

test('what there is no room for is not sent again', async () => {
	const { outcomes, resolve } = clearUpWith([], {}, false);
	const notProven: Reason = { kind: 'notProven', failure: NOT_PROVEN };
	const all = [lost('one', a), unresolved(batchOf('two', [b]), notProven, true)];
	expect((await resolve(all)).names).toEqual([]);
	expect(statesOf(outcomes, [a, b])).toEqual(['unknown', 'unknown']);
	expect(outcomes.all.get(b)).toMatchObject({ failure: NOT_PROVEN });
});

test('a mistake of the node itself while it looks: what is found stays, and all else is unknown', async () => {
	const { outcomes, resolve } = clearUpWith([{ shows: [[a, log('a')]] }, new Error('a bug')]);
	expect(await resolve([lost('one', a, b)])).toEqual({ sendAgain: [], postponed: [], names: [] });
	expect(statesOf(outcomes, [a, b])).toEqual(['accepted', 'unknown']);
	expect(outcomes.all.get(b)).toMatchObject({ bulkId: 'one', failure: { message: 'The node failed: a bug' } });
});
