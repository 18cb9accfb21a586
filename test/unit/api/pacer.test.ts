import type { Result } from '../../../nodes/SmsMessaging/api/client';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/api/failure';
import { delayMs, Pacer, readingPacer, RETRY_TIMES } from '../../../nodes/SmsMessaging/api/pacer';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { WorldTime } from '../../world/time';

let time: WorldTime;
let restore: () => void;
beforeEach(() => {
	// A random number in the middle: no jitter
	time = new WorldTime(() => 0.5);
	restore = time.install();
});
afterEach(() => restore());

type Answer = 'ok' | Partial<ServiceFailure>;

const busy: Answer = { kind: 'notNow' };
const refusedConnection: Answer = { kind: 'unreachable', code: 'ECONNREFUSED' };
const unclear: Answer = { kind: 'unclear' };

const STOPPED: ServiceFailure = { kind: 'unreachable', message: 'stopped', description: '' };

const sending = (patienceMs: number, signal?: AbortSignal) =>
	new Pacer({ patienceMs, patienceFor: 'each', advice: 'Do this.', stopped: STOPPED }, signal);

/** A request that gets these answers, each after some time; then 'ok'. */
async function make(pacer: Pacer, answers: Answer[], takesMs = 0) {
	const at: number[] = [];
	const result = await pacer.request(async (): Promise<Result<string>> => {
		at.push(time.elapsed);
		if (takesMs > 0) await host.sleep(takesMs);
		const answer = answers[at.length - 1] ?? 'ok';
		return answer === 'ok'
			? { ok: true, value: 'taken' }
			: { ok: false, failure: { kind: 'unclear', message: 'No', description: '', ...answer } };
	});
	return { at, end: result.ok ? 'ok' : result.failure.message };
}

/** Lets time pass until all have ended. */
async function lived<T>(...all: Array<Promise<T>>): Promise<T[]> {
	const ended = Promise.all(all);
	await time.run(() => false);
	return await ended;
}

test.each([
	['429', busy],
	['a refused connection', refusedConnection],
])('%s: tries again at doubling delays until the patience has run out', async (_, answer) => {
	const [one] = await lived(make(sending(10_000), Array(20).fill(answer)));
	expect(one).toEqual({ at: [0, 500, 1000, 2000, 4000, 8000], end: 'No, even after 10 seconds' });
});

test('a delay differs by a quarter at most, and has a limit', () => {
	const random = jest.spyOn(host, 'random');
	for (const [value, ms] of [
		[0, 22_500],
		[1, 37_500],
	] as const) {
		random.mockReturnValue(value);
		expect(delayMs(RETRY_TIMES.notNow, 100_000)).toBe(ms);
	}
});

test('after Retry-After 0, there is a pause anyway', async () => {
	const [one] = await lived(make(sending(2000), Array(9).fill({ ...busy, retryAfterMs: 0 })));
	expect(one!.at).toEqual([0, 500, 1000, 1500, 2000]);
});

test('a Retry-After beyond the patience ends all requests', async () => {
	const pacer = sending(60_000);
	const long: Answer = { ...busy, retryAfterMs: 90_000 };
	const [one] = await lived(make(pacer, [long]));
	const [next] = await lived(make(pacer, []));
	expect(one!.end).toMatch(/asks to wait 90 seconds.*\(60 seconds\)/);
	expect(next).toEqual({ at: [], end: one!.end });
});

test.each<[string, Answer]>([
	['an unclear answer', unclear],
	['a refusal', { kind: 'refused' }],
	['a wrong credential', { kind: 'unauthorized' }],
	['a lasting connection failure', { ...refusedConnection, isLasting: true }],
])('sending tries once after %s', async (_, answer) => {
	const [one] = await lived(make(sending(60_000), [answer]));
	expect(one).toEqual({ at: [0], end: 'No' });
});

test('each request sent has the whole patience; calls that read share theirs', async () => {
	const reading = readingPacer({ patienceMs: 5000, triesIfUnclear: 1, advice: '' }, undefined);
	const ends: Record<string, string[]> = {};
	for (const [name, pacer] of Object.entries({ sending: sending(5000), reading })) {
		ends[name] = [];
		for (let call = 0; call < 3; call++)
			ends[name].push((await lived(make(pacer, Array(4).fill(refusedConnection))))[0]!.end);
	}
	expect(ends).toEqual({
		sending: ['ok', 'ok', 'ok'],
		reading: ['ok', 'No, even after 5 seconds', 'No, even after 5 seconds'],
	});
});

test('reading repeats what is unclear as often as it may, and keeps its distance after 429', async () => {
	const pacer = readingPacer({ patienceMs: 60_000, triesIfUnclear: 3, advice: '' }, undefined);
	expect((await lived(make(pacer, [unclear, unclear, unclear])))[0]).toEqual({ at: [0, 500, 1000], end: 'No' });
	const [busyOne] = await lived(make(pacer, [busy]));
	const next: number[] = [];
	for (let call = 0; call < 3; call++) next.push((await lived(make(pacer, [], 100)))[0]!.at[0]!);
	expect(next.map((at) => at - busyOne!.at[1]!)).toEqual([250, 500, 750]);
});
