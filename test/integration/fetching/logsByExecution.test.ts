import { runAnswered } from '../scriptedService';
import { ERROR_OUTPUT, hintsOf, sandboxForEach } from '../smsNode';

const node = sandboxForEach({ delays: { enrouteMs: 0, finalMs: 0 } });

async function sendIn(executionId: string, numbers: string[], parameters: object = {}): Promise<void> {
	const own = { options: { messagesPerRequest: 1 }, ...parameters };
	await node.send(
		numbers.map((to) => ({ to })),
		own,
		{ start: { additionalData: { executionId } } },
	);
	await node.sandbox.advance(1000);
}

const find = async (sentByExecution: unknown, parameters: object = {}, filters: object = {}) =>
	await node.run({ operation: 'getLogs', filters: { ...filters, sentByExecution }, ...parameters });

const NUMBERS = ['436600000001', '436600000002'];

test('all messages that one execution has sent', async () => {
	await sendIn('7', NUMBERS);
	await sendIn('71', ['436600000005']);
	await sendIn('7', ['436600000006', '436600000007'], { operation: 'sendBinary', hex: '48' });
	for (const number of ['7', 7, ' 7 ', '={{ 7 }}'])
		expect((await find(number)).json.map(({ to }) => to).sort()).toEqual([...NUMBERS, '436600000006', '436600000007']);
	expect((await find('71')).json.map(({ to }) => to)).toEqual(['436600000005']);
});

test('other filters apply too, and a summary counts only its messages', async () => {
	await sendIn('7', NUMBERS);
	await sendIn('8', ['436600000005']);
	expect((await find('7', {}, { to: NUMBERS[1] })).json.map(({ to }) => to)).toEqual([NUMBERS[1]]);
	const { json } = await find('7', { output: 'summaryHtml' });
	expect(json).toEqual([expect.objectContaining({ messages: 2, complete: true })]);
});

test('nothing found: a hint says what cannot be found', async () => {
	await sendIn('7', ['436600000001'], { messageOptions: { bulkId: 'mine' } });
	const found = await find('7');
	expect([found.error, found.json]).toEqual([undefined, []]);
	expect(hintsOf(found)).toContainEqual(expect.stringContaining('your own Bulk ID'));
});

test('logs without bulk IDs may be of the execution: that is an error item, since the rest would be sent again', async () => {
	const parameters = { operation: 'getLogs', filters: { sentByExecution: '7' } };
	const answer = { body: { results: [{ to: '436600000001', messageId: 'm' }] } };
	const found = await runAnswered(answer, { parameters, settings: ERROR_OUTPUT });
	expect(found.json).toEqual([]);
	expect(found.failed).toHaveLength(1);
});

test.each(['abc', '7,8', '-1', '={{ "" }}'])('%s is not an execution ID: no request is made', async (number) => {
	const { error } = await find(number);
	expect(error?.message).toContain("'Sent by Execution'");
	expect(node.sandbox.requests).toEqual([]);
});
