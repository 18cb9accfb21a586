import fc from 'fast-check';

import type { N8n } from '../../../nodes/SmsMessaging/sending/n8n';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { PlannedTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import {
	isDone,
	notAcceptedError,
	presentOutcome,
	presentSkipped,
	warnOfPastTimes,
} from '../../../nodes/SmsMessaging/sending/present';
import { targetOf } from './parts';

const FAILURE = { kind: 'unclear' as const, message: 'It failed', description: 'Do something.' };
const STATUS = { groupId: 1, groupName: 'PENDING', name: 'PENDING_ACCEPTED' };

/** An outcome of a target, and whether the service said anything about it. */
const outcome = fc.record({
	state: fc.constantFrom(
		'accepted' as const,
		'accepted' as const,
		'refused' as const,
		'notSent' as const,
		'unknown' as const,
	),
	hasEntry: fc.boolean(),
	bulkId: fc.constantFrom('bulk', undefined),
	response: fc.constantFrom({}, undefined, { bulkId: 'of the answer' }, { bulkId: 7 as never }),
	isRecalled: fc.constantFrom(true, undefined),
});
type Drawn = typeof outcome extends fc.Arbitrary<infer T> ? T : never;

function outcomeOf({ hasEntry, state, response, ...more }: Drawn, { destination }: Target): Outcome {
	const entry = { to: destination.to, messageId: `service-${destination.messageId}`, status: STATUS };
	const isAnswered = state === 'accepted' || (state === 'refused' && hasEntry);
	const said = { ...(state !== 'accepted' && { failure: FAILURE }), ...(isAnswered && { entry, response }) };
	return { state, ...said, ...more } as Outcome;
}

test('what was accepted comes out with its answer, all else as an error with its reason; a rejection as it was chosen', () => {
	fc.assert(
		fc.property(
			outcome,
			fc.constantFrom('errors' as const, 'items' as const),
			fc.boolean(),
			fc.constantFrom('0043', undefined),
			fc.boolean(),
			(drawn, rejectedAs, isTool, given, isLate) => {
				const target = targetOf('a', {
					itemIndex: 3,
					facts: { segments: 1 },
					isLate,
					...(given !== undefined && { given }),
				});
				const became = outcomeOf(drawn, target);
				const { state, hasEntry, bulkId, isRecalled } = drawn;
				const isNormal = state === 'accepted' || (state === 'refused' && hasEntry && rejectedAs === 'items');
				expect(isDone(became, { rejectedAs })).toBe(isNormal);
				const { json, pairedItem } = presentOutcome(target, became, { rejectedAs, isTool, simplify: true });
				expect(pairedItem).toEqual({ item: 3 });
				const { to, messageId } = target.destination;
				if (isNormal) {
					const { bulkId: answered } = drawn.response ?? {};
					const names = { messageId: `service-${messageId}`, to, segments: 1 };
					expect(json).toMatchObject({ ...names, statusGroup: 'PENDING', status: 'PENDING_ACCEPTED' });
					expect(json.bulkId).toBe(answered === undefined ? bulkId : String(answered));
					expect(json.alreadySent).toBe(isTool && isRecalled === true ? true : undefined);
					expect('given' in json ? json.given : undefined).toBe(given);
					expect(json.warning !== undefined).toBe(isLate && isRecalled !== true);
					expect('error' in json).toBe(false);
					return;
				}
				expect(Object.keys(json)).toEqual(['error', 'details']);
				expect(json.error).toBe('It failed');
				expect(json.details).toStrictEqual({
					to,
					messageId,
					...(given !== undefined && { given }),
					...(isLate && { warning: expect.stringContaining('in the past') }),
					state,
					...(bulkId !== undefined && { bulkId }),
					description: 'Do something.',
					segments: 1,
					...(state === 'refused' && hasEntry && { response: expect.objectContaining({ to }) }),
				});
			},
		),
		{ numRuns: 300 },
	);
});

test('a destination that no step accounts for is unknown, and not done', () => {
	const { json } = presentOutcome(targetOf('a'), undefined, { rejectedAs: 'items', isTool: false, simplify: true });
	expect(isDone(undefined, { rejectedAs: 'items' })).toBe(false);
	expect(json).toMatchObject({
		error: 'The node lost track of this destination',
		details: { state: 'unknown', description: expect.stringContaining('Check Get Logs') },
	});
});

test.each([
	[
		'is accepted',
		{ state: 'accepted', entry: { messageId: 5 } },
		{ originalMessageId: '5', originalState: 'accepted' },
	],
	['is accepted with no ID', { state: 'accepted', entry: {} }, { originalMessageId: 'a', originalState: 'accepted' }],
	['is refused', { state: 'refused', entry: { messageId: 5 } }, { originalMessageId: 'a', originalState: 'refused' }],
	['is not known', undefined, { originalMessageId: 'a' }],
])('a number that is skipped names the message that went to it, which %s', (_, became, expected) => {
	const original = targetOf('a', { itemIndex: 1 });
	expect(presentSkipped({ itemIndex: 4, to: '1', given: '01', original }, became as Outcome | undefined)).toEqual({
		json: { to: '1', given: '01', skipped: true, originalItem: 1, ...expected },
		pairedItem: { item: 4 },
	});
	const unnamed = { ...original, destination: { to: '1' } };
	const { json } = presentSkipped({ itemIndex: 4, to: '1', original: unnamed });
	expect(json).toStrictEqual({ to: '1', skipped: true, originalItem: 1 });
});

test.each([
	[0, []],
	[1, ['A message has a Send At in the past; the service may send at once, or not at all']],
	[2, ['2 messages have a Send At in the past; the service may send at once, or not at all']],
])('of %p messages with a time that has passed, and one that was sent before, the editor shows', (late, shown) => {
	const hints: object[] = [];
	const n8n = { hint: (message: string, type: string) => void hints.push({ message, type }) } as unknown as N8n;
	const sent = targetOf('sent', { isLate: true });
	const all = [...Array.from({ length: late }, (_, nth) => targetOf(`${nth}`, { isLate: true })), targetOf('b'), sent];
	warnOfPastTimes(n8n, { all, recalled: new Map([[sent, {} as Outcome]]) } as unknown as PlannedTargets);
	expect(hints).toEqual(shown.map((message) => ({ message, type: 'warning' })));
});

const NODE = { name: 'SMS', type: 'smsMessaging' } as never;

/** The error of a run with these outcomes, by target. */
function errorOf(outcomes: Array<[Target, Outcome | undefined]>, skipped: PlannedTargets['skipped'] = []) {
	const all = outcomes.map(([target]) => target);
	const known = outcomes.filter((one): one is [Target, Outcome] => one[1] !== undefined);
	const error = notAcceptedError(NODE, { all, skipped }, new Map(known), { rejectedAs: 'errors' } as never);
	const { requests, destinations } = error.context.data as Record<string, Array<Record<string, unknown>>>;
	return { error, requests: requests!, destinations: destinations! };
}

test('the error of a run lists every destination, failures first, and counts each request', () => {
	fc.assert(
		fc.property(fc.array(outcome, { minLength: 1, maxLength: 8 }), (drawn) => {
			fc.pre(drawn.some(({ state }) => state !== 'accepted'));
			const rows = drawn.map((one, itemIndex): [Target, Outcome] => {
				const target = targetOf(`${itemIndex}`, { itemIndex });
				return [target, outcomeOf(one, target)];
			});
			const [first] = rows;
			const { error, requests, destinations } = errorOf(rows, [{ itemIndex: 9, to: '1', original: first![0] }]);
			const failed = rows.filter(([, { state }]) => state !== 'accepted');
			const accepted = rows.filter(([, { state }]) => state === 'accepted');
			expect(destinations).toEqual([
				...failed.map(([{ itemIndex, destination }, { state }]) =>
					expect.objectContaining({ itemIndex, ...destination, state, error: 'It failed' }),
				),
				...accepted.map(
					([
						{
							itemIndex,
							destination: { to, messageId },
						},
					]) => expect.objectContaining({ itemIndex, to, messageId: `service-${messageId}`, state: 'accepted' }),
				),
				expect.objectContaining({ itemIndex: 9, to: '1', originalItem: 0, state: 'skipped' }),
			]);
			expect(destinations.filter((one) => 'response' in one && one.state !== 'refused')).toEqual([]);
			const counted = requests.map(({ bulkId, ...counts }) => [bulkId, counts]);
			const bulkIds = [...new Set(drawn.map(({ bulkId }) => bulkId))];
			expect(counted).toEqual(
				bulkIds.map((bulkId) => {
					const count = (wanted: string) => drawn.filter((one) => one.bulkId === bulkId && one.state === wanted).length;
					return [
						bulkId,
						{
							accepted: count('accepted'),
							refused: count('refused'),
							unknown: count('unknown'),
							notSent: count('notSent'),
						},
					];
				}),
			);
			for (const one of requests) expect('bulkId' in one).toBe(one.bulkId !== undefined);
			expect(error.context.itemIndex).toBe(failed.length === 1 ? failed[0]![0].itemIndex : undefined);
			const [{ destination: only }] = failed[0]!;
			const said =
				failed.length === 1
					? `1 of ${rows.length} destinations was not accepted: It failed (${only.to})`
					: `${failed.length} of ${rows.length} destinations were not accepted: It failed`;
			expect(error.message).toBe(rows.length === 1 ? 'It failed' : said);
			const numbers = accepted.map(([{ destination }]) => destination.to).join(', ');
			const who = accepted.length > 3 ? `The other ${accepted.length}` : numbers;
			const were = accepted.length === 1 ? 'was accepted' : 'were accepted';
			expect(error.description?.includes(`${who} ${were}`)).toBe(accepted.length > 0);
			if (accepted.length > 0)
				expect(error.description).toContain(`Retry does not send ${accepted.length === 1 ? 'it' : 'them'} again`);
		}),
		{ numRuns: 300 },
	);
});

test('of many destinations the error lists 1,000, failures first', () => {
	const of = (count: number, became: Outcome) =>
		Array.from({ length: count }, (_, nth): [Target, Outcome] => [targetOf(`${became.state}${nth}`), became]);
	const accepted = of(1100, { state: 'accepted', entry: {}, response: {} });
	const failed = of(2, { state: 'notSent', failure: FAILURE });
	const original = accepted[0]![0];
	const skipped = Array.from({ length: 1100 }, (_, itemIndex) => ({ itemIndex, to: '1', original }));
	const statesOf = (destinations: Array<Record<string, unknown>>) => {
		const counts: Record<string, number> = {};
		for (const { state } of destinations) counts[String(state)] = (counts[String(state)] ?? 0) + 1;
		return counts;
	};
	expect(statesOf(errorOf([...accepted, ...failed], skipped).destinations)).toEqual({ notSent: 2, accepted: 998 });
	expect(statesOf(errorOf([...accepted.slice(0, 500), ...failed], skipped).destinations)).toEqual({
		notSent: 2,
		accepted: 500,
		skipped: 498,
	});
});

test('different reasons are listed with the number that each is about, once', () => {
	const failed = (name: string, message: string): [Target, Outcome] => [
		targetOf(name, { itemIndex: 2, to: name }),
		{ state: 'notSent', failure: { ...FAILURE, message } },
	];
	const { error } = errorOf([failed('111', 'Blocked'), failed('222', '222 is blocked')]);
	expect(error.description).toContain('<li>Item 2, 111: Blocked. Do something.</li>');
	expect(error.description).toContain('<li>Item 2: 222 is blocked. Do something.</li>');
});
