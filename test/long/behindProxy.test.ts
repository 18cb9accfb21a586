import { startN8n } from '../../tools/n8n/instance';
import { afterwards } from '../support/afterwards';
import { DELIVERED } from '../unit/notifications/bodies';
import { publishTrigger, push } from '../end-to-end/trigger/triggerN8n';

test('Allowed Addresses respects n8n’s proxy settings', async () => {
	const n8n = afterwards(await startN8n({ env: { N8N_PROXY_HOPS: '1' } }));
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
	expect(await n8n.rest.executionsOf(workflowId)).toEqual([]);
	const allowed = [
		'203.0.113.7',
		'::ffff:203.0.113.7',
		'2001:db8::1',
		'198.51.100.7, 203.0.113.7',
		'203.0.113.8:52345',
		'[2001:db8::5]:52345',
	];
	for (const address of allowed) expect((await pushFrom(address)).json).toMatchObject({ started: 1 });
	expect(await n8n.rest.executionsOf(workflowId)).toHaveLength(allowed.length);
});
