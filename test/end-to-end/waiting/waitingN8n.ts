import { itemsOf, type Execution } from '../../../tools/n8n/restClient';
import type { RunningN8n } from '../../../tools/n8n/instance';
import type { Sandbox, SandboxMessage } from '../../../sandbox';
import { SEND, START } from '../realN8n';
import { OUTPUTS, waitingWorkflow, type WaitingRun } from './waitingWorkflow';

/** Saves a workflow that waits, and starts it; returns the execution's id. */
export async function beginWait({ rest }: RunningN8n, run: WaitingRun): Promise<string> {
	return await rest.run(await rest.saveWorkflow(waitingWorkflow(run)), START);
}

export const messagesTo = ({ messages }: Sandbox, to: string): SandboxMessage[] =>
	messages.filter((message) => message.to === to);

/** Items of each output: row, number and status. */
export function came(execution: Execution): Record<string, unknown[]> {
	return Object.fromEntries(
		OUTPUTS.map((name) => [name, itemsOf(execution, name).map(({ json }) => [json.row, json.to, json.status])]),
	);
}

/** `came`, with nothing at the outputs that are not named. */
export function only(outputs: Record<string, unknown[]>): Record<string, unknown[]> {
	return { ...Object.fromEntries(OUTPUTS.map((name) => [name, []])), ...outputs };
}

/** How many times the node shows up in the execution. */
export function runsOf(execution: Execution): number {
	return execution.data.resultData.runData[SEND]?.length ?? 0;
}
