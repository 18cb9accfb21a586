import { readFile, writeFile } from 'node:fs/promises';
import type { WorkflowFile } from '../../n8n/restClient';
import { WrongResult } from '../gateway/gatewayProcess';
import { takeStoredBytes, type BenchN8n } from './benchN8n';

const SETTLE_MS = 3000;
const POLL_MS = 200;
const TIMEOUT_MS = 600_000;

/**
 * Runs a workflow once in a freshly started n8n. Returns how much memory (resident set, in bytes) the n8n process had at the most
 * above what it had when idle, and what it stored of the execution. Task runners are processes of their own and not counted.
 * Reads /proc, so works on Linux alone.
 */
export async function memoryOfRun(n8n: BenchN8n, workflow: WorkflowFile, startNode: string): Promise<{ addedBytes: number; storedBytes: number }> {
	n8n.withDatabase(takeStoredBytes);
	const server = await n8n.serve();
	try {
		await pause(SETTLE_MS);
		// The most memory counts from now on
		await writeFile(`/proc/${server.pid}/clear_refs`, '5');
		const idle = await memory(server.pid, 'VmRSS');
		await server.rest.run(workflow.id!, startNode);
		const giveUpAt = Date.now() + TIMEOUT_MS;
		// Asked of the database, since n8n would read all data of the execution to answer
		for (let status = 'new'; status !== 'success'; status = n8n.withDatabase(statusOfOnly)) {
			if (status === 'error' || status === 'crashed') throw new WrongResult(`Workflow '${workflow.name}' ended with status ${status}`);
			if (Date.now() > giveUpAt) throw new WrongResult(`Workflow '${workflow.name}' did not end within ${TIMEOUT_MS / 1000} s`);
			await pause(POLL_MS);
		}
		return { addedBytes: (await memory(server.pid, 'VmHWM')) - idle, storedBytes: n8n.withDatabase(takeStoredBytes) };
	} finally {
		await server.stop();
	}
}

function statusOfOnly(database: Parameters<typeof takeStoredBytes>[0]): string {
	const row = database.prepare('SELECT status FROM execution_entity').get() as { status: string } | undefined;
	return row?.status ?? 'new';
}

async function memory(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
	const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes) * 1024;
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
