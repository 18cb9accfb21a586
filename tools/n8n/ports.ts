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

/** As many different free ports of 127.0.0.1 as asked for. */
export async function freePorts(count: number): Promise<number[]> {
	const lowest = LOWEST_PORT + PORTS_PER_WORKER * (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS);
	const found = new Set<number>();
	while (found.size < count) {
		const port = lowest + Math.floor(Math.random() * PORTS_PER_WORKER);
		if (!found.has(port) && (await isPortFree(port))) found.add(port);
	}
	return [...found];
}
