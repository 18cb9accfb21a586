import { itemsOf } from '../../../tools/n8n/restClient';
import type { RunningN8n } from '../../../tools/n8n/instance';
import type { Sandbox } from '../../../sandbox';
import { SEND, sharedN8nWithSandbox, untilWaiting } from '../realN8n';
import { push } from '../trigger/triggerN8n';
import { beginWait, came, messagesTo, only } from './waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';

let n8n: RunningN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
});

test('Retry of a stopped wait with the currently saved workflow, where n8n skips the node, outputs nothing as Delivered', async () => {
	const to = '19990500033';
	const { id } = await untilWaiting(n8n, await beginWait(n8n, { rows: [{ row: 'a', to }] }));
	await n8n.rest.stop(id);
	const retried = await n8n.rest.retry(id, 'current');
	expect(
		[0, 1, 2].map((output) => itemsOf(retried, SEND, output).map(({ json }) => [json.to, json.messageId])),
	).toEqual([[], [], [[to, messagesTo(sandbox, to)[0]!.messageId]]]);
	expect(messagesTo(sandbox, to)).toHaveLength(1);
});

test('other pushes during the wait neither end nor break it', async () => {
	const to = '19990500034';
	const { id } = await untilWaiting(n8n, await beginWait(n8n, { rows: [{ row: 'a', to }] }));
	const [{ messageId, notifyUrl: url = '' } = {}] = messagesTo(sandbox, to);
	const report = (ofMessage = messageId) =>
		JSON.stringify({ results: [{ messageId: ofMessage, to, status: { groupId: 3, name: DELIVERED } }] });
	const forged = url.replace(/signature=\w+/, `signature=${'f'.repeat(64)}`);
	for (const other of [forged, url.replace(/signature=\w+/, '')])
		expect((await push(other, report())).status).toBe(401);
	expect((await push(url, '<a><b></a>', { 'Content-Type': 'application/xml' })).status).toBe(400);
	expect((await fetch(url)).status).toBe(404);
	expect(await push(url, report('of-nobody'))).toMatchObject({ status: 200, json: { awaited: 0, open: 1 } });
	expect((await n8n.rest.execution(id)).status).toBe('waiting');
	await push(url, report());
	expect(came(await n8n.rest.finished(id))).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
});
