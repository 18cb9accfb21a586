import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox } from '../../sandbox';
import { idsOf, newAccount, polls, publishPolling, REPORTS, sendTo } from '../end-to-end/pollingN8n';
import { newCredential, SEND, sendWorkflow, START } from '../end-to-end/realN8n';
import { publishTrigger, push, TRIGGER } from '../end-to-end/trigger/triggerN8n';
import { beginWait, came, only, runsOf } from '../end-to-end/waiting/waitingN8n';
import { afterwards } from '../support/afterwards';
import { sharedN8n } from '../support/n8n/shared';
import { DELIVERED as DELIVERED_REPORT } from '../unit/notifications/bodies';

/** Waiting, polling, being pushed to and the credential: that each works in the real n8n, as sending does in examples.test.ts. */

const DELIVERED = 'DELIVERED_TO_HANDSET';

let n8n: RunningN8n;
let sandbox: Sandbox;
beforeAll(async () => {
	n8n = await sharedN8n();
	// Its reports come once n8n has stored the wait, also that of its first execution, which takes longer
	sandbox = afterwards(await startSandbox({ delays: { enrouteMs: 20, finalMs: 3000 }, sendVersions: ['1', '3'] }));
});

test('the connection test succeeds, also with spaces around the address, and fails with a wrong key', async () => {
	const credential = sandboxCredential(sandbox.url);
	const testWith = async (change: object) =>
		await n8n.rest.testCredential({ ...credential, data: { ...credential.data, ...change } });
	expect((await testWith({})).status).toBe('OK');
	expect((await testWith({ baseUrl: ` ${sandbox.url} ` })).status).toBe('OK');
	expect(await testWith({ apiKey: 'wrong-key-7c1f' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/does not accept this credential \(401\)/),
	});
});

test('Send Text and Wait for Delivery: the workflow continues with the report, and the node shows one run', async () => {
	await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
	const id = await beginWait(n8n, {
		rows: [{ row: 'a', to: '447700900101' }],
		parameters: { simplify: false, messageOptions: { callbackData: 'order 7' } },
	});
	const execution = await n8n.rest.finished(id);
	expect(execution.status).toBe('success');
	expect(came(execution)).toEqual(only({ Delivered: [['a', '447700900101', DELIVERED]] }));
	expect(runsOf(execution)).toBe(1);
	const [{ json }] = itemsOf(execution, SEND) as [{ json: Record<string, unknown> }];
	expect(json).toMatchObject({
		callbackData: 'order 7',
		doneAt: expect.stringMatching(/Z$/),
		report: { to: '447700900101', status: { groupName: 'DELIVERED' } },
	});
	expect(JSON.stringify(execution.data.resultData.runData)).not.toContain('signature=');
});

test('a push with the token of the credential: Send adds it, the trigger checks it, and nobody has to type it', async () => {
	const SECRET = 'abc-123_XYZ';
	const credentials = { smsMessagingApi: await newCredential(n8n, sandbox.url, { notificationToken: SECRET }) };
	const { url, workflowId } = await publishTrigger(n8n, { authentication: 'credential' }, credentials);
	for (const query of ['', '?token=', '?token=wrong']) {
		const { status, json } = await push(url + query, JSON.stringify({ results: [DELIVERED_REPORT] }));
		expect([status, json]).toEqual([401, { message: expect.stringMatching(/\w/) }]);
		expect(JSON.stringify(json)).not.toContain(SECRET);
	}
	expect(await n8n.rest.executionsOf(workflowId)).toEqual([]);

	const sent = await n8n.rest.runToEnd(
		await n8n.rest.saveWorkflow(sendWorkflow({ credentials, parameters: { messageOptions: { notifyUrl: url } } })),
		START,
	);
	const [{ messageId } = {}] = itemsOf(sent, SEND).map(({ json }) => json);
	expect(sandbox.message(String(messageId))).toMatchObject({ notifyUrl: `${url}?token=${SECRET}` });
	const [execution] = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(itemsOf(execution!, TRIGGER).map(({ json }) => json)).toEqual([
		expect.objectContaining({ messageId, status: DELIVERED }),
	]);
	expect(JSON.stringify([sent.data, execution])).not.toContain(SECRET);
});

test('polling: waiting reports start one execution, later ones the next, none twice; a wrong credential prevents publishing', async () => {
	const account = await newAccount(n8n);
	await sendTo(account, [
		{ id: 'a', callbackData: '17' },
		{ id: 'b', to: '19990200270' },
		{ id: 'elsewhere', notifyUrl: 'http://127.0.0.1:9/' },
	]);
	const id = await publishPolling(n8n, account);
	const [first] = await n8n.rest.finishedExecutionsOf(id, 1);
	expect([first!.mode, first!.status]).toEqual(['trigger', 'success']);
	expect(itemsOf(first!, REPORTS).map(({ json }) => json)).toEqual([
		expect.objectContaining({ messageId: 'a', statusGroup: 'DELIVERED', callbackData: '17' }),
		expect.objectContaining({ messageId: 'b', statusGroup: 'UNDELIVERABLE' }),
	]);
	await sendTo(account, [{ id: 'c' }]);
	await n8n.rest.finishedExecutionsOf(id, 2);
	await polls(account, 2);
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 2))).toEqual([['a', 'b'], ['c']]);
	await n8n.rest.deactivate(id);

	const refused = await newAccount(n8n, { authorizations: ['App of-another'] });
	await expect(publishPolling(n8n, refused)).rejects.toThrow('(401)');
});
