import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor, runSms } from './smsNode';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(async () => await sandbox.stop());

describe('the operation that n8n adds for its HTTP Request node', () => {
	const CUSTOM = '__CUSTOM_API_CALL__';
	const message = 'This node does not support custom API calls';

	test.each([
		{ resource: 'message', operation: CUSTOM },
		{ resource: CUSTOM, operation: '' },
	])('%j: the error recommends that node', async (parameters) => {
		const { error } = await runSms({ parameters, credential: credentialFor(sandbox) });
		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(/HTTP Request node.*Predefined Credential Type.*SMS Messaging API/),
		});
		expect(sandbox.requests).toEqual([]);
	});
});

test('an unknown operation is named', async () => {
	const { error } = await runSms({ parameters: { operation: 'sendFax' }, credential: credentialFor(sandbox) });
	expect(error?.message).toBe("This node has no operation 'sendFax'");
	expect(sandbox.requests).toEqual([]);
});
