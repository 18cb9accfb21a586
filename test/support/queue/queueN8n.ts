import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { n8nEnvironment } from '../../../local-n8n/environment';
import { startN8n, type N8nInstance } from '../../../local-n8n/instance';
import { N8N_NODE, N8N_PROGRAM } from '../../../local-n8n/places';
import { freePorts } from '../../../local-n8n/ports';
import { sandboxCredential } from '../../../local-n8n/sandboxCredential';
import { startPostgres, startRedis } from './servers';

/** n8n in queue mode: a main process that takes webhooks, and a worker that runs all executions, also those begun by hand. */
export interface QueueN8n {
	n8n: N8nInstance;
	/** Starts a process that takes webhooks only; returns its address. */
	startWebhookProcess(): Promise<string>;
	/** Ends the worker at once and starts another one. */
	replaceWorker(): Promise<void>;
	stop(): Promise<void>;
}

/** @param serviceUrl where the sandbox credential leads */
export async function startQueueN8n(serviceUrl: string): Promise<QueueN8n> {
	const started: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const stopOne of started.reverse()) await stopOne();
	};
	try {
		return await startProcesses(serviceUrl, started, stop);
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startProcesses(
	serviceUrl: string,
	started: Array<() => Promise<void>>,
	stop: () => Promise<void>,
): Promise<QueueN8n> {
	const postgres = await startPostgres();
	started.push(postgres.stop);
	const redis = await startRedis();
	started.push(redis.stop);
	const env = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: 'postgres',
		DB_POSTGRESDB_PASSWORD: 'none',
		DB_POSTGRESDB_DATABASE: 'postgres',
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
	const n8n = await startN8n({ env });
	started.push(async () => await n8n.stop());
	// The database of the user folder's template is another one
	const file = join(n8n.userFolder, 'credential.json');
	await writeFile(file, JSON.stringify([sandboxCredential(serviceUrl)]));
	await n8n.cli('import:credentials', `--input=${file}`);
	let worker = await startWorker(n8n, env);
	started.push(async () => await kill(worker));
	return {
		n8n,
		startWebhookProcess: async () => {
			const webhooks = await startProcess(n8n, env, ['webhook'], 'Webhook listener waiting for requests');
			started.push(async () => await kill(webhooks.child));
			return `http://127.0.0.1:${webhooks.port}`;
		},
		replaceWorker: async () => {
			await kill(worker);
			worker = await startWorker(n8n, env);
		},
		stop,
	};
}

async function startWorker(n8n: N8nInstance, env: Record<string, string>): Promise<ChildProcess> {
	return (await startProcess(n8n, env, ['worker', '--concurrency=5'], 'worker is now ready')).child;
}

/** @param readyLine what the process prints when it is up */
async function startProcess(
	n8n: N8nInstance,
	env: Record<string, string>,
	command: string[],
	readyLine: string,
): Promise<{ child: ChildProcess; port: number }> {
	const [port = 0, brokerPort = 0] = await freePorts(2);
	const child = spawn(N8N_NODE, [N8N_PROGRAM, ...command], {
		cwd: n8n.userFolder,
		env: {
			...n8nEnvironment({ userFolder: n8n.userFolder, port: n8n.port, brokerPort, extra: env }),
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_PORT: String(port),
		},
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	await new Promise<void>((resolve, reject) => {
		child.once('exit', () => reject(new Error(`n8n ${command[0]} ended while it started`)));
		child.stdout!.on('data', (chunk: Buffer) => {
			if (chunk.toString().includes(readyLine)) resolve();
		});
	});
	return { child, port };
}

async function kill(child: ChildProcess): Promise<void> {
	const exited = new Promise((resolve) => child.once('exit', resolve));
	process.kill(-child.pid!, 'SIGKILL');
	await exited;
}
