import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_FOLDER } from './places';

export interface DemoOptions {
	/** Port of n8n on 127.0.0.1. */
	port: number;
	/** Port of the sandbox on 127.0.0.1. */
	sandboxPort: number;
	/** Where n8n keeps its data between one start and the next. */
	folder: string;
	/** Exit when the list has been sent. */
	once: boolean;
}

const DEFAULT_PORT = 5678;
const DEFAULT_SANDBOX_PORT = 8025;

export const USAGE = `Options:
  --port <number>          port of n8n (default ${DEFAULT_PORT})
  --sandbox-port <number>  port of the sandbox (default ${DEFAULT_SANDBOX_PORT})
  --folder <path>          where n8n keeps its data (default .demo)
  --once                   exit when the list has been sent
  --help                   show this text

With npm, put them after two dashes: npm start -- --port 5700`;

/** Reads the command line; 'help' if that is asked for. Throws an Error to show to the user if it is invalid. */
export function readDemoOptions(args: string[]): DemoOptions | 'help' {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: String(DEFAULT_PORT) },
			'sandbox-port': { type: 'string', default: String(DEFAULT_SANDBOX_PORT) },
			folder: { type: 'string', default: DEMO_FOLDER },
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return 'help';
	return {
		port: portNumber('--port', values.port),
		sandboxPort: portNumber('--sandbox-port', values['sandbox-port']),
		folder: resolve(values.folder),
		once: values.once,
	};
}

function portNumber(option: string, value: string): number {
	const port = Number(value);
	if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
	throw new Error(`${option} takes a port number from 1 to 65535, not '${value}'`);
}
