import { createServer } from 'node:http';

import type { RunningN8n } from '../../tools/n8n/instance';
import { freePorts } from '../../tools/n8n/ports';
import { itemsOf } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox } from '../../sandbox';
import { afterwards } from '../support/afterwards';
import { listen, type Listening } from '../support/listen';
import { SEND, sendWorkflow, sharedN8nWithSandbox, START } from './realN8n';

let n8n: RunningN8n;
let sandbox: Sandbox;
/** Answers every request with the status that its path begins with: /404/sms/1/logs. */
let statuses: Listening;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
	const server = createServer((request, response) => {
		response
			.writeHead(Number(request.url!.split('/')[1]), {
				'Content-Type': 'application/json',
				Location: `${sandbox.url}/sms/1/logs`,
			})
			.end('{}');
	});
	statuses = afterwards(await listen(server));
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
		[410, /410/],
		[500, /The service failed \(500\)/],
		[521, /521/],
	])('%i: not connected', async (status, message) => {
		expect(await testAt(`${statuses.url}/${status}`)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	});

	test.each(['1', '2', '3'])('API Version %s: asks for its logs', async (apiVersion) => {
		const own = afterwards(await startSandbox({ sendVersions: ['1', '2', '3'] }));
		const { status } = await n8n.rest.testCredential(sandboxCredential(own.url, apiVersion));
		const path = apiVersion === '3' ? '/sms/3/logs' : '/sms/1/logs';
		expect([status, own.requests.map((request) => request.path)]).toEqual(['OK', [path]]);
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
