import {
	type INodePropertyOptions,
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { MAIN, runWorkflow, type Execution, type WorkflowStart } from './engine';
import { rows } from './bulk/messages';
import { executeFunctions, type ExecutionFacts, type NodeSettings } from '../world/sending/n8n';
import type { Request } from '../world/sending/network';
import { pause, withProxiedSandbox } from './bulk/proxiedSandbox';
import { CONTINUE, INPUT, SMS, STOP, smsWorkflow, withResource, type SmsRun } from './smsNode';

/** As n8n makes it of the node: with another name. */
function asTool(): SmsMessaging {
	const tool = new SmsMessaging();
	tool.description = { ...tool.description, name: 'smsMessagingTool' };
	return tool;
}

/**
 * n8n gives the tool variant of a node a name that ends in Tool, and each call of the agent is a run of the node. Here the calls come
 * from nodes before it instead of an agent, since no model can run here.
 */
function calls(run: SmsRun, texts: string[]): WorkflowStart {
	const start = smsWorkflow(run);
	const [input, sms] = start.nodes as [INode, INode];
	const names = texts.map((_, index) => `Call ${index}`);
	const to = (targets: string[]) => ({ main: [targets.map((node) => ({ node, type: MAIN, index: 0 }))] });
	const callNode = (name: string): INode => ({ ...input, id: name, name });
	return {
		...start,
		nodes: [
			input,
			...names.map(callNode),
			{
				...sms,
				type: 'smsMessagingTool',
				parameters: { ...sms.parameters, text: `={{ ${JSON.stringify(texts)}[$runIndex] }}` },
			},
		],
		connections: { [INPUT]: to(names), ...Object.fromEntries(names.map((name) => [name, to([SMS])])) },
		nodeTypes: { ...start.nodeTypes, smsMessagingTool: asTool() },
	};
}

/** The calls, one after the other, with other input. @param jsonOf the json of an item, by how many nodes have run */
function fedWith(start: WorkflowStart, jsonOf: (json: IDataObject, count: number) => IDataObject): WorkflowStart {
	let count = 0;
	const passThrough: INodeType = {
		...start.nodeTypes.passThrough!,
		async execute() {
			await pause(5);
			count += 1;
			return [this.getInputData().map(({ json }) => ({ json: jsonOf(json, count) }))];
		},
	};
	return { ...start, nodeTypes: { ...start.nodeTypes, passThrough } };
}

const answersOf = ({ run }: Execution): IDataObject[][] =>
	(run.data.resultData.runData[SMS] ?? []).map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));

test('a repeated call sends nothing, and returns the first answer, marked as already sent', async () => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const execution = await runWorkflow(calls(runOf(rows(1)), ['Hello', 'Something else', 'Hello']));
			expect(execution.error).toBeUndefined();
			expect(sandbox.messages.map(({ text }) => text)).toEqual(['Hello', 'Something else']);
			const [first, second, third] = answersOf(execution);
			expect(third).toEqual([{ ...first![0], alreadySent: true }]);
			for (const answer of [first, second]) expect(answer![0]).not.toHaveProperty('alreadySent');
		},
		{ duplicateIds: 'accept' },
	);
});

test.each<[string, INodeParameters]>([
	['Send At', { schedule: { sendAt: { at: { time: '={{ $now.plus(1, "hour") }}' } } } }],
	['callback data', { messageOptions: { callbackData: '={{ $now.toMillis() }}' } }],
	// Here no model fills it in
	['text by the model', { messageOptions: { callbackData: '={{ $now.toMillis() /* $fromAI("more") */ }}' } }],
])('a call is the same though its %s is by the clock', async (_, parameters) => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const start = calls(runOf(rows(1), { parameters }), ['Hello', 'Hello', 'Bye']);
			const withId = fedWith(start, (json, count) => ({ ...json, toolCallId: `call-${count}` }));
			const execution = await runWorkflow(withId);
			expect(sandbox.messages.map(({ text }) => text)).toEqual(['Hello', 'Bye']);
			expect(answersOf(execution)[1]).toMatchObject([{ alreadySent: true }]);
		},
		{ duplicateIds: 'accept' },
	);
});

test('a call is the same, however the model writes it', async () => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const parameters = { messageOptions: { callbackData: '={{ $json.data }}', flash: '={{ $json.flash }}' } };
			const written = [
				{ data: { a: 1, b: '' }, flash: true },
				{ data: { b: null, a: '1' }, flash: 'true' },
			];
			const start = calls(runOf(rows(1), { parameters }), ['Hello', 'Hello']);
			const execution = await runWorkflow(fedWith(start, (json, count) => ({ ...json, ...written[count - 1] })));
			expect(sandbox.messages).toHaveLength(1);
			expect(answersOf(execution)[1]).toMatchObject([{ alreadySent: true }]);
		},
		{ duplicateIds: 'accept' },
	);
});

