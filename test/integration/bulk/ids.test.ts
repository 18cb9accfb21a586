import type { IDataObject, INode } from 'n8n-workflow';

import { runWorkflow, storedForRetry, MAIN } from '../engine';
import { INPUT, smsWorkflow, SMS } from '../smsNode';
import { unauthorized } from '../../support/faults/faults';
import { rows } from './messages';
import { withProxiedSandbox, type ProxiedSandbox } from './proxiedSandbox';

/** Message and bulk IDs: known before sending, the same when the same run is done again, never the same otherwise. */

const idsOf = ({ sandbox }: ProxiedSandbox) => sandbox.messages.map(({ messageId }) => messageId);
const sentIds = (sent: ReturnType<ProxiedSandbox['sent']>) => sent.flat().map(({ messageId }) => messageId);

test('every destination has an ID of its own, of at most 24 characters', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		await parts.send([...rows(5), ...rows(5), { to: '436601000000, 436601000001', content: 'both' }]);
		const ids = sentIds(parts.sent());
		expect(ids).toHaveLength(12);
		expect(new Set(ids).size).toBe(12);
		for (const id of ids) expect(id).toMatch(/^[\w-]{16,24}$/);
		expect(idsOf(parts)).toEqual(ids);
	});
});

test('Retry of an execution comes to the same IDs, also when items stand in another order; another text is another message', async () => {
	let isDown = true;
	await withProxiedSandbox(
		({ isSend }) => (isSend && isDown ? unauthorized : undefined),
		async ({ send, sent, runOf, sandbox }) => {
			const failed = await send(rows(4), { options: { messagesPerRequest: 10 } });
			const first = sent().flat();
			isDown = false;
			const retried = await runWorkflow({
				...smsWorkflow(runOf([], { start: { additionalData: { executionId: '2' } } })),
				mode: 'retry',
				executionData: storedForRetry(failed),
			});
			expect(retried.error).toBeUndefined();
			expect(sandbox.messages.map(({ to, messageId }) => ({ to, messageId }))).toEqual(first);
			const again = await send([...rows(4).reverse(), ...rows(1, () => 'Another text')], {
				start: { resumeToken: failed.run.data.resumeToken, mode: 'trigger' },
			});
			expect(again.error).toBeUndefined();
			const last = sent().at(-1)!;
			expect(last.slice(0, 4)).toEqual(first.toReversed());
			expect(first.map(({ messageId }) => messageId)).not.toContain(last[4]!.messageId);
		},
		{ duplicateIds: 'accept' },
	);
});

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

test('where n8n gives no token, IDs are random for each call', async () => {
	await withProxiedSandbox(undefined, async (parts) => {
		for (let call = 0; call < 2; call++) {
			const { error } = await parts.send(rows(3), { start: { resumeToken: null } });
			expect(error).toBeUndefined();
		}
		expect(parts.sandbox.messages).toHaveLength(6);
		expect(new Set(idsOf(parts)).size).toBe(6);
		expect(new Set(parts.bulkIds()).size).toBe(2);
	});
});

test('IDs of the user’s own are kept, others get theirs', async () => {
	await withProxiedSandbox(undefined, async ({ send, sent }) => {
		const destination = [
			{ to: '436601234567', messageId: 'my-own-id-that-is-longer-than-24-characters' },
			{ to: '436607654321' },
		];
		await send([{ to: '', content: 'Hello' }], {
			parameters: { to: '', messageOptions: { destinations: { destination } } },
		});
		expect(sent()[0]).toEqual([
			destination[0],
			{ to: '436607654321', messageId: expect.stringMatching(/^[\w-]{16,24}$/) },
		]);
	});
});

test('option Message IDs: From the Service', async () => {
	await withProxiedSandbox(undefined, async ({ send, sent, sandbox }) => {
		const { json } = await send(rows(2), { options: { messageIds: 'service' } });
		expect(
			sent()
				.flat()
				.map((destination) => 'messageId' in destination),
		).toEqual([false, false]);
		expect(json.map(({ messageId }) => messageId)).toEqual(sandbox.messages.map(({ messageId }) => messageId));
	});
});

test('a bulk ID shows the execution, the request and the instance, and a user’s own is kept', async () => {
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

test('the ID that was sent is the ID that comes out, whatever the service calls it', async () => {
	await withProxiedSandbox(undefined, async ({ send, sent }) => {
		const { json } = await send(rows(3));
		expect(json.map(({ messageId }: IDataObject) => messageId)).toEqual(sentIds(sent()));
	});
});
