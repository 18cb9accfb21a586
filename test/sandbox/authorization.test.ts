import { startSandbox } from '../../sandbox';
import { get, post, TEXT } from './client';

test('three values are accepted by default', async () => {
	const sandbox = await startSandbox();
	const basic = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`;
	const statuses = ['App sandbox-key', basic, 'Bearer sandbox-token', 'App wrong'].map(
		async (value) => (await get(sandbox, '/sms/1/reports', value)).status,
	);
	expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401]);
	await sandbox.stop();
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
