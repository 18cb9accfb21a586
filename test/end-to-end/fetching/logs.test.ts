import type { INodeParameters } from 'n8n-workflow';

import { startN8n, type N8nInstance } from '../../../n8n/instance';
import { itemsOf, type Execution } from '../../../n8n/restClient';
import { seedMessages, startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { startFaultProxy, type FaultProxy, type FaultScript } from '../../faults/faultProxy';
import { tooManyRequestsUntil } from '../../faults/faults';
import { threshold } from '../../faults/threshold';
import { START } from '../realN8n';
import { hintsOf, LOGS, saveLogsWorkflow } from './logsWorkflow';

const COUNT = 25_000;
const HOUR_MS = 3_600_000;

let n8n: N8nInstance;
let sandbox: Sandbox;
let seeded: SandboxMessage[];
const proxies: FaultProxy[] = [];
beforeAll(async () => {
	n8n = await startN8n();
	sandbox = await startSandbox({ logsPerMinute: 1_000_000 });
	const now = sandbox.now();
	seeded = seedMessages(sandbox.store, { count: COUNT, from: now - 47 * HOUR_MS, until: now, colliding: 0.3 });
});
afterAll(async () => {
	await n8n?.stop();
	for (const proxy of proxies) await proxy.stop();
	await sandbox?.stop();
});

/** Runs Get Logs with Return All, behind a proxy that can fail. */
async function read(script: FaultScript, parameters: INodeParameters): Promise<{ execution: Execution; proxy: FaultProxy; ids: unknown[] }> {
	const proxy = await startFaultProxy(sandbox, script);
	proxies.push(proxy);
	const execution = await n8n.rest.runToEnd(await saveLogsWorkflow(n8n, proxy, parameters), START, 120_000);
	return { execution, proxy, ids: itemsOf(execution, LOGS).map(({ json }) => json.messageId) };
}

test('25,000 entries, many of one time, from a service that is soon called too often: all stand in the stored execution, each one time', async () => {
	const { execution, proxy, ids } = await read(threshold(15, 2000, true), { options: { patience: 60 } });
	expect([execution.status, hintsOf(execution)]).toEqual(['success', []]);
	expect(ids).toHaveLength(COUNT);
	expect(new Set(ids)).toEqual(new Set(seeded.map(({ messageId }) => messageId)));
	expect(proxy.records.filter(({ ended }) => ended === 429).length).toBeGreaterThan(0);
	expect(proxy.records.length).toBeLessThanOrEqual((1.3 * COUNT) / 1000 + 10);
});

test('a service that refuses for longer than the patience: what was read comes out, and a further run brings what is named as missing', async () => {
	const refusing: FaultScript = (_, index) => (index >= 4 ? tooManyRequestsUntil('60') : undefined);
	const { execution, ids } = await read(refusing, { options: { patience: 1 } });
	expect(execution.status).toBe('success');
	expect(ids.length).toBeGreaterThan(2000);
	const [hint] = hintsOf(execution);
	expect(hint).toMatch(/Sent Until \d{4}-/);
	const [, sentUntil] = /Sent Until (\S+Z)/.exec(hint!)!;
	const rest = await read(() => undefined, { filters: { sentUntil: sentUntil! } });
	expect(new Set([...ids, ...rest.ids])).toEqual(new Set(seeded.map(({ messageId }) => messageId)));
	// The messages of that very time may have been cut in two
	const met = new Set(ids);
	const twice = new Set(rest.ids.filter((id) => met.has(id)));
	expect(seeded.filter(({ messageId, sentAt }) => twice.has(messageId) && sentAt !== Date.parse(sentUntil!))).toEqual([]);
});
