import type { RunningN8n } from '../../../tools/n8n/instance';
import type { WorkflowFile } from '../../../tools/n8n/restClient';
import { chain, plain, SEND, sharedN8nWithSandbox, START, untilWaiting, type N8nWithSandbox } from '../realN8n';
import { startScriptedModel, type ScriptedModel } from '../scriptedModel';
import { messagesTo } from '../waiting/waitingN8n';
import { askNode, linkTo, pressAnswer } from './askingWorkflow';

/** n8n's human review of an agent's tools: the agent may use the calculator only if a person approves by SMS. */

const TO = '447700900801';
const TOOL = 'Calculator';
const AGENT = 'Agent';
const LANGCHAIN = '@n8n/n8n-nodes-langchain';

let asking: N8nWithSandbox<RunningN8n>;
let model: ScriptedModel;
let modelCredential: string;

beforeEach(async () => {
	asking = await sharedN8nWithSandbox();
	const input = { toolParameters: { input: '6 * 7' }, hitlParameters: {} };
	model = await startScriptedModel([{ calls: [{ tool: TOOL, input }] }, 'Done.']);
	modelCredential = await asking.n8n.rest.saveCredential(model.credential);
});

function agentWorkflow(review: Record<string, unknown> = {}): WorkflowFile {
	const ai = (type: string, target: string) => ({ [type]: [[{ node: target, type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: [
			plain(START, 'manualTrigger', 1),
			{
				...plain(AGENT, '', 3, { promptType: 'define', text: 'What is six times seven?', options: {} }),
				type: `${LANGCHAIN}.agent`,
			},
			{
				...plain('Model', '', 1.2, { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} }),
				type: `${LANGCHAIN}.lmChatOpenAi`,
				credentials: { openAiApi: { id: modelCredential, name: 'Scripted model' } },
			},
			askNode(
				{ to: TO, message: '=May I use {{ $tool.name }} with {{ $tool.parameters }}?', ...review },
				{ type: 'n8n-nodes-sms-messaging.smsMessagingHitlTool' },
			),
			{ ...plain(TOOL, '', 1), type: `${LANGCHAIN}.toolCalculator` },
		],
		connections: {
			...chain(START, AGENT),
			Model: ai('ai_languageModel', AGENT),
			[TOOL]: ai('ai_tool', SEND),
			[SEND]: ai('ai_tool', AGENT),
		},
		settings: { executionOrder: 'v1' },
	};
}

const begin = async (review?: Record<string, unknown>) =>
	await asking.n8n.rest.run(await asking.n8n.rest.saveWorkflow(agentWorkflow(review)), START);

/** What the model is told of its call in the end. */
function toldOfCall(): unknown {
	const messages = JSON.parse(model.told.at(-1)!) as Array<{ role: string; content: unknown }>;
	return messages.findLast(({ role }) => role === 'tool')?.content;
}

test('approved: the agent gets the result of the tool', async () => {
	const id = await begin();
	await untilWaiting(asking.n8n, id);
	expect(messagesTo(asking.sandbox, TO).map(({ text }) => text)).toEqual([
		expect.stringMatching(/^May I use \w+ with .*6 \* 7.*\?\nhttp/s),
	]);
	await pressAnswer(linkTo(asking.sandbox, TO), 'approved');
	const { status } = await asking.n8n.rest.finished(id);
	expect([status, toldOfCall()]).toEqual(['success', expect.stringContaining('42')]);
});

test('declined: the tool is not called, and the agent is told', async () => {
	const id = await begin();
	await untilWaiting(asking.n8n, id);
	await pressAnswer(linkTo(asking.sandbox, TO), 'declined');
	const execution = await asking.n8n.rest.finished(id);
	expect([execution.status, toldOfCall()]).toEqual(['success', expect.stringContaining('User rejected the tool call')]);
	expect(execution.data.resultData.runData).not.toHaveProperty(TOOL);
});

test('no answer: the tool is not called, and the agent is told why', async () => {
	// This number is rejected
	const execution = await asking.n8n.rest.finished(await begin({ to: '19990100600' }));
	expect([execution.status, toldOfCall()]).toEqual(['success', expect.stringContaining('Nobody approved this call')]);
	expect(execution.data.resultData.runData).not.toHaveProperty(TOOL);
});
