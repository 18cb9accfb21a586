import type { IDataObject, INode } from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { MAIN, runWorkflow, type Execution, type WorkflowStart } from './engine';
import { rows } from './bulk/messages';
import { withProxiedSandbox } from './bulk/proxiedSandbox';
import { INPUT, SMS, smsWorkflow, type SmsRun } from './smsNode';

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
		nodeTypes: { ...start.nodeTypes, smsMessagingTool: new SmsMessaging() },
	};
}

const answersOf = ({ run }: Execution): IDataObject[][] =>
	(run.data.resultData.runData[SMS] ?? []).map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));

test('the same call again sends nothing, and gets the first answer with the word that it was sent already', async () => {
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

test('waiting is refused before anything is sent', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const { error } = await runWorkflow(
			calls(runOf(rows(1), { parameters: { operation: 'sendTextAndWait' } }), ['Hello']),
		);
		expect(error).toMatchObject({
			message: 'n8n cannot wait in a tool of an AI agent, or where it stores no execution',
			description: expect.stringContaining('Nothing was sent'),
		});
		expect(sandbox.requests).toEqual([]);
	});
});
