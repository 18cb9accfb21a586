import { startSandbox } from '../../sandbox';
import { createServer } from 'node:http';

import type { RunningN8n } from '../../tools/n8n/instance';
import { freePorts } from '../../tools/n8n/ports';
import { itemsOf } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { listen, type Listening } from '../support/listen';
import { SEND, sendWorkflow, sharedN8nWithSandbox, START } from './realN8n';

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop = async () => {};
/** Answers every request with the status that its path begins with: /404/sms/1/logs. */
let statuses: Listening;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox());
	const server = createServer((request, response) => {
		response
			.writeHead(Number(request.url!.split('/')[1]), {
				'Content-Type': 'application/json',
				Location: `${sandbox.url}/sms/1/logs`,
			})
			.end('{}');
	});
	statuses = await listen(server);
});

afterAll(async () => {
	await statuses?.stop();
	await stop();
});

describe('connection test', () => {
	const testAt = async (baseUrl: string) => await n8n.rest.testCredential(sandboxCredential(baseUrl));

	test('429 counts as connected', async () => {
		expect((await testAt(`${statuses.url}/429`)).status).toBe('OK');
	});

	test.each([
		[204, /not lead to an SMS service: it answers 204/],
		[302, /redirect/],
		[400, /\(400\)/],
		[403, /not for reading logs \(403\)/],
		[404, /no SMS service at this Base URL \(404\)/],
		[410, /Gone|410/],
		[500, /The service failed \(500\)/],
		[521, /521/],
	])('%i: not connected', async (status, message) => {
		expect(await testAt(`${statuses.url}/${status}`)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	});

	test.each([
		['1', '/sms/1/logs'],
		['2', '/sms/1/logs'],
		['3', '/sms/3/logs'],
	])('API Version %s: asks for its logs', async (apiVersion, path) => {
		const own = await startSandbox({ sendVersions: ['1', '2', '3'] });
		const credential = sandboxCredential(own.url);
		const { status } = await n8n.rest.testCredential({ ...credential, data: { ...credential.data, apiVersion } });
		expect([status, own.requests.map((request) => request.path)]).toEqual(['OK', [path]]);
		await own.stop();
	});

	test('no server at the address: not connected', async () => {
		const [port] = await freePorts(1);
		expect(await testAt(`http://127.0.0.1:${port}`)).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});
});

test('n8n’s HTTP Request node works with this credential', async () => {
	const workflow = sendWorkflow({ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 });
	workflow.nodes[1]!.parameters = {
		url: `${sandbox.url}/sms/1/logs`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'smsMessagingApi',
	};
	const before = sandbox.requests.length;
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(itemsOf(execution, SEND)[0]?.json).toEqual({ results: [] });
	expect(sandbox.requests.slice(before).map(({ path, status }) => [path, status])).toEqual([['/sms/1/logs', 200]]);
});