test.each<[string, INodeParameters]>([
	['a text with a word like update', {}],
	['a Send At by the clock', { schedule: { sendAt: { at: { time: '={{ $now.plus(1, "hour") }}' } } } }],
	['a text by the clock', { text: '=Update {{ $now.toMillis() }}: {{ $json.text }}' }],
])('a number written differently is the same call, with %s', async (_, parameters) => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const start = calls(runOf(rows(1), { parameters: { to: '={{ $json.to.trim() }}', ...parameters } }), ['', '']);
			start.nodes.at(-1)!.parameters.text = parameters.text ?? '=Update: {{ $json.text }}';
			const execution = await runWorkflow(
				fedWith(start, (_json, count) => {
					const to = count % 2 === 0 ? '+44 7700 900123 ' : '447700900123';
					return { to, text: 'Hello', toolCallId: `call-${count}` };
				}),
			);
			expect(answersOf(execution)).toHaveLength(2);
			expect(sandbox.messages).toHaveLength(1);
		},
		{ duplicateIds: 'accept' },
	);
});

test('a call to another person is another one, though its message ID is the same', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const parameters = { to: '={{ $json.to }}', messageOptions: { messageId: 'alert-77' } };
		const start = calls(runOf(rows(1), { parameters, settings: CONTINUE }), ['Hello', 'Hello']);
		const numbers = ['447700900123', '447700900124'];
		const execution = await runWorkflow(fedWith(start, (json, count) => ({ ...json, to: numbers[count % 2]! })));
		const [[first], [second]] = answersOf(execution) as [IDataObject[], IDataObject[]];
		expect(sandbox.messages.map(({ to }) => to)).toEqual([first!.to]);
		// The service takes an ID once
		expect(second!.error).toEqual(expect.any(String));
	});
});

test('a call to some of the same people repeats what they got', async () => {
	await withProxiedSandbox(
		undefined,
		async ({ sandbox, runOf }) => {
			const start = calls(runOf(rows(1), { parameters: { to: '={{ $json.to }}' } }), ['Hello', 'Hello', 'Hello']);
			const groups = ['447700900123, 447700900124', '447700900124', '447700900125, 447700900123'];
			await runWorkflow(fedWith(start, (json, count) => ({ ...json, to: groups[count % 3]! })));
			expect(sandbox.messages.map(({ to }) => to).sort()).toEqual(['447700900123', '447700900124', '447700900125']);
		},
		{ duplicateIds: 'accept' },
	);
});

test('calls that ask for something else are not the same, whatever its name', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const messageOptions = { callbackData: '={{ "update " + $runIndex }}' };
		await runWorkflow(calls(runOf(rows(1), { parameters: { messageOptions } }), ['Hello', 'Hello']));
		expect(sandbox.messages.map(({ callbackData }) => callbackData)).toEqual(['update 0', 'update 1']);
		const schedule = { sendAt: { at: { time: '={{ $json.date }}' } } };
		const start = calls(runOf(rows(1), { parameters: { schedule } }), ['Later', 'Later']);
		const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
		await runWorkflow(fedWith(start, (json, count) => ({ ...json, date: later(count) })));
		expect(sandbox.messages.filter(({ text }) => text === 'Later')).toHaveLength(2);
	});
});

test('Maximum Messages applies to all calls of an execution; a repeated call counts once', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const run = runOf(rows(1), { parameters: { maxMessages: 2 }, settings: CONTINUE });
		const execution = await runWorkflow(calls(run, ['Hello', 'Hello', 'Something else', 'One too many']));
		expect(sandbox.messages.map(({ text }) => text)).toEqual(['Hello', 'Something else']);
		expect(answersOf(execution).map(([answer]) => answer!.error)).toEqual([
			undefined,
			undefined,
			undefined,
			expect.stringContaining('Maximum Messages allows 2 in one execution'),
		]);
	});
});

test('the default maximum is ten messages per execution', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const texts = Array.from({ length: 11 }, (_, index) => `Hello ${index}`);
		const execution = await runWorkflow(calls(runOf(rows(1), { settings: CONTINUE }), texts));
		expect(sandbox.messages).toHaveLength(10);
		expect(answersOf(execution)[10]![0]!.error).toContain('Maximum Messages allows 10 in one execution');
	});
});

