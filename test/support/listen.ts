import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface Listening {
	url: string;
	/** Closes its connections too. */
	stop: () => Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function listen(server: Server | HttpServer, address = '127.0.0.1'): Promise<Listening> {
	await new Promise<void>((resolve) => void server.listen(0, address, resolve));
	// A test that fails before it stops the server must not keep the test run alive
	server.unref();
	return {
		url: `http://${address}:${(server.address() as AddressInfo).port}`,
		stop: async () => {
			if ('closeAllConnections' in server) server.closeAllConnections();
			await new Promise<void>((resolve) => void server.close(() => resolve()));
		},
	};
}
