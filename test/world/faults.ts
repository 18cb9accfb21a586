import fc from 'fast-check';

import { rare, sometimes, weighted } from './draw';
import { provesNothingAccepted, type Body, type Fault } from './sending/network';

/** Random faults of requests, for the lives of all worlds. Everything shrinks to the ordinary case. */

export const someStatus = fc.oneof(
	fc.constantFrom(200, 200, 201, 202, 204, 207, 400, 401, 404, 408, 413, 429, 429, 500, 502, 503, 504),
	fc.integer({ min: 200, max: 999 }),
);
const retryAfter = rare(fc.constantFrom('1', '30', '3600', 'soon', 'Mon, 05 Jan 2026 12:00:20 GMT', '-5'), 3);

export function statusAnswer(status: fc.Arbitrary<number>, bodies: Body[]): fc.Arbitrary<Fault['answer']> {
	return fc.record(
		{ kind: fc.constant('status'), status, body: fc.constantFrom(...bodies), retryAfter },
		{ requiredKeys: ['kind', 'status', 'body'] },
	);
}

export const noAnswer: fc.Arbitrary<Fault['answer']> = fc.record({
	kind: fc.constantFrom('lost', 'refused', 'never'),
});

const trickle: fc.Arbitrary<Fault['answer']> = fc.record({
	kind: fc.constant('trickle'),
	pauseMs: fc.constantFrom(1000, 20_000),
	bytes: fc.constantFrom(3, 100, 10_000),
});

export const otherAnswer = fc.oneof(noAnswer, trickle);

export const delayMs = sometimes(0, fc.constantFrom(200, 5000, 50_000));

/** Answers that prove that a request was not carried out are true. */
export function truthful(fault: Fault): Fault {
	const { answer } = fault;
	const isProof = answer.kind === 'refused' || (answer.kind === 'status' && provesNothingAccepted(answer.status));
	return isProof ? { ...fault, acts: 'none' } : fault;
}

/** Mostly a few faults at the start, sometimes one kind of fault throughout. */
export function plan(fault: fc.Arbitrary<Fault>, weightOfNone = 3): fc.Arbitrary<Array<Fault | undefined>> {
	return weighted(
		[weightOfNone, fc.constant<Array<Fault | undefined>>([])],
		[8, fc.array(rare(fault, 2), { maxLength: 6 })],
		[2, fault.map((one) => Array.from({ length: 60 }, () => one))],
	);
}
