import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { executeFunctions, type ExecutionFacts, type NodeSettings } from '../world/sending/n8n';
import type { Request } from '../world/sending/network';
import { pause } from './bulk/proxiedSandbox';
import { runWorkflow, type Execution } from './engine';
import { CONTINUE, credentialFor, inRounds, SMS, smsWorkflow, STOP, withResource } from './smsNode';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ duplicateIds: 'accept' })));
afterEach(async () => await sandbox.stop());
const sentTexts = () => sandbox.messages.map(({ text }) => text);
const sentTo = () => sandbox.messages.map(({ to }) => to);

/** As n8n makes it of the node: with another name. */
function asTool(): SmsMessaging {
	const tool = new SmsMessaging();
	tool.description = { ...tool.description, name: 'smsMessagingTool' };
	return tool;
}

/**
 * n8n gives the tool variant of a node a name that ends in Tool, and each call of the agent is a run of the node. Here the calls come
 * from nodes before it instead of an agent, since no model can run here.
 * @param all the item of each call, or its items, one after the other; its text, unless the parameters say otherwise
 */
async function call(
	all: Array<IDataObject | IDataObject[]>,
	own: INodeParameters = {},
	settings: Partial<INode> = {},
): Promise<Execution> {
	const texts = all.map((json) => [json].flat()[0]!.text ?? 'Hello');
	const start = smsWorkflow({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to ?? "447700900123" }}',
			text: `={{ ${JSON.stringify(texts)}[$runIndex] }}`,
			...own,
		},
		credential: credentialFor(sandbox),
		settings,
	});
	start.nodes[1]!.type = 'smsMessagingTool';
	start.nodeTypes.smsMessagingTool = asTool();
	const rounds = all.map((items) => [items].flat().map((json) => ({ json })));
	// Each at another time
	return await runWorkflow(inRounds(start, rounds, 5));
}

const answersOf = ({ run }: Execution): IDataObject[][] =>
	(run.data.resultData.runData[SMS] ?? []).map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));

test('a repeated call sends nothing, and returns the first answer, marked as already sent', async () => {
	const execution = await call([{}, { text: 'Something else' }, {}]);
	expect(execution.error).toBeUndefined();
	expect(sentTexts()).toEqual(['Hello', 'Something else']);
	const [first, second, third] = answersOf(execution);
	expect(third).toEqual([{ ...first![0], alreadySent: true }]);
	for (const answer of [first, second]) expect(answer![0]).not.toHaveProperty('alreadySent');
});

const TOMORROW = Date.now() + 86_400_000;
const SEND_AT = { schedule: { sendAt: { at: { time: '={{ $now.plus(1, "hour") }}' } } } };
const FIRST = {
	to: '447700900123',
	toolCallId: 'call-1',
	at: new Date(TOMORROW).toISOString(),
	data: { a: 1, b: '' },
	flash: true,
};
/** As a model may write the same. */
const NUMBER = { to: '+44 7700 900123 ' };
const DATA = { data: { b: null, a: '1' }, flash: 'true' };

test.each<[string, IDataObject, INodeParameters]>([
	['a Send At by the clock', {}, SEND_AT],
	['callback data by the clock', {}, { messageOptions: { callbackData: '={{ $now.toMillis() }}' } }],
	// Here no model fills it in
	['text by the model', {}, { messageOptions: { callbackData: '={{ $now.toMillis() /* $fromAI("more") */ }}' } }],
	['other data', DATA, { messageOptions: { callbackData: '={{ $json.data }}', flash: '={{ $json.flash }}' } }],
	[
		'another form of its Send At',
		{ at: new Date(TOMORROW + 3_600_000).toISOString().replace('Z', '+01:00') },
		{ schedule: { sendAt: { at: { time: '={{ $json.at }}' } } } },
	],
	['another number, and a word like update', NUMBER, { text: '=Update: {{ $json.flash }}' }],
	['another number, and a Send At by the clock', NUMBER, { to: '={{ $json.to.trim() }}', ...SEND_AT }],
	['another number, and a text by the clock', NUMBER, { text: '=Update {{ $now.toMillis() }}: {{ $json.flash }}' }],
])('a call is the same, though it is written with %s', async (_, second, parameters) => {
	const calls = [FIRST, { ...FIRST, toolCallId: 'call-2', ...second }, { ...FIRST, to: '447700900199', text: 'Bye' }];
	const execution = await call(calls, parameters);
	expect(sentTo()).toEqual(['447700900123', '447700900199']);
	expect(answersOf(execution)[1]).toMatchObject([{ alreadySent: true }]);
});

test('a call to another person is another one, though its message ID is the same', async () => {
	await sandbox.stop();
	sandbox = await startSandbox();
	const calls = ['447700900123', '447700900124'].map((to) => ({ to }));
	const [[first], [second]] = answersOf(await call(calls, { messageOptions: { messageId: 'alert-77' } }, CONTINUE)) as [
		IDataObject[],
		IDataObject[],
	];
	expect(sentTo()).toEqual([first!.to]);
	// The service takes an ID once
	expect(second!.error).toEqual(expect.any(String));
});

