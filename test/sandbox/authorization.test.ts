import { startSandbox, type Sandbox } from '../../sandbox';
import { get, post, TEXT } from './client';

const UNAUTHORIZED = {
	requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } },
};

describe('with the default values', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.stop());

	test.each(['App sandbox-key', `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`, 'Bearer sandbox-token'])(
		'%s is accepted',
		async (authorization) => {
			expect((await get(sandbox, '/sms/1/reports', authorization)).status).toBe(200);
		},
	);

	test.each(['/sms/1/reports', '/sms/1/logs'])('%s: wrong or missing is 401', async (path) => {
		expect(await get(sandbox, path, 'App wrong')).toMatchObject({ status: 401, body: UNAUTHORIZED });
		const response = await fetch(sandbox.url + path);
		expect([response.status, await response.json()]).toEqual([401, UNAUTHORIZED]);
	});
});

test('configured values replace the defaults', async () => {
	const sandbox = await startSandbox({ authorizations: ['Custom abc', 'raw-token'] });
	try {
		expect(sandbox.authorization).toBe('Custom abc');
		expect((await get(sandbox, '/sms/1/reports')).status).toBe(200);
		expect((await get(sandbox, '/sms/1/reports', 'raw-token')).status).toBe(200);
		expect((await get(sandbox, '/sms/1/reports', 'App sandbox-key')).status).toBe(401);
	} finally {
		await sandbox.stop();
	}
});

test('no log line contains a client’s Authorization', async () => {
	const lines: string[] = [];
	const sandbox = await startSandbox({ authorizations: ['App secret-1'], logger: (line) => lines.push(line) });
	try {
		await post(sandbox, TEXT, { messages: [{ text: 'Hi', destinations: [{ to: '41793026727' }] }] });
		await post(sandbox, TEXT, {});
		await get(sandbox, '/sms/1/logs', 'App secret-2');
		await sandbox.advance(1000);
		expect(lines.length).toBeGreaterThanOrEqual(5);
		expect(lines.join('\n')).not.toMatch(/secret/);
	} finally {
		await sandbox.stop();
	}
});
