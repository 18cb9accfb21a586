import { RunningN8n, startN8n, type N8nInstance } from '../../../tools/n8n/instance';

/** Tells jest's workers about the shared instances: one for each worker, in which its files run one after the other. */
const VARIABLE = 'N8N_SHARED_INSTANCES';

interface Shared {
	userFolder: string;
	port: number;
	session: string;
}

let instances: N8nInstance[] = [];

/** Starts as many instances as jest has workers; called once for a whole run (jest.config.js, globalSetup). */
export async function startShared(workers: number): Promise<void> {
	// n8n is in a process group of its own, which a terminal's Ctrl-C does not reach; it ends when this process exits
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
	instances = await Promise.all(Array.from({ length: workers }, async () => await startN8n()));
	const shared: Shared[] = instances.map(({ userFolder, port, rest }) => ({
		userFolder,
		port,
		session: rest.sessionCookie,
	}));
	process.env[VARIABLE] = JSON.stringify(shared);
}

export async function stopShared(): Promise<void> {
	await Promise.all(instances.map(async (instance) => await instance.stop()));
}

/**
 * The real n8n that the files of this worker share. Whatever the previous file left published is unpublished, so that none of its
 * triggers keeps polling or listening; its workflows, executions and credentials stay. It cannot be stopped: tests that kill n8n, or
 * change its environment or the package, start an instance of their own (startN8n).
 */
export async function sharedN8n(): Promise<RunningN8n> {
	const all = JSON.parse(process.env[VARIABLE] ?? '[]') as Shared[];
	const own = all[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
	if (own === undefined)
		throw new Error(
			`There is no n8n for worker ${process.env.JEST_WORKER_ID}: is globalSetup set for this project in jest.config.js?`,
		);
	const n8n = new RunningN8n(own.userFolder, own.port, own.session);
	await Promise.all((await n8n.rest.published()).map(async (id) => await n8n.rest.deactivate(id)));
	return n8n;
}
