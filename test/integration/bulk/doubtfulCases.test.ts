import type { INode } from 'n8n-workflow';

import {
	badRequest,
	changedEntries,
	laggingLogs,
	resetAfterAcceptance,
	resetBefore,
	tooManyRequestsUntil,
	unavailable,
} from '../../support/faults/faults';
import type { FaultScript } from '../../support/faults/faultProxy';
import { CONTINUE, STOP } from '../smsNode';
import { acceptances, acceptedTwice, brokenRules, fatesOf } from './accounting';
import { messagesOf } from './faultCases';
import { numberOf, rows, targetsOf } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';

/** Rare sequences, each of which could once send twice or call a message what it was not. The service accepts known IDs again. */

const LENIENT = { duplicateIds: 'accept' } as const;
const NEVER_MS = 1_000_000;
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const states = (
	items: ReturnType<typeof rows>,
	result: Awaited<ReturnType<ProxiedSandbox['send']>>,
	{ sandbox }: ProxiedSandbox,
) => fatesOf(targetsOf(items), result, sandbox).map(({ cameOut }) => cameOut.map(({ state }) => state).join());

test('IDs from the service, answer lost, logs down, Retry On Fail: nothing is sent a second time', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) =>
			isSend ? (++sends === 1 ? resetAfterAcceptance : undefined) : sends === 1 ? unavailable : undefined,
		async ({ sandbox, send }) => {
			const result = await send(rows(2), {
				settings: { ...STOP, ...RETRY },
				options: { messageIds: 'service', patience: 0.5 },
			});
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(result.error!.message).toMatch(/^2 of 2 destinations were not accepted: /);
		},
		LENIENT,
	);
});

test('IDs from the service and a bulk ID of the user: no log of another message stands for one that is lost', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 2 ? resetBefore : undefined),
		async (parts) => {
			const items = rows(2).map((row) => ({ ...row, to: numberOf(0) }));
			const result = await parts.send(items, {
				parameters: { messageOptions: { bulkId: 'mine' } },
				settings: CONTINUE,
				options: { messageIds: 'service', messagesPerRequest: 1, requestsAtOnce: 1 },
			});
			expect([...acceptances(parts.sandbox).values()]).toEqual([1]);
			expect(result.json[0]).toMatchObject({ to: numberOf(0) });
			expect(result.json[1]).toMatchObject({
				error: expect.any(String),
				details: { to: numberOf(0), state: 'unknown' },
			});
		},
		LENIENT,
	);
});

test('a bulk ID of the user, and many messages lost in the first request: all are sent again', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 1 ? resetBefore : undefined),
		async ({ sandbox, send, sent }) => {
			const items = rows(30);
			const result = await send(items, {
				parameters: { messageOptions: { bulkId: 'mine' } },
				settings: CONTINUE,
				options: { messagesPerRequest: 100 },
			});
			expect(sent().map(({ length }) => length)).toEqual([30, 30]);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			expect(result.json.filter(({ error }) => error !== undefined)).toEqual([]);
		},
		LENIENT,
	);
});

test('sent again and then refused: it may have been accepted the first time, and is not sent under a new ID', async () => {
	let sends = 0;
	const script: FaultScript = ({ isSend }, index) => {
		if (!isSend) return sends < 2 ? laggingLogs(NEVER_MS) : undefined;
		return ++sends === 1 ? resetAfterAcceptance : sends === 2 ? badRequest(`No ${index}`) : undefined;
	};
	for (const settings of [CONTINUE, { ...STOP, ...RETRY }]) {
		sends = 0;
		await withProxiedSandbox(
			script,
			async (parts) => {
				const items = rows(1);
				const result = await parts.send(items, { settings, options: { lookUpTime: 0.4 } });
				expect([...acceptances(parts.sandbox).values()]).toEqual([1]);
				if (settings === CONTINUE) expect(states(items, result, parts)).toEqual(['unknown']);
			},
			LENIENT,
		);
	}
});

