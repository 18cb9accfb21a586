import { changedEntries, resetAfterAcceptance, unauthorized, unavailable } from '../../support/faults/faults';
import { runWorkflow, storedForRetry, type Execution } from '../engine';
import { SMS, smsWorkflow, STOP } from '../smsNode';
import { acceptedTwice, brokenRules, errorData } from './accounting';
import { numberOf, rows, targetsOf, type Row } from './messages';
import { withProxiedSandbox, type ProxiedSandbox, type SendSettings } from './proxiedSandbox';

/** Retry, pressed in the list of executions. The service accepts known IDs again, so that only the node itself keeps from sending twice. */

const OPTIONS = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 1, lookUpTime: 0.4 };
const SETTINGS: SendSettings = { settings: STOP, options: OPTIONS };
const LENIENT = { duplicateIds: 'accept' } as const;

const isList = (url: string) => (new URLSearchParams(url.split('?')[1]).get('messageId') ?? '').includes(',');
const noLogs = changedEntries('no logs', () => []);

let number = 100;
const retry = async (
	{ runOf }: ProxiedSandbox,
	failed: Execution,
	settings: SendSettings = SETTINGS,
): Promise<Execution> =>
	await runWorkflow({
		...smsWorkflow(runOf([], settings)),
		mode: 'retry',
		executionData: storedForRetry(failed),
		additionalData: { executionId: String(++number) },
	});

const json = (execution: Execution) => execution.output(SMS).map((item) => item.json);

test('what failed is sent, what was accepted comes out with its first result', async () => {
	let isDown = true;
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && isDown && !body.includes(numberOf(0)) ? unauthorized : undefined),
		async (parts) => {
			const { sandbox, send, sent } = parts;
			const items = rows(6);
			const failed = await send(items, SETTINGS);
			expect(errorData(failed)!.destinations.filter(({ state }) => state === 'accepted')).toHaveLength(2);
			isDown = false;
			const before = sent().length;
			const retried = await retry(parts, failed);
			expect(retried.error).toBeUndefined();
			expect(
				sent()
					.slice(before)
					.flat()
					.map(({ to }) => to),
			).toEqual(items.slice(2).map(({ to }) => to));
			expect(brokenRules(targetsOf(items), retried, sandbox)).toEqual([]);
			const first = sandbox.messages[0]!;
			expect(json(retried)[0]).toMatchObject({
				messageId: first.messageId,
				bulkId: first.bulkId,
				status: 'PENDING_ACCEPTED',
			});
		},
		LENIENT,
	);
});

test('pressed twice on the same failed execution: nothing is sent twice, and both come to the same items', async () => {
	let isDown = true;
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && isDown && !body.includes(numberOf(0)) ? unauthorized : undefined),
		async (parts) => {
			const items = rows(8);
			const failed = await parts.send(items, SETTINGS);
			isDown = false;
			const first = await retry(parts, failed);
			const sentBy = parts.sent().length;
			const second = await retry(parts, failed);
			expect(parts.sent().length).toBe(sentBy);
			for (const retried of [first, second]) {
				expect(retried.error).toBeUndefined();
				expect(brokenRules(targetsOf(items), retried, parts.sandbox)).toEqual([]);
			}
			expect(json(second).map(({ to, messageId }) => [to, messageId])).toEqual(
				json(first).map(({ to, messageId }) => [to, messageId]),
			);
		},
		LENIENT,
	);
});

test('Retry of a Retry, each of which gets a little further', async () => {
	let passing = 1;
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends > passing ? unauthorized : undefined),
		async (parts) => {
			const items = rows(10);
			let execution: Execution = await parts.send(items, SETTINGS);
			let tries = 1;
			while (execution.error !== undefined && tries < 10) {
				passing = 2;
				sends = 0;
				execution = await retry(parts, execution);
				expect(brokenRules(targetsOf(items), execution, parts.sandbox)).toEqual([]);
				tries++;
			}
			expect(tries).toBe(3);
			expect(parts.sandbox.messages).toHaveLength(10);
			// One request of the first, two of each Retry
			const acceptedRequests = new Set(parts.sandbox.messages.map(({ bulkId }) => bulkId));
			expect(acceptedRequests.size).toBe(5);
		},
		LENIENT,
	);
});

test('answers lost and logs down, then Retry with logs that work: what had arrived is found, the rest is sent', async () => {
	let phase = 1;
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => {
			if (phase === 2) return undefined;
			if (!isSend) return unavailable;
			return ++sends % 2 === 1 ? resetAfterAcceptance : unavailable;
		},
		async (parts) => {
			const items = rows(8);
			const failed = await parts.send(items, SETTINGS);
			expect(failed.error).toBeDefined();
			expect(brokenRules(targetsOf(items), failed, parts.sandbox)).toEqual([]);
			const arrived = parts.sandbox.messages.length;
			expect(arrived).toBeGreaterThan(0);
			expect(arrived).toBeLessThan(8);
			phase = 2;
			const retried = await retry(parts, failed);
			expect(retried.error).toBeUndefined();
			expect(brokenRules(targetsOf(items), retried, parts.sandbox)).toEqual([]);
		},
		LENIENT,
	);
});

