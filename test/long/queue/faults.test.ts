import { pause } from '../../integration/bulk/proxiedSandbox';
import { QueueLab, type PushFate } from '../../support/queue/lab';
import { keepTable } from '../qualityPage';

/** Parts of n8n's queue mode are killed while 10,000 messages are sent, and during pushes. */

const MESSAGES = 10_000;
/** So many are accepted when the fault comes. */
const BEFORE = 3000;
const ANSWER_MS = 200;
const NOTIFICATIONS = 300;
const PER_SECOND = 30;
/** So many runs have done their work when the fault comes. */
const RUN_BEFORE = 60;
const REDIS_AWAY_MS = 5000;
const POSTGRES_AWAY_MS = 10_000;
const RESTART_AFTER_MS = 2000;

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

interface Fault {
	name: string;
	/** @param executionId the run that sends, if one does */
	strike(lab: QueueLab, executionId?: string): Promise<void>;
	/** Whether n8n shows the run that sends as crashed, so that a person presses Retry. */
	crashes?: boolean;
}

const workerOf = async (lab: QueueLab, executionId?: string) =>
	executionId === undefined ? lab.cluster.workers[0]! : await lab.workerOf(executionId);

const FAULTS: Fault[] = [
	{
		name: 'A worker is killed, and started again',
		crashes: true,
		strike: async (lab, executionId) => {
			const worker = await workerOf(lab, executionId);
			await worker.kill();
			await pause(RESTART_AFTER_MS);
			await worker.start();
		},
	},
	{
		name: 'The webhook process is killed, and started again',
		strike: async (lab) => {
			const [webhooks] = lab.cluster.webhookProcesses;
			await webhooks!.kill();
			await pause(RESTART_AFTER_MS);
			await webhooks!.start();
		},
	},
	{
		name: 'The main process is killed, and started again',
		strike: async ({ cluster }) => {
			await cluster.n8n.kill();
			await pause(RESTART_AFTER_MS);
			await cluster.n8n.start();
		},
	},
	{
		name: `Redis is away for ${seconds(REDIS_AWAY_MS)}`,
		strike: async ({ cluster }) => {
			await cluster.redis.down();
			await pause(REDIS_AWAY_MS);
			await cluster.redis.start();
		},
	},
	{
		name: `PostgreSQL is away for ${seconds(POSTGRES_AWAY_MS)} or more, until the sending has ended`,
		crashes: true,
		strike: async (lab, executionId) => {
			await lab.cluster.postgres.down();
			await pause(POSTGRES_AWAY_MS);
			if (executionId !== undefined) await lab.finishedByWorker(executionId);
			await lab.cluster.postgres.start();
		},
	},
];

let lab: QueueLab;
beforeAll(async () => {
	// What is no longer in the queue is found within a minute, in place of the five that deploy/queue sets
	lab = await QueueLab.open({ env: { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' } });
	await lab.slowDown(ANSWER_MS);
}, 300_000);

describe('10,000 messages', () => {
	const table: string[][] = [];
	afterAll(() =>
		keepTable(
			'scale',
			[
				'What happens after 3,000 messages',
				'n8n shows',
				'after',
				'Accepted then',
				'What you do',
				'Accepted in the end',
				'Twice',
			],
			table,
		),
	);

	test.each(FAULTS.map((fault, index) => [fault.name, fault, index] as const))(
		'%s: none twice, none lost',
		async (name, { strike, crashes }, index) => {
			const prefix = `43${660 + index}`;
			const workflow = await lab.saveSend(prefix);
			const id = await lab.beginSend(workflow, { count: MESSAGES });
			await lab.sandbox.waitFor(() => lab.acceptedTo(prefix).length >= BEFORE, 120_000);
			const struckAt = Date.now();
			await strike(lab, id);
			const { status } = await lab.ended(workflow.workflowId, id, 300_000);
			const endedAfter = Date.now() - struckAt;
			const acceptedThen = lab.acceptedTo(prefix).length;
			const retried = crashes ? await lab.cluster.n8n.rest.retry(id) : undefined;
			const accepted = lab.acceptedTo(prefix);
			const twice = accepted.length - new Set(accepted.map(({ to }) => to)).size;
			table.push([
				name,
				status,
				seconds(endedAfter),
				thousands(acceptedThen),
				crashes ? 'Retry' : 'nothing',
				thousands(accepted.length),
				String(twice),
			]);
			expect({ status, accepted: accepted.length, twice }).toEqual({
				status: crashes ? 'crashed' : 'success',
				accepted: MESSAGES,
				twice: 0,
			});
			expect(retried?.status).toBe(crashes ? 'success' : undefined);
		},
		600_000,
	);
});

describe('notifications', () => {
	const table: string[][] = [];
	afterAll(() =>
		keepTable(
			'scale',
			[
				`What happens while ${NOTIFICATIONS} notifications come, ${PER_SECOND} a second`,
				'Refused or unanswered at first',
				'Answered 200 in the end',
				'by an n8n that was still starting',
				'Execution succeeded',
				'more than once',
				'Executions that died',
			],
			table,
		),
	);

	const cases = [
		...FAULTS.map(({ name, strike }) => ({ name, strike, isProxied: true })),
		{ ...FAULTS[1]!, name: `${FAULTS[1]!.name}; no proxy before it`, isProxied: false },
	];
	test.each(cases.map((one) => [one.name, one] as const))(
		'%s: each push is finally answered 200; a lost one belongs to a run that died, or came while n8n was starting',
		async (name, { strike, isProxied }) => {
			const { workflowId, url } = await lab.saveTrigger();
			const address = isProxied ? url : url.replace(lab.cluster.url, lab.cluster.webhookProcesses[0]!.url);
			const pushed = lab.push(address, NOTIFICATIONS, PER_SECOND);
			const seen = lab.collector.seen.size;
			await lab.sandbox.waitFor(() => lab.collector.seen.size >= seen + RUN_BEFORE, 120_000);
			await strike(lab);
			const fates = await pushed;
			const { lost, repeated } = await lab.unseen(fates, 60_000);
			const died = await runsThatDied(workflowId);
			const tooEarly = fates.filter(({ isTaken }) => !isTaken).length;
			table.push([
				name,
				refusals(fates),
				String(fates.length),
				String(tooEarly),
				String(fates.length - lost.length),
				String(repeated.length),
				String(died),
			]);
			expect(fates).toHaveLength(NOTIFICATIONS);
			expect(lost.length).toBeLessThanOrEqual(died + tooEarly);
			if (isProxied) expect(tooEarly).toBe(0);
		},
		600_000,
	);
});

/** How many runs of a workflow have not ended well. */
async function runsThatDied(workflowId: string): Promise<number> {
	const [{ count }] = await lab.query<[{ count: number }]>(
		`SELECT COUNT(*)::int AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status <> 'success'`,
	);
	return count;
}

/** For example: 12 (9 × no connection, 3 × 503). */
function refusals(fates: PushFate[]): string {
	const first = fates.flatMap(({ refused }) => refused.slice(0, 1));
	const counts = [...new Set(first)].map((what) => `${first.filter((one) => one === what).length} × ${what}`);
	return first.length === 0 ? '0' : `${first.length} (${counts.join(', ')})`;
}

const thousands = (count: number) => count.toLocaleString('en');
