import { XMLParser } from 'fast-xml-parser';
import type { SandboxOptions } from '../../sandbox';
import { get, post, send, TEXT } from './client';
import type { Received } from './receiver';
import { listen, start } from './running';

async function started(options: SandboxOptions = {}, ...answers: number[]) {
	return { sandbox: await start(options), receiver: await listen(...answers) };
}

test('the final report is pushed as JSON, and cannot be fetched', async () => {
	const { sandbox, receiver } = await started();
	const notifyUrl = `${receiver.url}/hook?a=1`;
	const { messages } = await send(sandbox, '41793026727', { notifyUrl, callbackData: 'order 7' });
	await sandbox.advance(1000);
	expect(receiver.received).toHaveLength(1);
	const [{ path, headers, body }] = receiver.received as [Received];
	expect([path, headers['content-type'], headers.authorization]).toEqual(['/hook?a=1', 'application/json', undefined]);
	expect(JSON.parse(body)).toMatchObject({
		results: [{ messageId: messages[0]!.messageId, callbackData: 'order 7', status: { id: 5 } }],
	});
	expect((await get(sandbox, '/sms/1/reports')).body.results).toEqual([]);
	expect((await get(sandbox, '/sms/1/logs')).body.results).toHaveLength(1);
	expect(sandbox.pushes).toMatchObject([{ url: notifyUrl, retryNumber: 0, status: 200, outcome: 'accepted' }]);
});

test('intermediate reports come before the final one, only on request', async () => {
	const { sandbox, receiver } = await started();
	await send(sandbox, '41793026727', { notifyUrl: receiver.url, intermediateReport: true });
	await sandbox.advance(1000);
	const bodies = receiver.received.map((push) => JSON.parse(push.body).results);
	expect(bodies.flat().map((report: any) => [report.status.name, 'doneAt' in report])).toEqual([
		['PENDING_ENROUTE', false],
		['DELIVERED_TO_HANDSET', true],
	]);
});

test('reports are grouped per notifyUrl, at most 100 in a push', async () => {
	const { sandbox, receiver } = await started();
	const message = (count: number, first: number, path: string) => ({
		text: 'Hi',
		notifyUrl: receiver.url + path,
		destinations: Array.from({ length: count }, (_, i) => ({ to: `4179${first + i}` })),
	});
	await post(sandbox, TEXT, { messages: [message(250, 1_000_000, '/a'), message(3, 2_000_000, '/b')] });
	await sandbox.advance(1000);
	const sizes = (path: string) =>
		receiver.received
			.filter((push) => push.path === path)
			.map((push) => JSON.parse(push.body).results.length)
			.sort((a, b) => a - b);
	expect(sizes('/a')).toEqual([50, 100, 100]);
	expect(sizes('/b')).toEqual([3]);
});

test.each(['SMSReportResponse', 'reportResponse'] as const)('XML with the root %s', async (xmlForm) => {
	const { sandbox, receiver } = await started({ notifications: { xmlForm } });
	const notifyContentType = 'application/xml; charset=utf-8';
	const callbackData = 'a < b & "c"';
	await send(sandbox, ['41793026727', '41793026728'], { notifyUrl: receiver.url, notifyContentType, callbackData });
	await sandbox.advance(1000);
	const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
	expect(headers['content-type']).toBe(notifyContentType);
	const { results } = new XMLParser({ parseTagValue: false }).parse(body)[xmlForm];
	expect(results.result ?? results).toMatchObject([
		{ to: '41793026727', callbackData, status: { id: '5' } },
		{ to: '41793026728' },
	]);
});

test('a push is repeated until 200, after 1 min + 1 min × retryNumber²', async () => {
	const { sandbox, receiver } = await started({}, 500, 404, 204, 200);
	await send(sandbox, '41793026727', { notifyUrl: receiver.url });
	await sandbox.advance(60 * 60_000);
	expect(new Set(receiver.received.map((push) => push.body)).size).toBe(1);
	const [{ at: first } = { at: 0 }] = sandbox.pushes;
	expect(sandbox.pushes.map((push) => [push.status, push.outcome, (push.at - first) / 60_000])).toEqual([
		[500, 'retrying', 0],
		[404, 'retrying', 1],
		[204, 'retrying', 3],
		[200, 'accepted', 8],
	]);
});

test('credentials in the notifyUrl are sent as Basic, and are not logged or recorded', async () => {
	const lines: string[] = [];
	const { sandbox, receiver } = await started({ logger: (line) => lines.push(line) });
	await send(sandbox, '41793026727', { notifyUrl: receiver.url.replace('://', '://us%40er:p%3Ass@') });
	await sandbox.advance(1000);
	expect(receiver.received[0]!.headers.authorization).toBe(`Basic ${Buffer.from('us@er:p:ss').toString('base64')}`);
	expect(lines.join()).toContain(receiver.url);
	expect(JSON.stringify([lines, sandbox.pushes])).not.toMatch(/p%3Ass|p:ss/);
});
