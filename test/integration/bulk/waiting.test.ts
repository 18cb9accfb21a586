import { resetAfterAcceptance, tooManyRequests, tooManyRequestsUntil, unavailable } from '../../support/faults/faults';
import { CONTINUE, STOP } from '../smsNode';
import { brokenRules, errorData } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** A service that says 'not now', and one that is not there for a moment. */

test.each<[string, () => string, number, number]>([
	['seconds', () => '1', 950, 3000],
	['an HTTP date', () => new Date(Date.now() + 2500).toUTCString(), 1000, 4000],
])('429 with Retry-After in %s: the request is made again when it may', async (_, retryAfter, leastMs, mostMs) => {
	await withProxiedSandbox(
		(__, index) => (index === 0 ? tooManyRequestsUntil(retryAfter()) : undefined),
		async ({ sandbox, proxy, send }) => {
			const items = rows(3);
			const result = await send(items);
			const [first, second] = proxy.records;
			expect(proxy.records.map(({ ended }) => ended)).toEqual([429, 200]);
			expect(second!.at - first!.at).toBeGreaterThanOrEqual(leastMs);
			expect(second!.at - first!.at).toBeLessThan(mostMs);
			expect(second!.request.body).toBe(first!.request.body);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test('429 without Retry-After: the pauses grow', async () => {
	await withProxiedSandbox(
		(_, index) => (index < 3 ? tooManyRequests : undefined),
		async ({ proxy, send, sandbox }) => {
			const items = rows(3);
			const result = await send(items, { options: { patience: 20 } });
			const times = proxy.records.map(({ at }) => at);
			expect(times).toHaveLength(4);
			const pauses = times.slice(1).map((at, index) => at - times[index]!);
			expect(pauses[0]!).toBeGreaterThan(50);
			expect(pauses[2]!).toBeGreaterThan(pauses[0]! * 1.5);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test.each([
	['429', { patience: 1 }, () => tooManyRequests, /\(429\): .*, even after 1 second$/],
	[
		'429 whose Retry-After exceeds the patience',
		{ patience: 2 },
		() => tooManyRequestsUntil('3600'),
		/\(429\): .*; it asks to wait 3600 seconds, which is longer than 'Keep Retrying For' allows \(2 seconds\)$/,
	],
])('%s, throughout: ends with the patience, and says that nothing was sent', async (_, options, fault, said) => {
	await withProxiedSandbox(fault, async ({ sandbox, send }) => {
		const items = rows(4);
		const before = Date.now();
		const continued = await send(items, { settings: CONTINUE, options });
		expect(Date.now() - before).toBeLessThan(4000);
		expect(continued.json.map(({ details }: any) => details.state)).toEqual(items.map(() => 'notSent'));
		expect(continued.json[0]!.error).toMatch(said);
		expect(brokenRules(targetsOf(items), continued, sandbox)).toEqual([]);
		const stopped = await send(items, { settings: STOP, options });
		expect(stopped.error!.message).toMatch(said);
		expect(errorData(stopped)!.requests).toEqual([
			{ bulkId: expect.stringMatching(/^n8n-/), accepted: 0, refused: 0, unknown: 0, notSent: 4 },
		]);
		expect(errorData(stopped)!.destinations.map(({ state }) => state)).toEqual(items.map(() => 'notSent'));
		expect(brokenRules(targetsOf(items), stopped, sandbox)).toEqual([]);
	});
});

test('a service that starts anew is waited for', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, proxy, send }) => {
		proxy.refuse();
		setTimeout(() => void proxy.accept(), 700);
		const items = rows(6);
		const result = await send(items, { options: { messagesPerRequest: 2 } });
		expect(result.error).toBeUndefined();
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
	});
});

test('many unclear answers are looked up together, and the rest goes out meanwhile', async () => {
	await withProxiedSandbox(
		({ isSend }, index) => (isSend && index < 20 ? unavailable : undefined),
		async ({ sandbox, proxy, send, lookUps, sent }) => {
			const items = rows(60);
			const before = Date.now();
			const result = await send(items, { options: { messagesPerRequest: 1, patience: 30, lookUpTime: 1 } });
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			expect(result.error).toBeUndefined();
			// As long as one look-up, not as long as twenty
			expect(Date.now() - before).toBeLessThan(5000);
			expect(sent()).toHaveLength(80);
			expect(lookUps()).toBeLessThanOrEqual(40);
			const firstLookUp = proxy.records.findIndex(({ request }) => !request.isSend);
			expect(firstLookUp).toBeGreaterThan(20);
		},
	);
});

test('an unclear answer is looked up for as long as the look-up time says', async () => {
	await withProxiedSandbox(
		({ isSend }, index) => (isSend && index === 0 ? unavailable : undefined),
		async ({ proxy, send }) => {
			await send(rows(1), { options: { lookUpTime: 2, patience: 10 } });
			const sends = proxy.records.filter(({ request }) => request.isSend);
			expect(sends).toHaveLength(2);
			expect(sends[1]!.at - sends[0]!.at).toBeGreaterThanOrEqual(1900);
			const lookUps = proxy.records.filter(({ request }) => request.url.includes('messageId=')).map(({ at }) => at);
			expect(lookUps.length).toBeGreaterThanOrEqual(3);
			const pauses = lookUps.slice(1).map((at, index) => at - lookUps[index]!);
			expect(pauses.at(-1)!).toBeGreaterThan(pauses[0]!);
		},
	);
});

test('option If an Answer Stays Unclear: Report as Unknown', async () => {
	await withProxiedSandbox(
		({ isSend }, index) => (isSend && index === 0 ? unavailable : undefined),
		async ({ sandbox, send, sent }) => {
			const items = rows(4);
			const result = await send(items, {
				settings: CONTINUE,
				options: { ifUnclear: 'report', messagesPerRequest: 2, requestsAtOnce: 1 },
			});
			expect(sent()).toHaveLength(2);
			expect(result.json.map(({ details }: any) => details?.state)).toEqual([
				'unknown',
				'unknown',
				undefined,
				undefined,
			]);
			for (const [index, { details }] of result.json.slice(0, 2).entries() as Iterable<[number, any]>) {
				expect(details).toMatchObject({ to: items[index]!.to, messageId: sent()[0]![index]!.messageId });
				expect(details.description).toContain('Get Logs');
			}
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test('logs that are asked too often: the look-up waits, and asks for what is left only', async () => {
	let sends = 0;
	const refused = new Set([2, 3, 5]);
	let lookUpCount = 0;
	await withProxiedSandbox(
		({ isSend }) => {
			if (isSend) return ++sends <= 12 ? resetAfterAcceptance : undefined;
			return refused.has(++lookUpCount) ? tooManyRequestsUntil('1') : undefined;
		},
		async ({ sandbox, send, proxy }) => {
			const items = rows(240);
			const result = await send(items, {
				options: { messagesPerRequest: 20, requestsAtOnce: 4, patience: 10, lookUpTime: 0.2 },
			});
			expect(result.error).toBeUndefined();
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			const lookUps = proxy.records.filter(({ request }) => !request.isSend);
			expect(lookUps.filter(({ ended }) => ended === 429)).toHaveLength(3);
			// After each refusal comes a pause of at least the second that the service asks for
			for (const [index, { ended, at }] of lookUps.entries()) {
				if (ended === 429 && index !== 1) expect(lookUps[index + 1]!.at - at).toBeGreaterThanOrEqual(950);
			}
			expect(lookUps.length).toBeLessThanOrEqual(12);
		},
		{ duplicateIds: 'accept' },
	);
});
