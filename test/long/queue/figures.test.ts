import { execFileSync } from 'node:child_process';

import { pushOf } from '../../../bench/pushes';
import { cpuSeconds } from './cpuTime';
import { pause } from '../../integration/bulk/proxiedSandbox';
import { QueueLab } from '../../support/queue/lab';
import type { LiveWorkflow } from '../../end-to-end/trigger/triggerN8n';
import { keepTable } from '../qualityPage';

/** What queue mode does and costs: rates, processor time of each part, and what the database keeps. */

const NOTIFICATIONS = 300;
const AT_ONCE = 20;
const RUNS = 6;
const MESSAGES_PER_RUN = 2000;
const PREFIX = '43900';

/** Seconds of processor time by part. */
type Cost = Record<string, number>;

let lab: QueueLab;
let trigger: LiveWorkflow;
let send: LiveWorkflow;
beforeAll(async () => {
	lab = await QueueLab.open();
	trigger = await lab.saveTrigger((workflow) => {
		Object.assign(workflow.nodes[1]!, { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
	});
	send = await lab.saveSend(PREFIX);
	// What a process does for the first time takes longer
	await notify(100);
	await sendRuns(2);
}, 600_000);

test('rates, processor time, size of the database, and connections', async () => {
	const notified = await measured(NOTIFICATIONS, async () => await notify(NOTIFICATIONS));
	const sent = await measured(RUNS * MESSAGES_PER_RUN, async () => await sendRuns(RUNS));
	expect(lab.acceptedTo(PREFIX)).toHaveLength((2 + RUNS) * MESSAGES_PER_RUN);
	process.stdout.write(`\n${notified.rate} notifications and ${sent.rate} messages a second\n`);
	keepTable(
		'scale',
		['Part', 'Processor time of notifications', 'Processor time of sending'],
		Object.keys(notified.cost).map((part) => [part, share(notified.cost, part), share(sent.cost, part)]),
	);

	const kept = await lab.query<Array<{ workflowId: string; kilobytes: number }>>(`
		SELECT e."workflowId", AVG(octet_length(d.data)) / 1000 AS kilobytes
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id GROUP BY e."workflowId"`);
	const kilobytesOf = ({ workflowId }: LiveWorkflow) =>
		kept.find((one) => one.workflowId === workflowId)!.kilobytes.toFixed(1);
	const [{ connections }] = await lab.query<[{ connections: number }]>(
		"SELECT COUNT(*)::int AS connections FROM pg_stat_activity WHERE datname = 'postgres' AND backend_type = 'client backend'",
	);
	const clients = execFileSync('redis-cli', ['-p', String(lab.cluster.redis.port), 'client', 'list'], {
		encoding: 'utf8',
	});
	const processes = 1 + lab.cluster.webhookProcesses.length + lab.cluster.workers.length;
	keepTable(
		'scale',
		['', ''],
		[
			['Kilobytes of a notification of one report', kilobytesOf(trigger)],
			[`Kilobytes of an execution that sends ${MESSAGES_PER_RUN} messages`, kilobytesOf(send)],
			['Rows of either', '2 (`execution_entity`, `execution_data`)'],
			// This one and redis-cli are connected too
			[`Connections to PostgreSQL from ${processes} processes after the load`, String(connections - 1)],
			[`Connections to Redis from ${processes} processes`, String(clients.trim().split('\n').length - 1)],
		],
	);
}, 600_000);

/** Pushes notifications, always so many at once, and waits for their executions. */
async function notify(count: number): Promise<void> {
	const before = await endedRuns(trigger);
	let next = 0;
	const pushNext = async (): Promise<void> => {
		while (next++ < count) {
			const headers = { 'Content-Type': 'application/json', Connection: 'close' };
			const { status } = await fetch(trigger.url, { method: 'POST', headers, body: pushOf(1) });
			if (status !== 200) throw new Error(`A notification was answered ${status}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, pushNext));
	while ((await endedRuns(trigger)) < before + count) await pause(100);
}

/** Starts runs that send at the same time, and waits for them. */
async function sendRuns(runs: number): Promise<void> {
	const before = await endedRuns(send);
	await Promise.all(Array.from({ length: runs }, async () => await lab.beginSend(send, { count: MESSAGES_PER_RUN })));
	while ((await endedRuns(send)) < before + runs) await pause(100);
}

async function endedRuns({ workflowId }: LiveWorkflow): Promise<number> {
	const [{ count }] = await lab.query<[{ count: number }]>(
		`SELECT COUNT(*)::int AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status = 'success'`,
	);
	return count;
}

/** Does so much work; returns how much was done a second, and what each part used for it. */
async function measured(count: number, work: () => Promise<void>): Promise<{ rate: number; cost: Cost }> {
	const [before, start] = [used(), performance.now()];
	await work();
	const seconds = (performance.now() - start) / 1000;
	const cost = Object.entries(used()).map(([part, time]) => [part, time - before[part]!]);
	return { rate: count / seconds, cost: Object.fromEntries(cost) as Cost };
}

function used(): Cost {
	const { n8n, webhookProcesses, workers, postgres, redis } = lab.cluster;
	const sum = (parts: Array<{ pid?: number }>) => parts.reduce((total, { pid }) => total + cpuSeconds(pid!), 0);
	return {
		'Main process': sum([n8n]),
		'Webhook processes': sum(webhookProcesses),
		Workers: sum(workers),
		PostgreSQL: sum([postgres]),
		Redis: sum([redis]),
	};
}

function share(cost: Cost, part: string): string {
	const total = Object.values(cost).reduce((sum, value) => sum + value, 0);
	return `${((100 * cost[part]!) / total).toFixed(0)} %`;
}
