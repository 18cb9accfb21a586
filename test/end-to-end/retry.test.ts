import type { N8nInstance } from '../../n8n/instance';
import { itemsOf, type Execution, type WorkflowFile } from '../../n8n/restClient';
import { SANDBOX_CREDENTIAL, sandboxCredential } from '../../n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { startFaultProxy, type Fault, type FaultProxy, type ProxiedRequest } from '../faults/faultProxy';
import { resetAfterAcceptance, unauthorized } from '../faults/faults';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from './realN8n';

/** What n8n itself keeps of an execution decides what a further try knows. The sandbox takes a known ID again, so only the node keeps from sending twice. */

jest.setTimeout(180_000);

const NUMBERS = ['447700900001', '447700900002', '447700900003', '447700900004'];

let n8n: N8nInstance;
let sandbox: Sandbox;
let proxy: FaultProxy;
let stop = async () => {};
let faultOf: (request: ProxiedRequest) => Fault | undefined = () => undefined;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await startN8nWithSandbox({}, { duplicateIds: 'accept' }));
	proxy = await startFaultProxy(sandbox, (request) => (request.isSend ? faultOf(request) : undefined));
	await n8n.rest.saveCredential(sandboxCredential(proxy.url));
});

afterAll(async () => {
	await proxy?.stop();
	await stop();
});

/** One item for each number, each in a request of its own, one after the other. */
async function saveList(settings: object = {}): Promise<string> {
	const { id, name } = SANDBOX_CREDENTIAL;
	const workflow: WorkflowFile = sendWorkflow({
		...settings,
		credentials: { smsMessagingApi: { id, name } },
		parameters: { to: '={{ $json.to }}', options: { messagesPerRequest: 1, requestsAtOnce: 1, patience: 1, lookUpTime: 1 } },
	});
	workflow.nodes.push({
		id: 'list',
		name: 'List',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		position: [120, 0],
		parameters: { jsCode: `return ${JSON.stringify(NUMBERS.map((to) => ({ json: { to } })))}` },
	});
	workflow.connections = {
		[START]: { main: [[{ node: 'List', type: 'main', index: 0 }]] },
		List: { main: [[{ node: SEND, type: 'main', index: 0 }]] },
	};
	return await n8n.rest.saveWorkflow(workflow);
}

/** Every number was accepted once, and comes out once, in order, under the ID of what was accepted. */
function expectEachOnce(execution: Execution, before: number): void {
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const accepted = sandbox.messages.slice(before);
	expect(accepted.map(({ to }) => to).sort()).toEqual(NUMBERS);
	expect(itemsOf(execution, SEND).map(({ json }) => [json.to, json.messageId])).toEqual(
		NUMBERS.map((to) => [to, accepted.find((message) => message.to === to)?.messageId]),
	);
}

test('Retry of a failed execution sends only what was not accepted', async () => {
	const before = sandbox.messages.length;
	const workflowId = await saveList();
	faultOf = ({ body }) => (body.includes(NUMBERS[2]!) ? unauthorized : undefined);
	const failed = await n8n.rest.runToEnd(workflowId, START);
	expect(failed.data.resultData.error?.message).toMatch(/^2 of 4 destinations were not accepted: .*401/);
	expect(sandbox.messages.slice(before).map(({ to }) => to)).toEqual(NUMBERS.slice(0, 2));

	faultOf = () => undefined;
	const retried = await n8n.rest.retry(failed.id);
	expectEachOnce(retried, before);

	// A second Retry of the same execution, by mistake
	expectEachOnce(await n8n.rest.retry(failed.id), before);
});

test('Retry On Fail sends only what was not accepted', async () => {
	const before = sandbox.messages.length;
	const workflowId = await saveList({ retryOnFail: true, maxTries: 2, waitBetweenTries: 100 });
	let refusals = 0;
	faultOf = ({ body }) => (body.includes(NUMBERS[2]!) && refusals++ === 0 ? unauthorized : undefined);
	expectEachOnce(await n8n.rest.runToEnd(workflowId, START), before);
	expect(refusals).toBe(2);
});

test('an answer that is lost: the logs tell that the message was accepted', async () => {
	const before = sandbox.messages.length;
	const workflowId = await saveList();
	faultOf = ({ body }) => (body.includes(NUMBERS[1]!) ? resetAfterAcceptance : undefined);
	expectEachOnce(await n8n.rest.runToEnd(workflowId, START), before);
});
