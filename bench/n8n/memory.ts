import { MEASURABLE, ProcessMemory } from '../../local-n8n/processMemory';
import type { WorkflowFile } from '../../local-n8n/restClient';
import { WrongResult } from '../gateway/gatewayProcess';
import { takeStoredBytes, type BenchN8n } from './benchN8n';

const POLL_MS = 200;
const TIMEOUT_MS = 600_000;

/**
 * Runs a workflow once in a freshly started n8n. Returns how much memory (resident set, in bytes) the n8n process had at the most
 * above what it had when idle, and what it stored of the execution. Works on Linux alone.
 */
export async function memoryOfRun(
	n8n: BenchN8n,
	workflow: WorkflowFile,
	startNode: string,
): Promise<{ addedBytes: number; storedBytes: number }> {
	n8n.withDatabase(takeStoredBytes);
	const server = await n8n.serve(MEASURABLE);
	try {
		const memory = await ProcessMemory.begin(server.pid!);
		await server.rest.run(workflow.id!, startNode);
		const giveUpAt = Date.now() + TIMEOUT_MS;
		// Asked of the database, since n8n would read all data of the execution to answer
		for (let status = 'new'; status !== 'success'; status = n8n.withDatabase(statusOfOnly)) {
			if (status === 'error' || status === 'crashed')
				throw new WrongResult(`Workflow '${workflow.name}' ended with status ${status}`);
			if (Date.now() > giveUpAt)
				throw new WrongResult(`Workflow '${workflow.name}' did not end within ${TIMEOUT_MS / 1000} s`);
			await pause(POLL_MS);
		}
		return { addedBytes: memory.peak - memory.idle, storedBytes: n8n.withDatabase(takeStoredBytes) };
	} finally {
		await server.stop();
	}
}

function statusOfOnly(database: Parameters<typeof takeStoredBytes>[0]): string {
	const row = database.prepare('SELECT status FROM execution_entity').get() as { status: string } | undefined;
	return row?.status ?? 'new';
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
