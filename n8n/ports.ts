import { createServer } from 'node:net';

/** Whether nothing listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** As many different free ports of 127.0.0.1 as asked for. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer();
			await new Promise<void>((resolve, reject) => {
				server.once('error', reject);
				server.listen(0, '127.0.0.1', resolve);
			});
			return server;
		}),
	);
	// all are taken before the first is given back, so that no port comes twice
	return await Promise.all(
		servers.map(async (server) => {
			const address = server.address();
			await new Promise<void>((resolve) => server.close(() => resolve()));
			if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
			return address.port;
		}),
	);
}
