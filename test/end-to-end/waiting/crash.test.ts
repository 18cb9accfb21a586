import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nInstance } from '../../../n8n/instance';
import type { FaultScript } from '../../faults/faultProxy';
import { crash, startN8nWithSandbox } from '../realN8n';
import { came, NO_FAULTS, only, runsOf, WaitingN8n } from './waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';
const SLOW = '9990400001';

const FLAG = join(tmpdir(), `kill-before-wait-${process.pid}`);

let waiting: WaitingN8n<N8nInstance> & { script: FaultScript };

beforeAll(async () => {
	const env = { NODE_OPTIONS: `--require ${join(__dirname, 'killBeforeWaitIsStored.cjs')}`, KILL_BEFORE_WAIT: FLAG };
	const sandbox = { delays: { enrouteMs: 50, finalMs: 100, slowMs: 8000 }, notifications: { retryUnitMs: 500, maxRetries: 12 } };
	waiting = await WaitingN8n.behindProxy(await startN8nWithSandbox({ env }, sandbox));
});
afterAll(async () => await waiting.stop());
afterEach(() => {
	waiting.script = NO_FAULTS;
});

test('n8n killed while it waits and started again before the report: the report ends the wait', async () => {
	const { id } = await waiting.beginWaiting({ rows: [{ row: 'a', to: SLOW }] });
	await crash(waiting.n8n);
	const execution = await waiting.n8n.rest.finished(id, 60_000);
	expect(execution.status).toBe('success');
	expect(came(execution)).toEqual(only({ Delivered: [['a', SLOW, DELIVERED]] }));
	expect(waiting.messagesTo(SLOW)).toHaveLength(1);
});

test('killed between the reports of two messages: the first one is found in the logs when the second one comes', async () => {
	const rows = [{ row: 'a', to: '447700900201' }, { row: 'b', to: '9990400002' }, { row: 'c', to: '999020027' }];
	const { id } = await waiting.beginWaiting({ rows });
	await waiting.sandbox.waitFor(() => waiting.sandbox.pushes.some(({ status, reports }) => status === 200 && reports.some(({ to }) => to === '447700900201')), 20_000);
	await crash(waiting.n8n);
	const execution = await waiting.n8n.rest.finished(id, 60_000);
	expect(came(execution)).toEqual(only({ Delivered: [['a', '447700900201', DELIVERED], ['b', '9990400002', DELIVERED]], Failed: [['c', '999020027', 'UNDELIVERABLE_NOT_DELIVERED']] }));
	expect(runsOf(execution)).toBe(1);
	expect(waiting.sandbox.requests.filter(({ path, method }) => method === 'POST' && path.includes('text'))).toHaveLength(2);
});

test('killed after sending and before the wait is stored, then Retry: nothing is sent again, and the status comes from the logs', async () => {
	waiting.script = ({ isSend }) => (isSend ? undefined : { name: 'logs hang', reachesService: false, answer: 'silence' });
	const to = '447700900211';
	const id = await waiting.begin({ rows: [{ row: 'a', to }], parameters: { options: { lookUpTime: 1 } }, settings: { saveExecutionProgress: true } });
	await waiting.sandbox.waitFor(() => waiting.messagesTo(to)[0]?.status.groupName === 'DELIVERED', 20_000);
	await crash(waiting.n8n);
	waiting.script = NO_FAULTS;
	expect((await waiting.n8n.rest.finished(id)).status).toBe('crashed');
	const retried = await waiting.n8n.rest.retry(id);
	expect(came(retried)).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
	expect(waiting.messagesTo(to)).toHaveLength(1);
});

test('killed after the progress was saved and before the wait was, then Retry: the message leaves with its status', async () => {
	const to = '447700900601';
	writeFileSync(FLAG, '');
	const id = await waiting.begin({ rows: [{ row: 'a', to }], settings: { saveExecutionProgress: true } });
	await waiting.sandbox.waitFor(() => !existsSync(FLAG), 20_000);
	await crash(waiting.n8n);
	expect((await waiting.n8n.rest.finished(id)).status).toBe('crashed');
	await waiting.sandbox.waitFor(() => waiting.messagesTo(to)[0]?.status.groupName === 'DELIVERED', 20_000);
	const retried = await waiting.n8n.rest.retry(id);
	expect(waiting.messagesTo(to)).toHaveLength(1);
	expect(came(retried)).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
});
