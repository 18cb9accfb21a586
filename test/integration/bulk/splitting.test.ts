import { badRequest } from '../../support/faults/faults';
import type { Fault, FaultScript } from '../../support/faults/faultProxy';
import { CONTINUE, STOP } from '../smsNode';
import { brokenRules, errorData } from './accounting';
import { messagesOf, numberOf, rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** A request that the service refuses because of one bad message among many. */

/** Refuses requests that hold one of these numbers, with a text for each. */
const refusing =
	(textOf: (to: string) => string | undefined): FaultScript =>
	({ isSend, body }) => {
		if (!isSend) return undefined;
		const texts = messagesOf(body).flatMap(({ destinations }) => destinations.map(({ to }) => textOf(to)));
		const text = texts.find((found) => found !== undefined);
		return text === undefined ? undefined : badRequest(text);
	};

test.each([
	[64, [0]],
	[100, [10, 11, 50, 98]],
])(
	'%i messages, bad ones at %j: at most 2·log2(n) more requests for each, and all others are sent',
	async (count, badOnes) => {
		const bad = new Set(badOnes.map(numberOf));
		await withProxiedSandbox(
			refusing((to) => (bad.has(to) ? `Blocked ${to}` : undefined)),
			async ({ sandbox, send, sent }) => {
				const items = rows(count);
				const result = await send(items, { settings: CONTINUE });
				expect(sandbox.messages.map(({ to }) => to).sort()).toEqual(
					items.map(({ to }) => to).filter((to) => !bad.has(to)),
				);
				expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
				for (const index of badOnes) {
					expect(result.json[index]).toEqual({
						error: `The service refused the request (400): Blocked ${numberOf(index)}`,
						details: expect.objectContaining({
							to: numberOf(index),
							state: 'refused',
							serviceText: `Blocked ${numberOf(index)}`,
						}),
					});
				}
				expect(sent().length - 1).toBeLessThanOrEqual(badOnes.length * 2 * Math.ceil(Math.log2(count)));
				// Halves keep the IDs of the whole
				const first = new Map(sent()[0]!.map(({ to, messageId }) => [to, messageId]));
				for (const { to, messageId } of sent().flat()) expect(messageId).toBe(first.get(to));
			},
		);
	},
);

const unreadable = (body: string): Fault => ({ ...badRequest(), answer: { status: 400, headers: {}, body } });
let references = 0;
test.each<[string, FaultScript]>([
	['the same text', refusing(() => 'Not with this sender')],
	[
		'another reference each time, and no known field',
		({ isSend }) => (isSend ? unreadable(`Reference ${++references}`) : undefined),
	],
])('256 messages refused with %s: splitting ends after three single failures', async (_, script) => {
	await withProxiedSandbox(script, async ({ sandbox, send, sent }) => {
		const items = rows(256);
		const result = await send(items, { settings: CONTINUE, options: { messagesPerRequest: 1000 } });
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		// The way down to each of the three, and each part that is left as a whole
		expect(sent().length).toBeLessThanOrEqual(5 * (1 + 8));
	});
});

test('Stop with more than 1,000 destinations: the error names 1,000, those not accepted first', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const items = rows(1200).map((row, index) => (index === 1150 ? { ...row, to: '19990100600' } : row));
		const result = await send(items, { settings: STOP });
		expect(sandbox.messages.filter(({ history }) => history[0]!.status.groupName === 'PENDING')).toHaveLength(1199);
		const data = errorData(result)!;
		expect(data.destinations).toHaveLength(1000);
		expect(data.destinations[0]).toMatchObject({ itemIndex: 1150, to: '19990100600', state: 'refused' });
		expect(data.requests.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1199);
	});
});

test('a message with a refused text: not every number is tried', async () => {
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
