import { get } from './client';
import { start } from './running';

test('three values are accepted by default', async () => {
	const sandbox = await start();
	const basic = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`;
	const statuses = ['App sandbox-key', basic, 'Bearer sandbox-token', 'App wrong'].map(
		async (value) => (await get(sandbox, '/sms/1/reports', value)).status,
	);
	expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401]);
});
