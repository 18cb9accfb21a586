/**
 * npx tsx tools/n8n/queue/demo.ts: the demo in n8n's queue mode, with a main process, a process for webhooks, two workers, PostgreSQL
 * and Redis.
 */
import { readFile } from 'node:fs/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { runDemoCommand } from '../demoCommand';
import type { DemoOptions } from '../demoOptions';
import { DemoError, placeExamples, requireFreePorts } from '../demoSession';
import type { Report } from '../progress';
import { startCluster, type Cluster } from './cluster';
import type { ClusterProcess } from './clusterProcess';
import { missingServers } from './servers';

interface QueueDemo {
	n8n: Cluster['n8n'];
	cluster: Cluster;
	sandbox: Sandbox;
}

async function startQueueDemo(
	options: DemoOptions,
	report: Report,
	onStarted: (stop: () => Promise<void>) => void,
): Promise<QueueDemo> {
	const missing = await missingServers();
	if (missing !== undefined) throw new DemoError(missing);
	await requireFreePorts(options);
	const sandbox = await startSandbox({ port: options.sandboxPort });
	onStarted(async () => await sandbox.stop());
	const cluster = await startCluster({
		serviceUrl: sandbox.url,
		port: options.port,
		report,
		onStarted: (stop) =>
			onStarted(async () => {
				await stop();
				await sandbox.stop();
			}),
	});
	await placeExamples(cluster.n8n, cluster.notifyUrl);
	return { n8n: cluster.n8n, cluster, sandbox };
}

/** The executions that a process has begun, or passed on, by its log. */
async function executionsIn({ logFile }: ClusterProcess, what: RegExp): Promise<number> {
	return (await readFile(logFile, 'utf8')).match(what)?.length ?? 0;
}

void runDemoCommand(process.argv.slice(2), startQueueDemo, async ({ cluster, sandbox }) => {
	const lines = ['', 'Work by process:'];
	for (const [index, one] of cluster.webhookProcesses.entries())
		lines.push(`  webhook process ${index + 1} took ${await executionsIn(one, /Enqueued execution/g)} notifications`);
	for (const [index, one] of cluster.workers.entries())
		lines.push(`  worker ${index + 1} ran ${await executionsIn(one, /Worker started execution/g)} executions`);
	const twice = sandbox.messages.filter(({ messageId }) => sandbox.acceptanceCount(messageId) > 1).length;
	lines.push(`  the service accepted ${sandbox.messages.length} messages, ${twice} of them twice`);
	process.stdout.write(`${lines.join('\n')}\n`);
});
