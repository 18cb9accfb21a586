import fc from 'fast-check';

import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { isDone, presentOutcome } from '../../../nodes/SmsMessaging/sending/present';
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

test('accepted messages are output with their answer, others as errors; rejections as chosen', () => {
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

test('a destination without a recorded outcome is unknown', () => {
	const { json } = presentOutcome(targetOf('a'), undefined, { rejectedAs: 'items', isTool: false, simplify: true });
	expect(isDone(undefined, { rejectedAs: 'items' })).toBe(false);
	expect(json).toMatchObject({
		error: 'The node lost track of this destination',
		details: { state: 'unknown', description: expect.stringContaining('Check Get Logs') },
	});
});
