import type { INode } from 'n8n-workflow';

import {
	resetAfterAcceptance,
	resetBefore,
	tooManyRequests,
	unauthorized,
	unavailable,
} from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT, SMS, STOP } from '../smsNode';
import { acceptedTwice, brokenRules, errorData } from './accounting';
import { numberOf, rows, targetsOf, type Row } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** Settings → Retry On Fail: n8n runs the whole node again. */

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const withBad = (at: number): Row[] => rows(6).map((row, index) => (index === at ? { ...row, to: '99901006' } : row));

test.each([0, 3])(
	'Stop, destination %i rejected: only that one is tried again, under the same ID, and comes out with its reason',
	async (bad) => {
		await withProxiedSandbox(
			undefined,
			async ({ sandbox, send, sent }) => {
				const items = withBad(bad);
				const result = await send(items, { settings: { ...STOP, ...RETRY } });
				expect(sent().map((destinations) => destinations.length)).toEqual([6, 1, 1]);
				const badIds = sent()
					.flat()
					.filter(({ to }) => to === '99901006')
					.map(({ messageId }) => messageId);
				expect(new Set(badIds).size).toBe(1);
				expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
				expect(errorData(result)!.destinations[0]).toMatchObject({
					itemIndex: bad,
					to: '99901006',
					state: 'refused',
					serviceCode: expect.not.stringContaining('DUPLICATE'),
				});
			},
			{ duplicateIds: bad === 0 ? 'accept' : 'reject' },
		);
	},
);

test('Stop: what was accepted in the first try comes out in the last with its first result', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 2 ? unauthorized : undefined),
		async ({ sandbox, send, sent }) => {
			const items = rows(6);
			const result = await send(items, {
				settings: { ...STOP, ...RETRY },
				options: { messagesPerRequest: 2, requestsAtOnce: 1 },
			});
			expect(result.error).toBeUndefined();
			expect(
				sent()
					.flat()
					.map(({ to }) => to)
					.filter((to) => to === numberOf(0)),
			).toHaveLength(1);
			expect(sandbox.messages).toHaveLength(6);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			const first = sandbox.message(String(result.json[0]!.messageId))!;
			expect(result.json[0]).toMatchObject({
				to: first.to,
				messageId: first.messageId,
				bulkId: first.bulkId,
				status: 'PENDING_ACCEPTED',
				smsCount: 1,
			});
		},
		{ duplicateIds: 'accept' },
	);
});

test.each([
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
])('%s, first destination rejected: nothing is sent again, and the items are the same', async (_, mode) => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, send, sent }) => {
			const items = withBad(0);
			const result = await send(items, { settings: { ...mode, ...RETRY } });
			expect(sent()).toHaveLength(1);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			const [failed] = [...result.output(SMS), ...result.failed].filter(({ json }) => json.error !== undefined);
			expect(failed!.json.error).toMatch(/REJECTED_NETWORK|[Nn]etwork/);
		},
		{ duplicateIds: 'accept' },
	);
});

test.each([
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
])('%s, first item without a valid number: the others are sent once', async (_, mode) => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, send, sent }) => {
			const result = await send([{ to: 'home', content: 'Hello' }, ...rows(3)], { settings: { ...mode, ...RETRY } });
			expect(sent()).toHaveLength(1);
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect([...result.output(SMS), ...result.failed]).toHaveLength(4);
		},
		{ duplicateIds: 'accept' },
	);
});

test('Continue: a first request that the patience does not suffice for goes out in a later try, the others only once', async () => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && body.includes(numberOf(0)) && ++sends <= 2 ? tooManyRequests : undefined),
		async ({ sandbox, send, sent }) => {
			const items = rows(6);
			const result = await send(items, {
				settings: { ...CONTINUE, ...RETRY },
				options: { messagesPerRequest: 2, patience: 0.2 },
			});
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			expect(result.json.map(({ error }) => error)).toEqual(items.map(() => undefined));
			expect(
				sent()
					.flat()
					.filter(({ to }) => to === numberOf(5)),
			).toHaveLength(1);
		},
		{ duplicateIds: 'accept' },
	);
});

test('answers lost in every try: each message is accepted once', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? resetAfterAcceptance : unavailable),
		async ({ sandbox, send }) => {
			const items = rows(6);
			const result = await send(items, {
				settings: { ...STOP, ...RETRY },
				options: { messagesPerRequest: 2, patience: 0.5, lookUpTime: 0.3 },
			});
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
			expect(result.error!.message).toMatch(/6/);
		},
		{ duplicateIds: 'accept' },
	);
});

test('an answer lost, and Report as Unknown: the last try does not speak of an answer that never came', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? resetBefore : undefined),
		async ({ send, sent }) => {
			const { error } = await send(rows(1), {
				settings: { ...STOP, ...RETRY },
				options: { ifUnclear: 'report', lookUpTime: 0.3 },
			});
			expect(sent()).toHaveLength(1);
			expect(error!.message).toMatch(
				/An earlier try of this execution may have sent this message, but the logs do not show it/,
			);
		},
	);
});