test('what was rejected is tried once more by Retry, under the same ID; another Retry may have sent it, so it is unknown then', async () => {
	await withProxiedSandbox(
		undefined,
		async (parts) => {
			const items = rows(4).map((row, index): Row => (index === 2 ? { ...row, to: '99901006' } : row));
			const failed = await parts.send(items, SETTINGS);
			const retried = await retry(parts, failed);
			expect(errorData(retried)!.destinations[0]).toMatchObject({ to: '99901006', state: 'unknown' });
			const ids = parts
				.sent()
				.flat()
				.filter(({ to }) => to === '99901006')
				.map(({ messageId }) => messageId);
			expect(ids).toHaveLength(2);
			expect(new Set(ids).size).toBe(1);
			expect(parts.sent().flat()).toHaveLength(5);
			expect(brokenRules(targetsOf(items), retried, parts.sandbox)).toEqual([]);
		},
		LENIENT,
	);
});

describe('a crashed execution, of which nothing is stored', () => {
	test.each([
		['in the same order', (items: Row[]) => items],
		['in another order', (items: Row[]) => items.toReversed()],
	])(
		'Retry starts at the trigger, with the items %s: it asks the logs first, and sends what is missing',
		async (_, order) => {
			let passing = 3;
			await withProxiedSandbox(
				({ isSend }) => (isSend && passing-- <= 0 ? unauthorized : undefined),
				async ({ sandbox, proxy, send, sent }) => {
					const items = rows(10);
					const start = { resumeToken: 'token-of-the-crashed-one' };
					await send(items, { ...SETTINGS, start });
					expect(sandbox.messages).toHaveLength(6);
					passing = 1000;
					const before = proxy.records.length;
					const sentBefore = sent().flat().length;
					const retried = await send(order(items), {
						...SETTINGS,
						start: { ...start, mode: 'retry', additionalData: { executionId: '2' } },
					});
					expect(retried.error).toBeUndefined();
					expect(proxy.records[before]!.request.isSend).toBe(false);
					expect(sent().flat().length - sentBefore).toBe(4);
					expect(acceptedTwice(sandbox)).toEqual([]);
					expect(sandbox.messages).toHaveLength(10);
					expect(retried.json.map(({ to }) => to)).toEqual(order(items).map(({ to }) => to));
				},
				LENIENT,
			);
		},
	);

	test('while the logs do not answer, nothing is sent', async () => {
		let phase = 1;
		await withProxiedSandbox(
			({ isSend }) => (phase === 2 && !isSend ? unavailable : undefined),
			async ({ sandbox, send }) => {
				const items = rows(4);
				const start = { resumeToken: 'token-of-the-crashed-one' };
				await send(items, { ...SETTINGS, start });
				phase = 2;
				const retried = await send(items, { ...SETTINGS, start: { ...start, mode: 'retry' } });
				expect(acceptedTwice(sandbox)).toEqual([]);
				expect(sandbox.messages).toHaveLength(4);
				for (const { state, description } of errorData(retried)!.destinations)
					expect([state, description]).toEqual(['unknown', 'It was not sent this time. Try again later.']);
			},
			LENIENT,
		);
	});

	test('a service that knows no lists of IDs: what is missing is sent, and nothing twice', async () => {
		await withProxiedSandbox(
			({ isSend, url }) => (!isSend && isList(url) ? noLogs : undefined),
			async ({ sandbox, send }) => {
				const items = rows(25);
				const start = { resumeToken: 'token-of-the-crashed-one' };
				await send([...items.slice(0, 10), ...items.slice(-2)], { ...SETTINGS, start });
				const retried = await send(items, { ...SETTINGS, start: { ...start, mode: 'retry' } });
				expect(retried.error).toBeUndefined();
				expect(brokenRules(targetsOf(items), retried, sandbox)).toEqual([]);
				expect(sandbox.messages).toHaveLength(25);
			},
			LENIENT,
		);
	});

	test.each([
		[5, 'sendAgain'],
		[5, 'report'],
		[30, 'sendAgain'],
	])('a service that had sent nothing: Retry sends all %i (%s)', async (count, ifUnclear) => {
		await withProxiedSandbox(
			undefined,
			async ({ sandbox, send }) => {
				const items = rows(count);
				const retried = await send(items, {
					...SETTINGS,
					options: { ...OPTIONS, ifUnclear },
					start: { resumeToken: 'token-of-the-crashed-one', mode: 'retry' },
				});
				expect(brokenRules(targetsOf(items), retried, sandbox)).toEqual([]);
				expect(sandbox.messages).toHaveLength(count);
			},
			LENIENT,
		);
	});

	test('the same number several times: as many are sent as are missing', async () => {
		let passing = 1;
		await withProxiedSandbox(
			({ isSend }) => (isSend && passing-- <= 0 ? unauthorized : undefined),
			async ({ sandbox, send }) => {
				const items = Array.from({ length: 5 }, (_, index): Row => ({ to: numberOf(0), content: `Part ${index}` }));
				const start = { resumeToken: 'token-of-the-crashed-one' };
				await send(items, { ...SETTINGS, start });
				passing = 1000;
				const retried = await send(items, { ...SETTINGS, start: { ...start, mode: 'retry' } });
				expect(retried.error).toBeUndefined();
				expect(acceptedTwice(sandbox)).toEqual([]);
				expect(sandbox.messages).toHaveLength(5);
				expect(retried.json).toHaveLength(5);
			},
			LENIENT,
		);
	});
});

test('a new run of the workflow is a new send', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		await send(rows(3), SETTINGS);
		await send(rows(3), SETTINGS);
		expect(sandbox.messages).toHaveLength(6);
	});
});
