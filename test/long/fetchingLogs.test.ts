import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import { seedMessages, startSandbox, type SandboxOptions } from '../../sandbox';
import { START } from '../end-to-end/realN8n';
import { hintsOf, LOGS, saveLogsWorkflow } from './logsWorkflow';

/** 100,000 messages, read by Get Logs with Return All in a real n8n from a service that refuses calls when there are too many. */

const COUNT = 100_000;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 900_000;

let n8n: N8nInstance;
beforeAll(async () => {
	n8n = await startN8n();
}, 180_000);
afterAll(async () => await n8n?.stop());

type Service = Pick<
	Required<SandboxOptions>,
	'logOrder' | 'logBounds' | 'mostResults' | 'logsPerMinute' | 'retryAfter'
>;

const services: Array<Service & { mostCalls: number }> = [
	{
		logOrder: 'newestFirst',
		logBounds: 'inclusive',
		mostResults: 1000,
		logsPerMinute: 60,
		retryAfter: true,
		mostCalls: 150,
	},
	{
		logOrder: 'oldestFirst',
		logBounds: 'exclusive',
		mostResults: 1000,
		logsPerMinute: 60,
		retryAfter: false,
		mostCalls: 160,
	},
	{
		logOrder: 'unordered',
		logBounds: 'inclusive',
		mostResults: 1000,
		logsPerMinute: 240,
		retryAfter: true,
		mostCalls: 400,
	},
];

test.each(services)(
	'$logOrder, $logBounds bounds, $logsPerMinute calls a minute: 100,000 entries, each one time',
	async ({ mostCalls, ...service }) => {
		const sandbox = await startSandbox(service);
		try {
			const now = sandbox.now();
			// Nothing is so old that it leaves the logs while they are read
			const seeded = seedMessages(sandbox.store, {
				count: COUNT,
				from: now - 46 * HOUR_MS,
				until: now,
				colliding: 0.3,
			});
			const began = Date.now();
			const workflow = await saveLogsWorkflow(n8n, sandbox, { options: { patience: 600 } });
			const execution = await n8n.rest.runToEnd(workflow, START, TIMEOUT_MS - 60_000);
			const seconds = Math.round((Date.now() - began) / 1000);
			const ids = itemsOf(execution, LOGS).map(({ json }) => json.messageId);
			const distinct = new Set(ids);
			const refused = sandbox.requests.filter(({ status }) => status === 429).length;
			const calls = sandbox.requests.length;
			const line = lineOf(service, { calls, refused, out: ids.length, distinct: distinct.size, seconds });
			process.stdout.write(`\n${HEADER}\n${line}\n`);
			expect([execution.status, hintsOf(execution)]).toEqual(['success', []]);
			expect(ids).toHaveLength(COUNT);
			expect(seeded.filter(({ messageId }) => !distinct.has(messageId))).toEqual([]);
			expect(distinct.size).toBe(COUNT);
			expect(refused).toBeGreaterThan(0);
			expect(calls).toBeLessThanOrEqual(mostCalls);
		} finally {
			await sandbox.stop();
		}
	},
	TIMEOUT_MS,
);

const HEADER = [
	'| Order of the service | Bounds | Calls a minute before 429 | Retry-After | Calls made | Refused with 429 | Entries out | Distinct | Seconds |',
	'|---|---|---|---|---|---|---|---|---|',
].join('\n');

interface Outcome {
	calls: number;
	refused: number;
	out: number;
	distinct: number;
	seconds: number;
}

function lineOf(
	{ logOrder, logBounds, logsPerMinute, retryAfter }: Service,
	{ calls, refused, out, distinct, seconds }: Outcome,
): string {
	const order = { newestFirst: 'newest first', oldestFirst: 'oldest first', unordered: 'none' }[logOrder];
	const cells = [
		order,
		logBounds,
		logsPerMinute,
		retryAfter ? 'yes' : 'no',
		calls,
		refused,
		out.toLocaleString('en'),
		distinct.toLocaleString('en'),
		seconds,
	];
	return `| ${cells.join(' | ')} |`;
}
