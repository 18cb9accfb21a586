import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installCommunityPackage } from '../communityPackage';
import { n8nEnvironment } from '../environment';
import { installN8n } from '../install';
import { startN8n, type N8nInstance } from '../instance';
import { packPackage } from '../packedPackage';
import { ROOT, TEST_RESULTS } from '../places';
import { freePorts } from '../ports';
import type { Report } from '../progress';
import type { WorkflowFile } from '../restClient';
import { sandboxCredential } from '../sandboxCredential';
import { ClusterProcess } from './clusterProcess';
import { missingServers, startPostgres, startProxy, startRedis, type Server } from './servers';

export interface ClusterOptions {
	/** Where the sandbox credential leads. */
	serviceUrl: string;
	/** Of its interface; '1' by default. */
	apiVersion?: string;
	/** Default 2. */
	workers?: number;
	/** Default 1. */
	webhookProcesses?: number;
	/** Port of the main process. Default: any free one. */
	port?: number;
	/** Added to deploy/queue/n8n.env. */
	env?: Record<string, string>;
	/** Gets a line for every part that has been started. */
	report?: Report;
	/** Gets a function that stops everything running so far, for an interruption. */
	onStarted?: (stop: () => Promise<void>) => void;
}

/** n8n in queue mode as deploy/queue sets it up: each process has a folder of its own, with the package in it. */
export interface Cluster {
	/** The main process: the editor, and what a test asks n8n for. */
	n8n: N8nInstance;
	workers: ClusterProcess[];
	/** Those that were started with the cluster are behind the proxy. */
	webhookProcesses: ClusterProcess[];
	postgres: Server;
	redis: Server;
	add(kind: ClusterProcess['kind']): Promise<ClusterProcess>;
	/** The proxy's address, which services push to. */
	url: string;
	/** The URL at which the trigger of a published workflow takes reports. */
	notifyUrl(workflow: WorkflowFile): string;
	stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, the processes of n8n and the proxy, with the sandbox credential in place.
 * @throws Error that says what to install
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const missing = await missingServers();
	if (missing !== undefined) throw new Error(missing);
	const started: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const stopOne of started.splice(0).reverse()) await stopOne();
	};
	options.onStarted?.(stop);
	try {
		return await startParts(options, started, stop);
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startParts(
	options: ClusterOptions,
	started: Array<() => Promise<void>>,
	stop: () => Promise<void>,
): Promise<Cluster> {
	const { report = () => {} } = options;
	await installN8n(report);
	const folders = await ClusterFolders.make(await packPackage());
	started.push(async () => await folders.remove());
	const postgres = await startPostgres();
	started.push(async () => await postgres.stop());
	const redis = await startRedis();
	started.push(async () => await redis.stop());
	report(`PostgreSQL on port ${postgres.port}, Redis on port ${redis.port}`);

	const [proxyPort = 0, ...webhookPorts] = await freePorts(1 + (options.webhookProcesses ?? 1));
	const url = `http://127.0.0.1:${proxyPort}`;
	const env = {
		...(await shippedSettings()),
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: 'postgres',
		DB_POSTGRESDB_PASSWORD: 'none',
		DB_POSTGRESDB_DATABASE: 'postgres',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: 'the same in every process',
		N8N_WEBHOOK_URL: `${url}/`,
		...options.env,
	};
	const n8n = await startN8n({ userFolder: await folders.next('main'), port: options.port, isEmpty: true, env });
	started.push(async () => await n8n.stop());
	await importCredential(n8n, options);
	report(`n8n's main process on port ${n8n.port}`);

	const cluster: Cluster = {
		n8n,
		workers: [],
		webhookProcesses: [],
		postgres,
		redis,
		add: async (kind) => {
			const list = kind === 'worker' ? cluster.workers : cluster.webhookProcesses;
			const [freePort = 0, brokerPort = 0] = await freePorts(2);
			const port = (kind === 'webhook' && webhookPorts[list.length]) || freePort;
			const userFolder = await folders.next(`${kind}-${list.length + 1}`);
			const extra = { ...env, QUEUE_HEALTH_CHECK_PORT: String(port) };
			const one = new ClusterProcess(kind, port, userFolder, n8nEnvironment({ userFolder, port, brokerPort, extra }));
			started.push(async () => await one.stop());
			await one.start();
			list.push(one);
			report(kind === 'worker' ? `Worker ${list.length}` : `Webhook process ${list.length} on port ${port}`);
			return one;
		},
		url,
		notifyUrl: (workflow) => n8n.notifyUrl(workflow).replace(n8n.baseUrl, url),
		stop,
	};
	for (const _port of webhookPorts) await cluster.add('webhook');
	for (let count = 0; count < (options.workers ?? 2); count++) await cluster.add('worker');
	const addresses = webhookPorts.map((port) => `127.0.0.1:${port}`);
	const proxy = await startProxy(proxyPort, `127.0.0.1:${n8n.port}`, addresses);
	started.push(async () => await proxy.stop());
	report(`Proxy on port ${proxy.port}`);
	return cluster;
}

/** deploy/queue/n8n.env, except for the settings of the machines. */
async function shippedSettings(): Promise<Record<string, string>> {
	const text = await readFile(join(ROOT, 'deploy', 'queue', 'n8n.env'), 'utf8');
	const settings = Object.fromEntries(
		[...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
	);
	delete settings.WEBHOOK_URL;
	return settings;
}

/** Only the command line can import a credential with a fixed id, which workflow files can refer to. */
async function importCredential(
	n8n: N8nInstance,
	{ serviceUrl, apiVersion }: Pick<ClusterOptions, 'serviceUrl' | 'apiVersion'>,
): Promise<void> {
	const file = join(n8n.userFolder, 'credential.json');
	await writeFile(file, JSON.stringify([sandboxCredential(serviceUrl, apiVersion)]));
	await n8n.cli('import:credentials', `--input=${file}`);
	await rm(file);
}

/** The processes' folders, each with the package in it. */
class ClusterFolders {
	private constructor(private readonly folder: string) {}

	static async make(tarball: string): Promise<ClusterFolders> {
		await mkdir(TEST_RESULTS, { recursive: true });
		const folder = await mkdtemp(join(TEST_RESULTS, 'queue-'));
		await mkdir(join(folder, 'package'));
		await installCommunityPackage(join(folder, 'package'), tarball);
		return new ClusterFolders(folder);
	}

	async next(name: string): Promise<string> {
		await cp(join(this.folder, 'package'), join(this.folder, name), { recursive: true });
		return join(this.folder, name);
	}

	async remove(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
