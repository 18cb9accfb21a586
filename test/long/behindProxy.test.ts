import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { DELIVERED } from '../unit/notifications/bodies';
import { countExecutions, publishTrigger, push } from '../end-to-end/trigger/triggerN8n';

let n8n: N8nInstance;
beforeAll(async () => {
	n8n = await startN8n({ env: { N8N_PROXY_HOPS: '1' } });
});
afterAll(async () => await n8n?.stop());

test('Allowed Addresses respects n8n’s proxy settings', async () => {
	const { url, workflowId } = await publishTrigger(n8n, {
		options: { allowedAddresses: '203.0.113.0/24, 2001:db8::/32' },
	});
	const pushFrom = async (address?: string) =>
		await push(url, JSON.stringify({ results: [{ ...DELIVERED, messageId: `from-${address}` }] }), {
			'Content-Type': 'application/json',
			...(address !== undefined && { 'X-Forwarded-For': address }),
		});
	for (const address of [undefined, '198.51.100.7', '203.0.113.7, 198.51.100.7', '2001:db9::1', 'nonsense', '']) {
		expect(await pushFrom(address)).toEqual({ status: 401, json: { message: expect.stringMatching(/\w/) } });
	}
	expect(countExecutions(n8n, workflowId)).toBe(0);
	const allowed = [
		'203.0.113.7',
		'::ffff:203.0.113.7',
		'2001:db8::1',
		'198.51.100.7, 203.0.113.7',
		'203.0.113.8:52345',
		'[2001:db8::5]:52345',
	];
	for (const address of allowed) expect((await pushFrom(address)).json).toMatchObject({ started: 1 });
	expect(countExecutions(n8n, workflowId)).toBe(allowed.length);
});
