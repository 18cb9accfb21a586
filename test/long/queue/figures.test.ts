import { execFileSync } from 'node:child_process';

import { pushOf } from '../../../bench/pushes';
import { cpuSeconds } from './cpuTime';
import { pause, QueueLab } from '../../support/queue/lab';
import { keepTable } from './scalePage';

/** What each part of queue mode does and costs: rates with one and two processes, processor time, and what the database keeps. */

const NOTIFICATIONS = 300;
const AT_ONCE = 20;
const RUNS = 6;
const MESSAGES_PER_RUN = 2000;

interface Setup {
	webhookProcesses: number;
	workers: number;
}
/** Each twice, the second time in reverse, so that other work on the machine meets all alike. */
const SETUPS: Setup[] = [
	{ webhookProcesses: 1, workers: 1 },
	{ webhookProcesses: 2, workers: 1 },
	{ webhookProcesses: 1, workers: 2 },
	{ webhookProcesses: 2, workers: 2 },
];
const ROUNDS = [...SETUPS, ...SETUPS.toReversed()];

interface Round {
	/** Per second. */
	answered: number;
	run: number;
	sent: number;
}
/** Seconds of processor time by part. */
type Cost = Record<string, number>;

let lab: QueueLab;
let trigger: { workflowId: string; url: string };
let send: { workflowId: string; url: string };
let sends = 0;
beforeAll(async () => {
	lab = await QueueLab.open({ webhookProcesses: 2 });
	trigger = await lab.saveTrigger((workflow) => {
		Object.assign(workflow.nodes[1]!, { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
	});
	send = await lab.saveSend('43900');
	// What a process does for the first time takes longer
	await notify({ webhookProcesses: 2, workers: 2 }, 100);
	await sendRuns(2, 200);
}, 600_000);
afterAll(async () => await lab?.stop(), 120_000);

test('throughput and CPU time', async () => {
	const rounds = new Map<Setup, Round[]>(SETUPS.map((setup) => [setup, []]));
	const costs = { notifications: [] as Cost[], messages: [] as Cost[] };
	for (const setup of ROUNDS) {
		await useWorkers(setup.workers);
		const notified = await costOf(async () => await notify(setup, NOTIFICATIONS));
		const sent = await costOf(async () => await sendRuns(RUNS, MESSAGES_PER_RUN));
		costs.notifications.push(notified.cost);
		costs.messages.push(sent.cost);
		rounds.get(setup)!.push({ ...notified.result, sent: sent.result });
	}
	keepTable(
		'rates',
		['Webhook processes', 'Workers', 'Notifications answered a second', 'and run', 'Messages sent a second'],
		SETUPS.map((setup) => {
			const of = (figure: keyof Round) => {
				return average(rounds.get(setup)!.map((round) => round[figure])).toFixed(0);
			};
			return [String(setup.webhookProcesses), String(setup.workers), of('answered'), of('run'), of('sent')];
		}),
	);
	keepTable(
		'costs',
		['Part', 'Processor time of notifications', 'Processor time of sending'],
		Object.keys(costs.notifications[0]!).map((part) => [
			part,
			share(costs.notifications, part),
			share(costs.messages, part),
		]),
	);
	for (const list of rounds.values()) expect(list).toHaveLength(2);
}, 1_200_000);

test('size of the database, and connections', async () => {
	const kept = await lab.query<Array<{ workflow: string; runs: number; kilobytes: number }>>(`
		SELECT w.name AS workflow, COUNT(*)::int AS runs, AVG(octet_length(d.data)) / 1000 AS kilobytes
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id JOIN workflow_entity w ON w.id = e."workflowId"
		WHERE e.id > 102 GROUP BY w.name ORDER BY w.name`);
	const [{ connections }] = await lab.query<[{ connections: number }]>(
		"SELECT COUNT(*)::int AS connections FROM pg_stat_activity WHERE datname = 'postgres' AND backend_type = 'client backend'",
	);
	const clients = execFileSync('redis-cli', ['-p', String(lab.cluster.redis.port), 'client', 'list'], {
		encoding: 'utf8',
	});
	const processes = 1 + lab.cluster.webhookProcesses.length + lab.cluster.workers.filter(({ pid }) => pid).length;
	keepTable(
		'database',
		['', ''],
		[
			...kept.map(({ workflow, kilobytes }) => [
				workflow.startsWith('Send')
					? `Kilobytes of an execution that sends ${MESSAGES_PER_RUN} messages`
					: 'Kilobytes of a notification of one report',
				kilobytes.toFixed(1),
			]),
			['Rows of either', '2 (`execution_entity`, `execution_data`)'],
			[`Connections to PostgreSQL from ${processes} processes after the load`, String(connections - 1)],
			[`Connections to Redis from ${processes} processes`, String(clients.trim().split('\n').length - 1)],
		],
	);
	expect(kept).toHaveLength(2);
});

/** Lets so many of the two workers run. */
async function useWorkers(count: number): Promise<void> {
	for (const [index, worker] of lab.cluster.workers.entries()) {
		if (index < count && worker.pid === undefined) await worker.start();
		if (index >= count) await worker.stop();
	}
}

/** Pushes notifications, always so many at once. */
async function notify({ webhookProcesses }: Setup, count: number): Promise<Pick<Round, 'answered' | 'run'>> {
	const urls = lab.cluster.webhookProcesses.slice(0, webhookProcesses).map(({ url }) => {
		return trigger.url.replace(lab.cluster.url, url);
	});
	const before = await endedRuns(trigger.workflowId);
	const start = performance.now();
	let next = 0;
	const pushNext = async (): Promise<void> => {
		for (let index = next++; index < count; index = next++) {
			const { status } = await fetch(urls[index % urls.length]!, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: pushOf(1),
			});
			if (status !== 200) throw new Error(`A notification was answered ${status}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, pushNext));
	const answered = rateSince(start, count);
	while ((await endedRuns(trigger.workflowId)) < before + count) await pause(100);
	return { answered, run: rateSince(start, count) };
}

/** Starts runs that send at the same time; returns messages per second. */
async function sendRuns(runs: number, messages: number): Promise<number> {
	const before = await endedRuns(send.workflowId);
	sends += runs * messages;
	const start = performance.now();
	await Promise.all(Array.from({ length: runs }, async () => await lab.beginSend(send, { count: messages })));
	while ((await endedRuns(send.workflowId)) < before + runs) await pause(100);
	const rate = rateSince(start, runs * messages);
	expect(lab.acceptedTo('43900')).toHaveLength(sends);
	return rate;
}

async function endedRuns(workflowId: string): Promise<number> {
	const [{ count }] = await lab.query<[{ count: number }]>(
		`SELECT COUNT(*)::int AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status = 'success'`,
	);
	return count;
}

const rateSince = (start: number, count: number) => (count * 1000) / (performance.now() - start);
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Runs something, and tells how much processor time each part used for it. */
async function costOf<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
	const before = used();
	const result = await work();
	const after = used();
	return {
		result,
		cost: Object.fromEntries(Object.entries(after).map(([part, time]) => [part, time - before[part]!])),
	};
}

function used(): Cost {
	const { n8n, webhookProcesses, workers, postgres, redis } = lab.cluster;
	const sum = (parts: Array<{ pid?: number }>) =>
		parts.reduce((total, { pid }) => total + (pid === undefined ? 0 : cpuSeconds(pid)), 0);
	return {
		'Main process': sum([n8n]),
		'Webhook processes': sum(webhookProcesses),
		Workers: sum(workers),
		PostgreSQL: sum([postgres]),
		Redis: sum([redis]),
	};
}

function share(costs: Cost[], part: string): string {
	const mean = (of: (cost: Cost) => number) => average(costs.map(of));
	const total = mean((cost) => Object.values(cost).reduce((sum, value) => sum + value, 0));
	const own = mean((cost) => cost[part]!);
	return `${((100 * own) / total).toFixed(0)} %`;
}