describe('parallel calls', () => {
	const sent: Array<{ to: string; messageId: string }> = [];
	const request = async ({ body }: Request) => {
		await pause(20);
		const { messages } = body as unknown as { messages: Array<{ destinations: typeof sent }> };
		const entries = messages.flatMap(({ destinations }) => destinations);
		sent.push(...entries);
		const json = { messages: entries.map((entry) => ({ ...entry, status: { groupName: 'PENDING' } })) };
		return { statusCode: 200, headers: {}, body: [Buffer.from(JSON.stringify(json))] };
	};
	const callsOf = async (texts: string[], own: IDataObject): Promise<IDataObject[]> => {
		const contextData: IDataObject = {};
		const call = async (text: string) => {
			const parameters = { operation: 'sendText', to: '43660000, 43661000', text, ...own };
			const settings: NodeSettings = { parameters, onError: 'continueRegularOutput', tries: 1 };
			const { signal } = new AbortController();
			const facts: ExecutionFacts = { id: 1, mode: 'trigger', token: 'token', contextData, signal };
			const context = executeFunctions(settings, [{}], 0, facts, { request } as never, []);
			return await new SmsMessaging().execute.call({ ...context, isToolExecution: () => true });
		};
		return (await Promise.all(texts.map(call))).flat(2).map(({ json }) => json);
	};
	beforeEach(() => sent.splice(0));

	test('send a common message once', async () => {
		const answers = await callsOf(['A', 'A', 'B', 'A'], {});
		expect(sent.map(({ to }) => to)).toEqual(['43660000', '43661000', '43660000', '43661000']);
		const [first, second, , , other] = answers;
		expect(answers.slice(2, 4)).toEqual([first, second].map((answer) => ({ ...answer, alreadySent: true })));
		expect(answers.slice(6)).toEqual(answers.slice(2, 4));
		expect(other).not.toHaveProperty('alreadySent');
	});
});

test('waiting is refused before anything is sent', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const execution = await runWorkflow(
			calls(runOf(rows(1), { parameters: { operation: 'sendTextAndWait', outputs: 'one' } }), ['Hello']),
		);
		expect(answersOf(execution)).toEqual([
			[
				{
					error: 'n8n cannot wait in a tool of an AI agent, or where it stores no execution',
					details: { description: expect.stringContaining('Nothing was sent') },
				},
			],
		]);
		expect(sandbox.requests).toEqual([]);
	});
});

describe('a call that fails', () => {
	const REJECTED = '19990100600';
	const failing = (run: SmsRun) =>
		calls({ ...run, parameters: { ...run.parameters, to: `436601234567, ${REJECTED}` } }, ['Hello']);

	test('returns the accepted messages, and the error with its details', async () => {
		await withProxiedSandbox(undefined, async ({ runOf }) => {
			const execution = await runWorkflow(failing(runOf(rows(1))));
			expect(execution.error).toBeUndefined();
			expect(answersOf(execution)[0]).toEqual([
				expect.objectContaining({ to: '436601234567', status: 'PENDING_ACCEPTED' }),
				{
					error: expect.stringContaining(`The service rejected ${REJECTED} (REJECTED_NETWORK`),
					details: expect.objectContaining({
						description: expect.stringContaining('Ask your service to open this network'),
					}),
				},
			]);
		});
	});

	test('with Stop Workflow and invalid items: the error has no markup', async () => {
		await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
			const items = ['<b>', '`x`'].map((to) => ({ to, content: '' }));
			const { error } = await runWorkflow(calls(runOf(items, { settings: STOP }), ['Hello']));
			expect(error!.message).toMatch(
				/^2 of 2 items need fixing\. Nothing was sent.* Item 0: 'To' is '<b>', .* Item 1: 'To' is '`x`'/,
			);
			expect(sandbox.requests).toEqual([]);
		});
	});
});

describe('hints for the model and for the user', () => {
	const { description } = new SmsMessaging();
	const shownFor = (operation: string) => {
		const tool = asTool().description;
		const chosen = withResource({ operation });
		return NodeHelpers.getNodeParameters(tool.properties, chosen, true, false, { typeVersion: 1 }, tool)!;
	};

	test.each(['sendText', 'sendBinary', 'getLogs', 'getReports'])('%s: what it does and costs', (operation) => {
		const shown = shownFor(operation);
		expect(shown.toolDescription).toMatch(operation.startsWith('send') ? /costs money/ : /Sends nothing/);
		expect('toolNotice' in shown).toBe(operation.startsWith('send'));
	});

	test('operations that wait or change what is planned are hidden', () => {
		const hidden = description.properties
			.filter(({ name }) => ['resource', 'operation'].includes(name))
			.flatMap(({ options = [] }) => options as INodePropertyOptions[])
			.filter(({ displayOptions }) => displayOptions?.hide?.['@tool'] !== undefined);
		expect(hidden.map(({ value }) => value).sort()).toEqual(
			['scheduledMessage', 'getScheduled', 'reschedule', 'pause', 'resume', 'cancel']
				.concat(['sendTextAndWait', 'sendAndWait'])
				.sort(),
		);
	});

	test('they appear only if the node is a tool', () => {
		const shown = NodeHelpers.getNodeParameters(
			description.properties,
			{ operation: 'sendText' },
			true,
			false,
			{ typeVersion: 1 },
			description,
		);
		for (const name of ['toolDescription', 'toolNotice', 'maxMessages']) expect(shown).not.toHaveProperty(name);
	});
});
