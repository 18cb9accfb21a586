import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { badRequest, unauthorized } from '../../support/faults/faults';
import { MAIN, runWorkflow, storedForRetry, type Execution, type WorkflowStart } from '../engine';
import { startScriptedService } from '../scriptedService';
import { CONTINUE, credentialFor, ERROR_OUTPUT, INPUT, SMS, smsWorkflow, STOP } from '../smsNode';
import { PENDING } from '../../unit/sending/parts';
import { withProxiedSandbox, type ProxiedSandbox, type SendSettings } from '../bulk/proxiedSandbox';
import { numberOf, rows } from '../bulk/messages';

/** What an earlier try, or run, of the node did is told as it was. */

const HOUR_MS = 3_600_000;
const [FIRST, SECOND] = ['447700900123', '447700900124'];
const items = [FIRST, SECOND].map((to) => ({ to: to!, content: 'A' }));
const OPTIONS = { messagesPerRequest: 1, lookUpTime: 0.1 };

let aheadMs = 0;
const now = () => Date.now() + aheadMs;
beforeEach(() => {
	aheadMs = 0;
	jest.spyOn(host, 'now').mockImplementation(now);
});
afterEach(() => jest.restoreAllMocks());

/** The second message is refused, so that the first try stops; then Retry with other parameters. */
async function retried(
	first: INodeParameters,
	later: INodeParameters,
	laterMs: number,
	check: (again: Execution, parts: ProxiedSandbox) => void,
	[credential, laterCredential = credential]: object[] = [],
	isCrash = false,
): Promise<void> {
	let isRefusing = true;
	await withProxiedSandbox(
		({ isSend, body }) => (isSend && isRefusing && body.includes(SECOND!) ? badRequest() : undefined),
		async (parts) => {
			const startOf = (parameters: INodeParameters, more: object = {}) => {
				const run = parts.runOf(items, { options: OPTIONS, parameters, settings: STOP });
				return smsWorkflow({ ...run, credential: { ...run.credential, ...more } });
			};
			const executionData = storedForRetry(await runWorkflow(startOf(first, credential)));
			if (isCrash) executionData.executionData!.contextData = {};
			isRefusing = false;
			aheadMs = laterMs;
			const start = startOf(later, laterCredential);
			executionData.executionData!.nodeExecutionStack[0]!.node = start.nodes[1]!;
			check(await runWorkflow({ ...start, mode: 'retry', executionData }), parts);
			expect(parts.sandbox.messages.filter(({ to }) => to === FIRST)).toHaveLength(1);
		},
		{ sendVersions: ['1'] },
	);
}

/** Runs the node a second time, in the same execution. @param next its items, from those that it has output */
function inLoop(start: WorkflowStart, next: (output: INodeExecutionData[]) => INodeExecutionData[]): WorkflowStart {
	let rounds = 0;
	const type: INodeType = {
		...start.nodeTypes.passThrough!,
		async execute() {
			rounds += 1;
			return [rounds > 1 ? [] : next(this.getInputData())];
		},
	};
	const later = { ...start.nodes[0]!, id: 'later', name: 'Later', type: 'later' };
	const to = (node: string) => ({ main: [[{ node, type: MAIN, index: 0 }]] });
	return {
		...start,
		nodes: [...start.nodes, later],
		nodeTypes: { ...start.nodeTypes, later: type },
		connections: { ...start.connections, [SMS]: to('Later'), Later: to(SMS) },
	};
}

test.each<[string, INodeParameters]>([
	['quiet hours', { quietHours: { hours: { from: '00:00', to: '23:59', timeZone: 'UTC' } } }],
	['an expression', { sendAt: { at: { time: '={{ $now.plus(1, "hour").toISO() }}' } } }],
])('Retry shows when an accepted message is sent, not what %s would give now', async (_, schedule) => {
	await retried({ schedule }, { schedule }, 24 * HOUR_MS, (again, { sandbox }) => {
		const { messages } = sandbox.requests[0]!.body as { messages: Array<{ sendAt: string }> };
		const shown = again.output(SMS)[0]!.json;
		expect(Date.parse(String(shown.sendAt))).toBe(Date.parse(messages[0]!.sendAt));
		expect(shown.deferredTo).toBe('quietHours' in schedule ? shown.sendAt : undefined);
	});
});