test('a rejected duplicate in the logs does not hide the message that was accepted', async () => {
	let sends = 0;
	const rejected = { id: 23, groupId: 5, groupName: 'REJECTED', name: 'REJECTED_DUPLICATE_MESSAGE_ID' };
	const withRejection = changedEntries('rejected duplicate', (entries) =>
		entries.flatMap((entry) => [{ ...entry, status: rejected }, entry]),
	);
	const logs = {
		...withRejection,
		answer: (fromService: any) => ({
			...fromService,
			body: JSON.stringify({
				results: JSON.parse(fromService.body).results.flatMap((log: any) => [{ ...log, status: rejected }, log]),
			}),
		}),
	};
	await withProxiedSandbox(
		({ isSend }) => (isSend ? (++sends === 1 ? resetAfterAcceptance : undefined) : logs),
		async (parts) => {
			const items = rows(1);
			const result = await parts.send(items, { settings: { ...STOP, ...RETRY } });
			expect(result.error).toBeUndefined();
			expect([...acceptances(parts.sandbox).values()]).toEqual([1]);
			expect(states(items, result, parts)).toEqual(['accepted']);
			expect(result.json[0]).not.toMatchObject({ statusGroup: 'REJECTED' });
		},
		LENIENT,
	);
});

test.each([null, 'odd', 7])(
	'a status that is %p says nothing: the logs decide, and no other destination suffers',
	async (status) => {
		const odd = changedEntries('odd status', ([first, ...others]) => [{ ...first, status }, ...others]);
		for (const settings of [STOP, CONTINUE]) {
			await withProxiedSandbox(
				({ isSend }) => (isSend ? odd : undefined),
				async (parts) => {
					const items = rows(3);
					const result = await parts.send(items, { settings });
					expect(result.error).toBeUndefined();
					expect(brokenRules(targetsOf(items), result, parts.sandbox)).toEqual([]);
					expect(states(items, result, parts)).toEqual(['accepted', 'accepted', 'accepted']);
				},
			);
		}
	},
);

test.each(['0', new Date(0).toUTCString()])(
	'429 with Retry-After %s: there is a pause all the same',
	async (retryAfter) => {
		await withProxiedSandbox(
			({ isSend }) => (isSend ? tooManyRequestsUntil(retryAfter) : undefined),
			async ({ sent, send }) => {
				await send(rows(1), { settings: CONTINUE, options: { patience: 2 } });
				expect(sent().length).toBeGreaterThan(1);
				expect(sent().length).toBeLessThan(10);
			},
		);
	},
);

test('one bad number of a list: the other numbers of the message are sent', async () => {
	const bad = numberOf(2);
	await withProxiedSandbox(
		({ isSend, body }) =>
			isSend && messagesOf(body).some(({ destinations }) => destinations.some(({ to }) => to === bad))
				? badRequest('Blocked')
				: undefined,
		async (parts) => {
			const items = [{ to: [0, 1, 2, 3, 4, 5, 6, 7].map(numberOf).join(', '), content: 'Hello' }, ...rows(12).slice(8)];
			const result = await parts.send(items, { settings: CONTINUE });
			expect(brokenRules(targetsOf(items), result, parts.sandbox)).toEqual([]);
			expect(parts.sandbox.messages).toHaveLength(11);
			expect(
				result.json.filter(({ error }) => error !== undefined).map(({ details }: any) => [details.to, details.state]),
			).toEqual([[bad, 'refused']]);
		},
	);
});

test('a message whose text is refused: not every one of its numbers is tried', async () => {
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && body.includes('Bad text') ? badRequest('No such text') : undefined),
		async (parts) => {
			const items = [
				{ to: Array.from({ length: 200 }, (_, index) => numberOf(index)).join(', '), content: 'Bad text' },
				...rows(203).slice(200),
			];
			const result = await parts.send(items, { settings: CONTINUE });
			expect(brokenRules(targetsOf(items), result, parts.sandbox)).toEqual([]);
			expect(parts.sandbox.messages).toHaveLength(3);
			expect(parts.sent().length).toBeLessThan(60);
		},
	);
});

test('Retry waits for what an earlier try sent last, and asks the logs before it sends', async () => {
	await withProxiedSandbox(undefined, async ({ send, lookUps, sent }) => {
		const started = Date.now();
		const result = await send(rows(2), {
			start: { mode: 'retry', resumeToken: 'token-of-the-crashed-one' },
			options: { lookUpTime: 0.4 },
		});
		expect(result.error).toBeUndefined();
		// A list, and since it shows nothing that is known, all that the logs have
		expect(lookUps()).toBe(2);
		expect(sent()).toHaveLength(1);
		expect(Date.now() - started).toBeGreaterThanOrEqual(390);
	});
});
