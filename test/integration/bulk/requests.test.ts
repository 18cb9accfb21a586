import { slow, badRequest, tooManyRequestsUntil } from '../../support/faults/faults';
import { brokenRules, errorData } from './accounting';
import { numberOf, rows, targetsOf, textOf, messagesOf } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';
import type { Fault, FaultScript } from '../../support/faults/faultProxy';
import {
	CONTINUE,
	STOP,
	INPUT,
	smsWorkflow,
	SMS,
	NODE_MADE,
	NODE_MADE_BULK_ID,
	sandboxForEach,
	hintsOf,
	inRounds,
	type SmsRun,
} from '../smsNode';
import { runWorkflow, MAIN } from '../engine';

/** How messages are put into requests, and how many of these are under way. */

test.each([
	[1, { requestsAtOnce: 1 }],
	[2, {}],
	[3, { requestsAtOnce: 3 }],
])('at most %i requests in parallel, with options %j', async (most, options) => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(20) : undefined),
		async ({ sandbox, proxy, send, sent }) => {
			const items = rows(20);
			const result = await send(items, { options: { ...options, messagesPerRequest: 2 } });
			expect(sent()).toHaveLength(10);
			expect(proxy.mostSendsAtOnce).toBe(most);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

test('the output has the order of the input, whichever request is answered first', async () => {
	let index = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend ? slow(120 - 20 * index++) : undefined),
		async ({ send }) => {
			const items = rows(12);
			const { json, paired } = await send(items, { options: { messagesPerRequest: 2, requestsAtOnce: 6 } });
			expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
			expect(paired).toEqual(items.map((__, itemIndex) => itemIndex));
		},
	);
});

test('one item with 2,500 destinations is split into several requests, each destination sent once', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send, sent }) => {
		const items = [{ to: Array.from({ length: 2500 }, (_, index) => numberOf(index)).join(', '), content: textOf(0) }];
		const result = await send(items);
		expect(sent().length).toBeGreaterThan(1);
		for (const destinations of sent()) expect(destinations.length).toBeLessThanOrEqual(1000);
		expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
	});
});

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

test("429 with Retry-After as an HTTP date: the same request is sent again after that time by the service's clock", async () => {
	const theirs = (ms: number) => new Date(Date.now() + 600_000 + ms).toUTCString();
	await withProxiedSandbox(
		(_, index) => (index === 0 ? tooManyRequestsUntil(theirs(2500), { Date: theirs(0) }) : undefined),
		async ({ sandbox, proxy, send }) => {
			const items = rows(3);
			const result = await send(items);
			const [first, second] = proxy.records;
			expect(proxy.records.map(({ ended }) => ended)).toEqual([429, 200]);
			expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
			expect(second!.at - first!.at).toBeLessThan(4000);
			expect(second!.request.body).toBe(first!.request.body);
			expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
		},
	);
});

const idsOf = ({ sandbox }: ProxiedSandbox) => sandbox.messages.map(({ messageId }) => messageId);

/** Runs the node twice in one execution. */
const twice = (run: SmsRun) => {
	const items = run.items!.map((json) => ({ json }));
	return inRounds(smsWorkflow(run), [items, items]);
};

test('two executions, two nodes and two runs of one node never share an ID', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const items = rows(3);
		const number = (executionId: string) => ({ start: { additionalData: { executionId } } });
		await parts.send(items, number('1'));
		await parts.send(items, number('2'));
		const start = twice(parts.runOf(items, number('3')));
		start.nodes.push({ ...start.nodes.at(-1)!, id: 'other', name: 'Other' });
		start.connections[INPUT]!.main![0]!.push({ node: 'Other', type: MAIN, index: 0 });
		const execution = await runWorkflow(start);
		expect(execution.run.data.resultData.runData[SMS]).toHaveLength(2);
		expect(parts.sandbox.messages).toHaveLength(15);
		expect(new Set(idsOf(parts)).size).toBe(15);
		expect(new Set(parts.bulkIds()).size).toBe(5);
	});
});

test('an ID of the user names one message: a second run of the node with it is refused, and sends nothing', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const parameters = { messageOptions: { messageId: 'invoice-7' } };
		const execution = await runWorkflow(twice(parts.runOf(rows(1), { parameters, settings: CONTINUE })));
		const [, second] = execution.run.data.resultData.runData[SMS]!;
		expect(second?.data?.main?.[0]?.[0]?.json.error).toContain("'invoice-7'");
		expect(idsOf(parts)).toEqual(['invoice-7']);
	});
});