test('a call to some of the same people repeats what they got', async () => {
	const groups = ['447700900123, 447700900124', '447700900124', '447700900125, 447700900123'];
	await call(groups.map((to) => ({ to })));
	expect(sentTo().sort()).toEqual(['447700900123', '447700900124', '447700900125']);
});

test('calls that ask for something else are not the same, whatever its name', async () => {
	await call([{}, {}], { messageOptions: { callbackData: '={{ "update " + $runIndex }}' } });
	expect(sandbox.messages.map(({ callbackData }) => callbackData)).toEqual(['update 0', 'update 1']);
	const dates = [1, 2].map((hours) => ({ date: new Date(Date.now() + hours * 3_600_000).toISOString() }));
	await call(dates, { schedule: { sendAt: { at: { time: '={{ $json.date }}' } } } });
	expect(sandbox.messages).toHaveLength(4);
});

test.each<[string, INodeParameters, number]>([
	['ten by default', {}, 10],
	['two', { maxMessages: 2 }, 2],
])('Maximum Messages applies to all calls of an execution, %s; a repeated call counts once', async (_, own, most) => {
	const texts = Array.from({ length: most + 1 }, (__, index) => ({ text: `Hello ${index}` }));
	const answers = answersOf(await call([texts[0]!, ...texts], own, CONTINUE)).map(([answer]) => answer!.error);
	expect(sandbox.messages).toHaveLength(most);
	expect(answers.filter((error) => error !== undefined)).toEqual([answers.at(-1)]);
	expect(answers.at(-1)).toContain(`Maximum Messages allows ${most} in one execution`);
});

test('parallel calls send a common message once', async () => {
	const sent: Array<{ to: string; messageId: string }> = [];
	const request = async ({ body }: Request) => {
		await pause(20);
		const { messages } = body as unknown as { messages: Array<{ destinations: typeof sent }> };
		const entries = messages.flatMap(({ destinations }) => destinations);
		sent.push(...entries);
		const json = { messages: entries.map((entry) => ({ ...entry, status: { groupName: 'PENDING' } })) };
		return { statusCode: 200, headers: {}, body: [Buffer.from(JSON.stringify(json))] };
	};
	const contextData: IDataObject = {};
	const callOf = async (text: string) => {
		const parameters = { operation: 'sendText', to: '43660000, 43661000', text };
		const settings: NodeSettings = { parameters, onError: 'continueRegularOutput', tries: 1 };
		const { signal } = new AbortController();
		const facts: ExecutionFacts = { id: 1, mode: 'trigger', token: 'token', contextData, signal };
		const context = executeFunctions(settings, [{}], 0, facts, { request } as never, []);
		return await new SmsMessaging().execute.call({ ...context, isToolExecution: () => true });
	};
	const answers = (await Promise.all(['A', 'A', 'B', 'A'].map(callOf))).flat(2).map(({ json }) => json);
	expect(sent.map(({ to }) => to)).toEqual(['43660000', '43661000', '43660000', '43661000']);
	const [first, second, , , other] = answers;
	expect(answers.slice(2, 4)).toEqual([first, second].map((answer) => ({ ...answer, alreadySent: true })));
	expect(answers.slice(6)).toEqual(answers.slice(2, 4));
	expect(other).not.toHaveProperty('alreadySent');
});

test('waiting is refused before anything is sent', async () => {
	const execution = await call([{}], { operation: 'sendTextAndWait', outputs: 'one' });
	const [[{ error, details }]] = answersOf(execution) as [[IDataObject]];
	expect(error).toContain('cannot wait in a tool of an AI agent');
	expect(details).toEqual({ description: expect.stringContaining('Nothing was sent') });
	expect(sandbox.requests).toEqual([]);
});

describe('a call that fails', () => {
	test('returns the accepted messages, and the error with its details', async () => {
		const REJECTED = '19990100600';
		const execution = await call([{ to: `436601234567, ${REJECTED}` }]);
		expect(execution.error).toBeUndefined();
		expect(answersOf(execution)[0]).toEqual([
			expect.objectContaining({ to: '436601234567', status: 'PENDING_ACCEPTED' }),
			{
				error: expect.stringContaining(`${REJECTED} (REJECTED_NETWORK`),
				details: expect.objectContaining({ description: expect.stringContaining('open this network') }),
			},
		]);
	});

	test('with Stop Workflow and invalid items: the error has no markup', async () => {
		const { error } = await call([['<b>', '`x`'].map((to) => ({ to }))], {}, STOP);
		expect(error!.message).toMatch(/Nothing was sent.* Item 0: 'To' is '<b>', .* Item 1: 'To' is '`x`'/);
		expect(sandbox.requests).toEqual([]);
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