test.each(['an error', 'a crash'])(
	'Retry after %s with a number to skip does not call a message skipped that was sent',
	async (end) => {
		const check = (again: Execution, { sandbox }: ProxiedSandbox) => {
			const [sent, skipped] = again.output(SMS).map(({ json }) => json);
			expect(sent).toMatchObject({ to: FIRST, messageId: sandbox.messages[0]!.messageId });
			expect(skipped).toMatchObject({ to: SECOND, skipped: true });
			expect(sandbox.messages).toHaveLength(1);
		};
		const safeguards = { skipNumbers: items.map(({ to }) => to).join() };
		await retried({}, { safeguards }, 0, check, [], end === 'a crash');
	},
);

test.each<[string, INodeParameters, INodeParameters]>([
	['the text', {}, { text: 'B' }],
	['the number', {}, { to: `={{ $json.to === "${FIRST}" ? "07700 900199" : $json.to }}`, defaultCountry: 'GB' }],
])('Retry under an ID of the user shows what was sent, not %s of now', async (_, first, later) => {
	const messageOptions = { messageId: '={{ "order-" + $json.to }}' };
	await retried({ ...first, messageOptions }, { ...later, messageOptions }, 0, (again) => {
		const { json } = again.output(SMS)[0]!;
		expect(json).toMatchObject({ to: FIRST, text: 'A' });
		expect(json).not.toHaveProperty('given');
	});
});

test.each([{ apiVersion: '2' }, { baseUrl: 'http://127.0.0.1:9' }])(
	'Retry after a wrong credential was corrected sends what was not sent: %j',
	async (wrong) => {
		const check = (again: Execution, { sandbox }: ProxiedSandbox) => {
			expect(again.error).toBeUndefined();
			expect(sandbox.messages.map(({ to }) => to)).toEqual([FIRST, SECOND]);
		};
		await retried({}, {}, 0, check, [wrong, {}]);
	},
);

test.each<[string, INodeParameters, object[]]>([
	['the default sender of the credential was corrected', {}, [{ defaultSender: 'Old' }, { defaultSender: 'New' }]],
	['the text has the URL of the execution', { text: '=Go {{ $resumeWebhookUrl }}' }, []],
])('Retry sends nothing twice, though %s', async (_, parameters, credentials) => {
	await retried(parameters, parameters, 0, () => {}, credentials);
});

test('Retry after a crash, for which n8n counts one run more, sends nothing twice, though the text has the number of the run', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const parameters = { text: '=Reminder {{ $runIndex + 1 }}' };
		const start = { ...smsWorkflow(runOf(items, { options: OPTIONS, parameters })), resumeToken: 'a'.repeat(64) };
		const executionData = storedForRetry(await runWorkflow(start));
		executionData.executionData!.contextData = {};
		const crashed = { startTime: 0, executionTime: 0, executionIndex: 1, source: [{ previousNode: INPUT }] };
		executionData.resultData.runData[SMS] = [{ ...crashed, error: { message: 'Node crashed' } as never }];
		const [node] = start.nodes.slice(1);
		const data = { main: [items.map((json) => ({ json }))] };
		executionData.executionData!.nodeExecutionStack = [
			{ node: node!, data, source: { main: [{ previousNode: INPUT }] } },
		];
		await runWorkflow({ ...start, mode: 'retry', executionData });
		expect(sandbox.messages.map(({ text }) => text)).toEqual(['Reminder 1', 'Reminder 1']);
	});
});