const node = sandboxForEach({ delays: { enrouteMs: 1, finalMs: 1 } });
/** Accepted, then REJECTED_DESTINATION_NOT_REGISTERED. */
const NOT_REGISTERED = '19990601800';
const DELIVERED = '447700900123';

test.each([
	['7 of 3', 7, 3, [3, 3, 1]],
	['6 of 3', 6, 3, [3, 3]],
	['3 of 1', 3, 1, [1, 1, 1]],
	['150 of 1000', 150, 1000, [150]],
	['101 where the option is empty', 101, '', [100, 1]],
])('option Messages per Request: %s', async (_, count, messagesPerRequest, sizes) => {
	await node.send(rows(count), { options: { messagesPerRequest } });
	expect(node.sandbox.requests.map(({ body }) => body.messages.length)).toEqual(sizes);
});

describe('messages with different request settings never share a request, and are output in order', () => {
	const items = rows(10).map((item, index) => ({ ...item, setting: ['a', 'b', 'a', '', 'b'][index % 5]! }));
	const toOf = (wanted: string) => items.filter(({ setting }) => setting === wanted).map(({ to }) => to);

	test.each<[string, object, (body: any) => unknown, (value: string) => unknown]>([
		[
			'bulkId',
			{ bulkId: '={{ $json.setting }}' },
			({ bulkId }) => bulkId,
			(value) => (value === '' ? NODE_MADE_BULK_ID : value),
		],
		[
			'extra request fields',
			{ extraFields: { json: { request: '={{ $json.setting ? { urlOptions: { domain: $json.setting } } : {} }}' } } },
			({ urlOptions }) => urlOptions,
			(value) => (value === '' ? undefined : { domain: value }),
		],
	])('%s', async (_, messageOptions, read, expected) => {
		const { json, paired } = await node.send(items, { messageOptions });
		const byValue = node.sandbox.requests.map(({ body }) => [
			read(body),
			body.messages.map(({ destinations }: any) => destinations[0].to),
		]);
		expect(byValue).toEqual(['a', 'b', ''].map((value) => [expected(value), toOf(value)]));
		expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
		expect(paired).toEqual(items.map((__, index) => index));
	});
});

test('rejected destinations with Stop: one error names each with its reason and advice, and what was accepted', async () => {
	const items = ['436601234567', '19990100600', '19990100800'].map((to) => ({ to }));
	const { error, json } = await node.send(items, {}, { settings: STOP });
	expect(json).toEqual([]);
	expect(error!.message).toMatch(/^2 of 3 destinations .* 19990100600 \(REJECTED_NETWORK/);
	expect(error!.description).toMatch(
		/^436601234567 was accepted.*<li>Item 1: .*19990100600 .*<li>Item 2: .*19990100800/,
	);
	const rejected = (itemIndex: number, serviceCode: string, advice: RegExp) => {
		const { to } = items[itemIndex]!;
		return expect.objectContaining({
			...{ itemIndex, to, state: 'refused', serviceCode, bulkId: NODE_MADE_BULK_ID },
			error: expect.stringContaining(`${to} (${serviceCode}`),
			description: expect.stringMatching(advice),
			response: expect.objectContaining({ to, status: expect.objectContaining({ name: serviceCode }) }),
		});
	};
	expect((error as any).context.data).toEqual({
		requests: [{ bulkId: NODE_MADE_BULK_ID, accepted: 1, refused: 2, unknown: 0, notSent: 0 }],
		destinations: [
			rejected(1, 'REJECTED_NETWORK', /^Ask your service .* The service advises: Contact account manager\.$/),
			rejected(2, 'REJECTED_PREFIX_MISSING', /country code/),
			expect.objectContaining({ itemIndex: 0, to: '436601234567', state: 'accepted', messageId: NODE_MADE }),
		],
	});
});

test.each([
	['by hand', 'manual', [NOT_REGISTERED, DELIVERED], 1],
	['by hand, all well', 'manual', [DELIVERED], 0],
	['by hand, more than five', 'manual', Array(6).fill(NOT_REGISTERED), 0],
	['published', 'trigger', [NOT_REGISTERED], 0],
] as const)('%s: a hint says what the service rejected after accepting it', async (_, mode, numbers, hints) => {
	const result = await node.send([{ to: numbers.join() }], {}, { start: { mode } });
	const said = hintsOf(result).filter((hint) => hint.includes('REJECTED_DESTINATION_NOT_REGISTERED'));
	expect(said).toHaveLength(hints);
	// Whatever the logs say
	expect(result.json.map(({ statusGroup }) => statusGroup)).toEqual(numbers.map(() => 'PENDING'));
	expect(node.sandbox.messages).toHaveLength(numbers.length);
});
