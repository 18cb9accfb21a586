import { connect } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { DELIVERED } from '../../unit/notifications/bodies';
import { startTrigger, type TriggerServer } from './triggerServer';

let trigger: TriggerServer;
const start = async (...args: Parameters<typeof startTrigger>) => {
	trigger = await startTrigger(...args);
};
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

test('while a workflow is being built, the same report may come time and again', async () => {
	await start({}, { mode: 'manual' });
	for (let time = 0; time < 2; time++) await trigger.push([DELIVERED]);
	expect(trigger.executions).toHaveLength(2);
});

describe('warnings in n8n’s log', () => {
	const line = expect.stringMatching(/^'SMS Messaging Trigger' .*\(401\).* token (?!.*4711)/);
	const refuse = async (times: number) => {
		for (let time = 0; time < times; time++)
			expect((await trigger.push([DELIVERED], '?token=guess-4711')).status).toBe(401);
	};

	test('one warning a minute, with no content of the pushes', async () => {
		const elapsed = jest.spyOn(host, 'elapsed').mockReturnValue(1_000_000);
		try {
			await start({ authentication: 'token', token: 'secret-0815' });
			await refuse(3);
			expect(trigger.logged).toEqual([line]);
			elapsed.mockReturnValue(1_059_999);
			await refuse(1);
			expect(trigger.logged).toHaveLength(1);
			elapsed.mockReturnValue(1_060_000);
			await refuse(2);
			expect(trigger.logged).toEqual([line, line]);
		} finally {
			elapsed.mockRestore();
		}
	});

	test('warn about entries that are not reports, among reports', async () => {
		await start();
		const { answer } = await trigger.push([DELIVERED, { messageId: '2', status: 'DELIVERED' }]);
		expect(answer).toMatchObject({ started: 1, unreadable: 1 });
		expect(trigger.logged).toEqual([expect.stringContaining('1 of 2 entries')]);
	});
});

test('300 slow senders do not keep others waiting', async () => {
	await start();
	const { port, pathname } = new URL(trigger.url);
	const sockets = Array.from({ length: 300 }, () => {
		const socket = connect(Number(port), '127.0.0.1');
		socket.write(`POST ${pathname} HTTP/1.1\r\nHost: n8n\r\nContent-Length: 2000\r\n\r\n{"results":[`);
		return socket;
	});
	expect((await trigger.push([DELIVERED])).status).toBe(200);
	for (const socket of sockets) socket.destroy();
});

test.each([
	['authentication', { authentication: '={{ $("Missing").first().json.kind }}' }],
	['the token', { authentication: 'token', token: '={{ $("Missing").first().json.token }}' }],
	['the status groups', { startOn: 'groups', statusGroups: '={{ $("Missing").first().json.groups }}' }],
	...[[], [null]].map((list): [string, INodeParameters] => [
		`a filter that gives ${JSON.stringify(list)}`,
		{ options: { from: `={{ ${JSON.stringify(list)} }}` } },
	]),
	['a sender as it is dialled at home', { startOn: 'received', options: { from: '07700*' } }],
	['a group that there is not', { startOn: 'groups', statusGroups: '={{ ["FAILED"] }}' }],
])('a mistake in %s: the sender is told to retry, and n8n’s log says why', async (_, parameters) => {
	await start(parameters);
	expect(await trigger.push([DELIVERED])).toEqual({
		status: 500,
		answer: { message: expect.stringContaining('n8n log') },
	});
	expect(trigger.executions).toEqual([]);
	expect(trigger.logged).toEqual([expect.stringContaining("'SMS Messaging Trigger' could not process a notification")]);
});