test('a message ID of the user under which nothing was sent can be used in a later run', async () => {
	let requests = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && requests++ === 0 ? badRequest() : undefined),
		async ({ sandbox, runOf }) => {
			const parameters = { messageOptions: { messageId: 'order-1' } };
			const options = { ...OPTIONS, includeInputFields: true };
			const start = smsWorkflow(runOf(items.slice(0, 1), { options, parameters, settings: CONTINUE }));
			await runWorkflow(inLoop(start, (output) => output));
			expect(sandbox.messages.map(({ to }) => to)).toEqual([FIRST]);
		},
	);
});

/** Of the item: lists that an expression may alter. */
const LISTS = { codes: ['A', 'B', 'C', 'D', 'E', 'F'], numbers: ['447700900125', '447700900126', '447700900127'] };
const VARIES = '={{ Math.floor(Math.random() * 64) }}';

test.each<INodeParameters>([
	{ text: '=Alarm at {{ $now.toISO() }}' },
	{ text: '=Your code is {{ Math.floor(1e9 * Math.random()) }}' },
	{ from: '={{ "Shop" + Math.floor(1e5 * Math.random()) }}' },
	...[
		'[...Array(6)].map(Math.random)',
		'$json.codes.shift()',
		'$ifEmpty($json.codes, []).pop()',
		'$("Input").item.json.codes.shift()',
		'(() => { const { codes } = $json; const last = codes.pop(); return codes.join(", ") + " and " + last })()',
		'$json.codes[0] + $json.codes.reverse().join()',
	].map((code) => ({ text: `=Code {{ ${code} }}` })),
	{ to: '={{ $json.numbers.shift() }}' },
	{ hex: '={{ Math.floor(1e9 * Math.random()).toString().padStart(10, "0") }}' },
	{ hex: '48 65', messageOptions: { dataCoding: VARIES } },
	{ hex: '48 65', messageOptions: { esmClass: VARIES } },
	{ hex: '48 65', messageOptions: { portHeader: { ports: { destinationPort: '2948', sourcePort: VARIES } } } },
])(
	'Retry On Fail sends what is another value in each try, or alters the item, once, and it comes out as it was sent: %j',
	async (varying) => {
		const [first, ...others] = ['19990100812', FIRST!, SECOND!, SECOND!];
		// n8n tries again if the first item is an error
		const rows = [first!, ...others].map((to) => ({ ...LISTS, to, content: 'A', numbers: [to, ...LISTS.numbers] }));
		const parameters = { ...varying, ...('hex' in varying && { operation: 'sendBinary' }) };
		for (const mode of [STOP, CONTINUE, ERROR_OUTPUT])
			await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
				const settings = { ...mode, retryOnFail: true, maxTries: 3 };
				const { json, error } = await send(rows, { parameters, settings });
				const accepted = sandbox.messages.filter(({ to }) => to !== first);
				expect(accepted.map(({ to }) => to)).toEqual(others);
				if (mode === STOP) expect(error).toBeDefined();
				else if (!('hex' in varying))
					expect(json.flatMap((item) => item.text ?? [])).toEqual(accepted.map(({ text }) => text));
			});
	},
);

test('in a later run of the node, a Send At hours ago is an error, though it was ahead in the first', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const schedule = { sendAt: { at: { time: new Date(now() + 600_000).toISOString() } } };
		const start = smsWorkflow(runOf(items.slice(0, 1), { parameters: { schedule }, settings: CONTINUE }));
		const execution = await runWorkflow(
			inLoop(start, () => {
				aheadMs = 3 * HOUR_MS;
				return [{ json: items[1]! }];
			}),
		);
		expect(sandbox.messages.map((message) => message.to)).toEqual([FIRST]);
		const [, second] = execution.run.data.resultData.runData[SMS]!;
		expect(second?.data?.main?.[0]?.[0]?.json.error).toContain('has passed');
	});
});

