import { inspect } from 'node:util';

import type { ICredentialDataDecryptedObject, INodeType } from 'n8n-workflow';

import { SmsMessagingApi } from '../../../credentials/SmsMessagingApi.credentials';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { MAIN, runWorkflow } from '../engine';
import { INPUT, SMS, smsWorkflow } from '../smsNode';

/** What n8n makes of a credential's test: a node without code, whose only parameter carries the request. */
const testingType: INodeType = {
	description: {
		displayName: 'Temp-Node',
		name: 'smsMessaging',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Temp-Node' },
		inputs: [MAIN],
		outputs: [MAIN],
		credentials: [{ name: 'smsMessagingApi', required: true }],
		properties: [
			{
				displayName: 'Temp',
				name: 'temp',
				type: 'string',
				default: '',
				routing: { request: new SmsMessagingApi().test.request },
			},
		],
	},
};

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

async function testWith(data: ICredentialDataDecryptedObject) {
	const workflow = smsWorkflow({ parameters: {}, credential: { authentication: 'apiKey', ...data } });
	const execution = await runWorkflow({
		...workflow,
		nodeTypes: { ...workflow.nodeTypes, smsMessaging: testingType },
	});
	expect(execution.task(INPUT)).toBeDefined();
	expect(execution.task(SMS)).toBeDefined();
	return execution;
}

test('a key pasted with its scheme works', async () => {
	const before = sandbox.requests.length;
	const { error } = await testWith({ baseUrl: ` ${sandbox.url} `, apiKey: 'App sandbox-key' });
	expect(error).toBeUndefined();
	expect(sandbox.requests.slice(before).map(({ path, status }) => [path, status])).toEqual([['/sms/1/logs', 200]]);
});

test.each([
	['ann:S3CR3T-4711@sms.example.com', /does not start with https:\/\/\. Write https:\/\/ in front/],
	['http://sms.example.com', /Correct the Base URL/],
	['https://ann:S3CR3T-4711@sms.example.com', /contains a user name/],
])('Base URL %s: the error says what is wrong, without secrets', async (baseUrl, message) => {
	const execution = await testWith({ baseUrl, apiKey: 'App S3CR3T-4711' });
	expect(execution.error?.message).toMatch(message);
	expect(inspect(execution.error, { depth: 10 })).not.toContain('S3CR3T-4711');
});

test('a key that is not a valid header value is not shown', async () => {
	const execution = await testWith({ baseUrl: sandbox.url, apiKey: 'S3CR3T-4711\u0000x' });
	expect(execution.error).toBeDefined();
	expect(inspect(execution.error, { depth: 10 })).not.toContain('S3CR3T-4711');
});
