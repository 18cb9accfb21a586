import type { INode } from 'n8n-workflow';

import { runWorkflow, MAIN } from '../engine';
import { CONTINUE, INPUT, smsWorkflow, SMS } from '../smsNode';
import { rows } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';

const idsOf = ({ sandbox }: ProxiedSandbox) => sandbox.messages.map(({ messageId }) => messageId);

test('two executions, two nodes and two runs of one node never share an ID', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const items = rows(3);
		const number = (executionId: string) => ({ start: { additionalData: { executionId } } });
		await parts.send(items, number('1'));
		await parts.send(items, number('2'));
		const start = smsWorkflow(parts.runOf(items, number('3')));
		const [input, sms] = start.nodes as [INode, INode];
		const between = (name: string): INode => ({ ...input, id: name, name });
		const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: MAIN, index: 0 }))] });
		const execution = await runWorkflow({
			...start,
			nodes: [input, between('A'), between('B'), sms, { ...sms, id: 'other', name: 'Other' }],
			connections: { [INPUT]: to('A', 'B', 'Other'), A: to(SMS), B: to(SMS) },
		});
		expect(execution.run.data.resultData.runData[SMS]).toHaveLength(2);
		expect(parts.sandbox.messages).toHaveLength(15);
		expect(new Set(idsOf(parts)).size).toBe(15);
		expect(new Set(parts.bulkIds()).size).toBe(5);
	});
});

test('an ID of the user names one message: a second run of the node with it is refused, and sends nothing', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		const parameters = { messageOptions: { messageId: 'invoice-7' } };
		const start = smsWorkflow(parts.runOf(rows(1), { parameters, settings: CONTINUE }));
		const [input, sms] = start.nodes as [INode, INode];
		const between = (name: string): INode => ({ ...input, id: name, name });
		const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: MAIN, index: 0 }))] });
		const execution = await runWorkflow({
			...start,
			nodes: [input, between('A'), between('B'), sms],
			connections: { [INPUT]: to('A', 'B'), A: to(SMS), B: to(SMS) },
		});
		const [, second] = execution.run.data.resultData.runData[SMS]!;
		expect(second?.data?.main?.[0]?.[0]?.json.error).toContain("'invoice-7'");
		expect(idsOf(parts)).toEqual(['invoice-7']);
	});
});
