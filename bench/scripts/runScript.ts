import { join } from 'node:path';
import { N8N_NODE, ROOT } from '../../tools/n8n/places';
import { runCommand } from '../../tools/n8n/runCommand';

/** Runs one of the plain scripts in a process of its own, on the Node that n8n runs on, and returns what it prints. */
export async function runScript<T extends { ms: number }>(
	name: 'sendMessages' | 'readLogs',
	args: Array<string | number>,
): Promise<T> {
	const printed = await runCommand(N8N_NODE, ['--import', 'tsx', join(__dirname, `${name}.ts`), ...args.map(String)], {
		cwd: ROOT,
		env: process.env,
	});
	return JSON.parse(printed) as T;
}
