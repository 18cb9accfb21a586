import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { n8nEnvironment } from '../../../tools/n8n/environment';
import { installN8n } from '../../../tools/n8n/install';
import { N8N_NODE, ROOT } from '../../../tools/n8n/places';
import type { Comparison } from './comparison';
import type { PropertyResult } from './property';

export type Engine = 'vm' | 'legacy' | 'quickjs';
export type Task = { engine: Engine } & (
	| { kind: 'generated'; seed: number; cases: number }
	| { kind: 'characters in names' | 'characters in texts' | 'kinds of items' }
);
type ResultOf<T extends Task> = T extends { kind: 'generated' } ? PropertyResult : Comparison;

/** Does a task in a process of its own with the installed n8n's modules and expression engine. */
export async function inRealN8n<T extends Task>(task: T): Promise<{ engine: Engine; result: ResultOf<T> }> {
	await installN8n();
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-engine-'));
	try {
		return await new Promise((resolve, reject) => {
			const child = fork(join(__dirname, 'engineProcess.ts'), [], {
				cwd: ROOT,
				execPath: N8N_NODE,
				execArgv: ['--import', 'tsx'],
				env: n8nEnvironment({ userFolder, port: 0, brokerPort: 0, extra: { N8N_LOG_LEVEL: 'silent' } }),
				stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
			});
			let errors = '';
			child.stderr!.on('data', (text) => (errors += text));
			child.once('message', resolve);
			child.once('error', reject);
			child.once('exit', (code, signal) =>
				reject(new Error(`The process with the engine ended with ${code ?? signal}: ${errors}`)),
			);
			child.send(task);
		});
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}
