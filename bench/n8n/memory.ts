import { MEASURABLE, ProcessMemory } from '../../tools/n8n/processMemory';
import type { WorkflowFile } from '../../tools/n8n/restClient';
import { WrongResult } from '../gateway/gatewayProcess';
import { takeStoredBytes, type BenchN8n } from './benchN8n';

const POLL_MS = 200;
const TIMEOUT_MS = 600_000;

/**
 * Runs a workflow once in a freshly started n8n. Returns how far the memory of the n8n process (resident set, in bytes) rose above
 * its idle memory, and what it stored of the execution. Works only on Linux.
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
		// From the database, since n8n would read all data of the execution to answer
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
