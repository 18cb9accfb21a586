import { createServer } from 'node:net';

/** Whether nothing listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** Below the ports that the system uses for outgoing connections, which could take one between a kill and the next start. */
const LOWEST_PORT = 20_000;
const PORTS_PER_WORKER = 2000;
/** How many processes start n8n side by side, each with its own range: jest's workers; the first range is for all others. */
const WORKERS = 6;

/** Those that were given out: whoever has one may not listen yet. */
const given = new Set<number>();

/** As many free ports of 127.0.0.1 as asked for, none of which this process has been given before. */
export async function freePorts(count: number): Promise<number[]> {
	const lowest = LOWEST_PORT + PORTS_PER_WORKER * (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS);
	const found: number[] = [];
	while (found.length < count) {
		const port = lowest + Math.floor(Math.random() * PORTS_PER_WORKER);
		if (given.has(port)) continue;
		given.add(port);
		if (await isPortFree(port)) found.push(port);
	}
	return found;
}
