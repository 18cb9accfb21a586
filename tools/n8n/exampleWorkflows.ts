import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WORKFLOWS } from './places';
import type { WorkflowFile, WorkflowNode } from './restClient';

/** The example workflows, by file name. */
export type ExampleName =
	| 'a-few-a-day'
	| 'after-a-crash'
	| 'ai-agent'
	| 'appointment-answers'
	| 'appointment-reminders'
	| 'bulk-send'
	| 'campaign'
	| 'cancel-the-reminder'
	| 'daily-summary'
	| 'delivery-notifications'
	| 'escalate'
	| 'failed-run'
	| 'local-morning'
	| 'low-balance'
	| 'one-time-code'
	| 'opt-out'
	| 'outage-alert'
	| 'port-addressed'
	| 'reports-exactly-once'
	| 'resend-other-sender'
	| 'rows-from-reports'
	| 'scheduled-reports'
	| 'send-and-wait';

export async function exampleNames(): Promise<ExampleName[]> {
	return (await readdir(WORKFLOWS)).map((file) => basename(file, '.json') as ExampleName).sort();
}

/** An example workflow exactly as shipped. */
export async function readExample(name: ExampleName): Promise<Required<Pick<WorkflowFile, 'id'>> & WorkflowFile> {
	return JSON.parse(await readFile(join(WORKFLOWS, `${name}.json`), 'utf8')) as Required<Pick<WorkflowFile, 'id'>> &
		WorkflowFile;
}

/** The node with that name. Throws if the workflow has none. */
export function nodeOf(workflow: WorkflowFile, name: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`Workflow '${workflow.name}' has no node '${name}'`);
	return node;
}

/**
 * An example that sends, with another value of 'notifyUrl' in its node 'Settings'. Users have to change that too: the file has the
 * address of the trigger on n8n's default port.
 */
export function withNotifyUrl<T extends WorkflowFile>(example: T, notifyUrl: string): T {
	const changed = structuredClone(example);
	const { assignments } = nodeOf(changed, 'Settings').parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const field = assignments.find(({ name }) => name === 'notifyUrl');
	if (field === undefined) throw new Error("The node 'Settings' has no field 'notifyUrl'");
	field.value = notifyUrl;
	return changed;
}
