import type { INode } from 'n8n-workflow';

import { runWorkflow, MAIN } from '../engine';
import { CONTINUE, INPUT, smsWorkflow, SMS } from '../smsNode';
import { rows } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';

const idsOf = ({ sandbox }: ProxiedSandbox) => sandbox.messages.map(({ messageId }) => messageId);

/** Runs the node twice in one execution, behind two others, and copies of it with these names once. */
async function runTwice(start: ReturnType<typeof smsWorkflow>, ...others: string[]) {
	const [input, sms] = start.nodes as [INode, INode];
	const copy = (node: INode, name: string): INode => ({ ...node, id: name, name });
	const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: MAIN, index: 0 }))] });
	return await runWorkflow({
		...start,
		nodes: [input, copy(input, 'A'), copy(input, 'B'), sms, ...others.map((name) => copy(sms, name))],
		connections: { [INPUT]: to('A', 'B', ...others), A: to(SMS), B: to(SMS) },
	});
}

test('two executions, two nodes and two runs of one node never share an ID', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const items = rows(3);
		const number = (executionId: string) => ({ start: { additionalData: { executionId } } });
		await parts.send(items, number('1'));
		await parts.send(items, number('2'));
		const execution = await runTwice(smsWorkflow(parts.runOf(items, number('3'))), 'Other');
		expect(execution.run.data.resultData.runData[SMS]).toHaveLength(2);
		expect(parts.sandbox.messages).toHaveLength(15);
		expect(new Set(idsOf(parts)).size).toBe(15);
		expect(new Set(parts.bulkIds()).size).toBe(5);
	});
});

test('an ID of the user names one message: a second run of the node with it is refused, and sends nothing', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const parameters = { messageOptions: { messageId: 'invoice-7' } };
		const execution = await runTwice(smsWorkflow(parts.runOf(rows(1), { parameters, settings: CONTINUE })));
		const [, second] = execution.run.data.resultData.runData[SMS]!;
		expect(second?.data?.main?.[0]?.[0]?.json.error).toContain("'invoice-7'");
		expect(idsOf(parts)).toEqual(['invoice-7']);
	});
});
