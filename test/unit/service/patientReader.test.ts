import { PatientReader } from '../../../nodes/SmsMessaging/service/patientReader';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';
import { host } from '../../../nodes/SmsMessaging/service/host';

const failureOf = (kind: ServiceFailure['kind'], more: object = {}): ServiceFailure => ({
	kind,
	message: kind,
	description: '',
	...more,
});
const FAILURES = {
	busy: failureOf('notNow', { retryAfterMs: 0 }),
	restarting: failureOf('unreachable', { code: 'ECONNREFUSED', retryAfterMs: 0 }),
	unclear: failureOf('unclear'),
	refused: failureOf('refused'),
	unauthorized: failureOf('unauthorized'),
};
type Answer = keyof typeof FAILURES | 'ok';

let elapsed: number;
beforeEach(() => {
	elapsed = 1000;
	jest.spyOn(host, 'elapsed').mockImplementation(() => elapsed);
	jest.spyOn(host, 'random').mockReturnValue(0.5);
	jest.spyOn(host, 'sleep').mockImplementation(async (ms) => void (elapsed += ms));
});
afterEach(() => jest.restoreAllMocks());

/** Reads until every answer was given. @returns how each reading ended, and how long it was to each call from the one before */
async function read(answers: Answer[]) {
	const reader = new PatientReader({ patienceMs: 600_000, triesIfUnclear: 3, advice: '' }, undefined);
	const [ends, times]: [string[], number[]] = [[], []];
	const left = [...answers];
	while (left.length > 0) {
		const result = await reader.read(async () => {
			times.push(elapsed);
			const answer = left.shift()!;
			return answer === 'ok' ? { ok: true, value: [] } : { ok: false, failure: FAILURES[answer] };
		});
		ends.push(result.ok ? 'ok' : result.failure.message);
	}
	return { ends, pauses: times.slice(1).map((time, index) => Math.round(time - times[index]!)) };
}

test.each<[string, Answer[], string[]]>([
	['a refusal for good is not tried again', ['refused', 'ok'], ['refused', 'ok']],
	[
		'an unclear answer is tried three times',
		['unclear', 'unclear', 'ok', 'unclear', 'unclear', 'unclear', 'ok'],
		['ok', 'unclear', 'ok'],
	],
	['429 and a restart are waited for', [...Array(6).fill('busy'), ...Array(6).fill('restarting'), 'ok'], ['ok']],
])('%s', async (_name, answers, ends) => expect((await read(answers)).ends).toEqual(ends));

test('each 429 doubles the interval between calls, up to ten seconds', async () => {
	const answers = Array(8).fill(['busy', 'ok', 'ok']).flat() as Answer[];
	const { pauses } = await read(answers);
	// Of each three: from 429 to the next try, then to the next call, then to the one that meets a 429
	expect(pauses.filter((_, index) => index % 3 === 1)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a refused credential ends the calls', async () => {
	const reader = new PatientReader({ patienceMs: 600_000, triesIfUnclear: 3, advice: '' }, undefined);
	const call = jest.fn(async () => ({ ok: false as const, failure: FAILURES.unauthorized }));
	for (const _ of [1, 2]) expect(await reader.read(call)).toEqual({ ok: false, failure: FAILURES.unauthorized });
	expect(call).toHaveBeenCalledTimes(1);
});
