import { came, NO_FAULTS, only, runsOf, WaitingN8n } from './waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';
const SLOW = '9990400001';

let waiting: Awaited<ReturnType<typeof WaitingN8n.startBehindProxy>>;

beforeAll(async () => {
	waiting = await WaitingN8n.startBehindProxy({}, { delays: { enrouteMs: 50, finalMs: 100, slowMs: 8000 }, notifications: { retryUnitMs: 500, maxRetries: 12 } });
});
afterAll(async () => await waiting.stop());
afterEach(() => {
	waiting.script = NO_FAULTS;
});

const crash = async () => {
	await waiting.n8n.kill();
	await waiting.n8n.start();
};

test('n8n killed while it waits and started again before the report: the report ends the wait', async () => {
	const { id } = await waiting.beginWaiting({ rows: [{ row: 'a', to: SLOW }] });
	await crash();
	const execution = await waiting.n8n.rest.finished(id, 60_000);
	expect(execution.status).toBe('success');
	expect(came(execution)).toEqual(only({ Delivered: [['a', SLOW, DELIVERED]] }));
	expect(waiting.messagesTo(SLOW)).toHaveLength(1);
});

test('killed between the reports of two messages: the first one is found in the logs when the second one comes', async () => {
	const rows = [{ row: 'a', to: '447700900201' }, { row: 'b', to: '9990400002' }, { row: 'c', to: '999020027' }];
	const { id } = await waiting.beginWaiting({ rows });
	await waiting.sandbox.waitFor(() => waiting.sandbox.pushes.some(({ status, reports }) => status === 200 && reports.some(({ to }) => to === '447700900201')), 20_000);
	await crash();
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
	await crash();
	waiting.script = NO_FAULTS;
	expect((await waiting.n8n.rest.finished(id)).status).toBe('crashed');
	const retried = await waiting.n8n.rest.retry(id);
	expect(came(retried)).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
	expect(waiting.messagesTo(to)).toHaveLength(1);
});
