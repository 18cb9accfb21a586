import type { INode } from 'n8n-workflow';

import { runWorkflow, MAIN } from '../engine';
import { INPUT, smsWorkflow, SMS } from '../smsNode';
import { rows } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';

/** Message and bulk IDs: known before sending, the same when the same run is done again, never the same otherwise. */

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

test('a bulk ID contains the execution, the request and the instance; your own bulk ID is kept', async () => {
	await withProxiedSandbox(undefined, async ({ send, bulkIds }) => {
		const start = (executionId: string) => ({
			start: { additionalData: { executionId } },
			options: { messagesPerRequest: 2 },
		});
		await send(rows(6), start('4711'));
		await send(rows(2), start('4712'));
		const [first, second, third, other] = bulkIds();
		for (const bulkId of [first, second, third]) expect(bulkId).toMatch(/(^|\D)4711(\D|$)/);
		expect(other).toMatch(/(^|\D)4712(\D|$)/);
		expect([first, second, third].map((bulkId) => /(\d+)$/.exec(bulkId!)![1])).toEqual(['1', '2', '3']);
		// What both share is the instance and the node; between them stand the number and a code of the execution
		const partsOf = (bulkId: string | undefined) =>
			/^(n8n-[0-9a-f]{6})-e(\d+)-([0-9a-f]{4})([0-9a-f]{4})-0-1$/.exec(bulkId!)!.slice(1);
		const [[instance, , code, node], others] = [partsOf(first), partsOf(other)];
		expect(others).toEqual([instance, '4712', expect.not.stringMatching(`^${code}$`), node]);
		await send(rows(2), { parameters: { messageOptions: { bulkId: 'reminders' } } });
		expect(bulkIds().at(-1)).toBe('reminders');
	});
});