test('after a crash, the time limit of a wait begins at the Send At of a message that the logs show', async () => {
	const status = PENDING;
	let sent: { bulkId: string; messageId: string; to: string } | undefined;
	const service = await startScriptedService(({ method, body }) => {
		if (method === 'GET') return { body: { results: sent ? [{ ...sent, status, sentAt: new Date(now()) }] : [] } };
		const { bulkId, messages } = JSON.parse(body);
		sent = { bulkId, ...messages[0].destinations[0] };
		return { body: { bulkId, messages: [{ ...sent, status }] } };
	});
	const sendAt = new Date(now() + 72 * HOUR_MS).toISOString();
	const parameters = {
		operation: 'sendTextAndWait',
		to: FIRST!,
		text: 'A',
		schedule: { sendAt: { at: { time: sendAt } } },
	};
	const run = { parameters, settings: CONTINUE, credential: credentialFor(service) };
	const start = { ...smsWorkflow(run), resumeToken: 'a'.repeat(64) };
	await runWorkflow(start);
	const { run: again } = await runWorkflow({ ...start, mode: 'retry' });
	await service.stop();
	const [, deadline] = /"deadline\\?":(\d+)/.exec(JSON.stringify(again.data))!;
	expect(Number(deadline)).toBe(Date.parse(sendAt) + HOUR_MS);
	expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an error in a later run of a loop advises Retry, since a new execution would send the first runs again', async () => {
	await withProxiedSandbox(
		() => undefined,
		async ({ runOf, sandbox }) => {
			const start = smsWorkflow(runOf(items, { settings: STOP }));
			const next = (output: INodeExecutionData[]) => output.map(({ json }) => ({ json: { ...json, to: 'nobody' } }));
			const { error } = await runWorkflow(inLoop(start, next));
			expect(error).toMatchObject({ description: expect.stringContaining('Retry') });
			expect(sandbox.messages).toHaveLength(2);
		},
		{ sendVersions: ['1'] },
	);
});

test('n8n takes no error for an execution that was canceled, which has no Retry', async () => {
	await withProxiedSandbox(
		() => undefined,
		async ({ runOf }) => {
			const parameters = { text: '=Your visit on {{ $json.canceledOn }} is off' };
			const { run } = await runWorkflow(smsWorkflow(runOf(items.slice(1), { settings: STOP, parameters })));
			expect(run.status).toBe('error');
		},
		{ sendVersions: ['1'] },
	);
});

describe('An n8n before 2.14, which has no token by which an execution and its Retry can be told from others', () => {
	const NO_TOKEN: SendSettings = {
		settings: STOP,
		options: { messagesPerRequest: 2, requestsAtOnce: 1, patience: 1, lookUpTime: 0.2 },
		start: { resumeToken: null },
	};
	/** Of an execution that has crashed nothing is stored, so Retry starts anew. */
	const AFTER_CRASH: SendSettings = { ...NO_TOKEN, start: { resumeToken: null, mode: 'retry' } };

	test.each(['failed', 'crashed'])(
		'Retry of an execution that has %s is refused before anything is sent',
		async (how) => {
			let isDown = true;
			await withProxiedSandbox(
				({ isSend, body }) => (isSend && isDown && !body.includes(numberOf(0)) ? unauthorized : undefined),
				async ({ send, sandbox, runOf }) => {
					const failed = await send(rows(6), NO_TOKEN);
					expect(sandbox.messages).toHaveLength(2);
					isDown = false;
					const { error } =
						how === 'crashed'
							? await send(rows(6), AFTER_CRASH)
							: await runWorkflow({
									...smsWorkflow(runOf([], NO_TOKEN)),
									mode: 'retry',
									executionData: storedForRetry(failed),
								});
					expect(error!.message).toContain('Nothing was sent');
					expect(sandbox.messages).toHaveLength(2);
				},
			);
		},
	);
});

test('before n8n 2.3, a node cannot detect that it is a tool', async () => {
	const { isToolExecution } = ExecuteContext.prototype;
	delete (ExecuteContext.prototype as Partial<ExecuteContext>).isToolExecution;
	try {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const { error } = await send(rows(1));
			expect(error).toBeUndefined();
			expect(sandbox.messages).toHaveLength(1);
		});
	} finally {
		ExecuteContext.prototype.isToolExecution = isToolExecution;
	}
});
