import { startN8n, type N8nInstance, type N8nOptions, type RunningN8n } from '../../tools/n8n/instance';
import type { Execution, WorkflowFile, WorkflowNode } from '../../tools/n8n/restClient';
import { SANDBOX_CREDENTIALS, sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { afterwards } from '../support/afterwards';
import { sharedN8n } from '../support/n8n/shared';

/** Name of the node that starts a workflow by hand. */
export const START = 'When clicking ‘Execute workflow’';

/** The node under test in the workflows of `sendWorkflow`. */
export const SEND = 'Send';

/** A real n8n with its own sandbox. */
export interface N8nWithSandbox<N extends RunningN8n> {
	n8n: N;
	sandbox: Sandbox;
}

/** A separate n8n, for tests that kill it or change its settings. It starts in about 10 seconds. */
export async function startN8nWithSandbox(
	options: N8nOptions = {},
	sandboxOptions: SandboxOptions = {},
): Promise<N8nWithSandbox<N8nInstance>> {
	return await withSandbox(afterwards(await startN8n(options)), sandboxOptions);
}

/** The n8n that the files of this worker share. */
export async function sharedN8nWithSandbox(sandboxOptions: SandboxOptions = {}): Promise<N8nWithSandbox<RunningN8n>> {
	return await withSandbox(await sharedN8n(), sandboxOptions);
}

async function withSandbox<N extends RunningN8n>(n8n: N, sandboxOptions: SandboxOptions): Promise<N8nWithSandbox<N>> {
	const sandbox = afterwards(await startSandbox({ delays: { enrouteMs: 20, finalMs: 50 }, ...sandboxOptions }));
	const [apiVersion = '1'] = sandboxOptions.sendVersions ?? [];
	await n8n.rest.saveCredential(sandboxCredential(sandbox.url, apiVersion));
	return { n8n, sandbox };
}

/** A crash of the whole process, and its next start. */
export async function crash(n8n: N8nInstance): Promise<void> {
	await n8n.kill();
	await n8n.start();
}

/** A credential for a service, besides that of the sandbox. */
export async function newCredential({ rest }: RunningN8n, url: string, change: object = {}) {
	const { name, type, data } = sandboxCredential(url);
	return { id: await rest.saveCredential({ name, type, data: { ...data, ...change } }), name };
}

/** An execution, as soon as it is stored as waiting. */
export async function untilWaiting({ rest }: RunningN8n, id: string): Promise<Execution> {
	for (;;) {
		const execution = await rest.execution(id);
		if (execution.status === 'waiting') return execution;
		if (execution.status !== 'running' && execution.status !== 'new')
			throw new Error(`Execution ${id} does not wait: ${JSON.stringify(execution)}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** A manual trigger and one Send Text node, with other settings of that node on top. */
export function sendWorkflow(settings: Partial<WorkflowNode> = {}): WorkflowFile {
	const send: WorkflowNode = {
		...own(SEND, 'smsMessaging'),
		position: [240, 0],
		...settings,
		parameters: { operation: 'sendText', to: '447700900123', from: 'DemoShop', text: 'Hello', ...settings.parameters },
	};
	return {
		name: 'Send one message',
		nodes: [plain(START, 'manualTrigger', 1), send],
		connections: chain(START, SEND),
	};
}

/** A node of n8n's own. */
export function plain(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return { id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters };
}

/** A node of the package, with the credential of the sandbox. */
export function own(
	name: string,
	type: 'smsMessaging' | 'smsMessagingTrigger' | 'smsMessagingPollingTrigger',
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	const node = plain(name, type, 1, parameters);
	return { ...node, type: `n8n-nodes-sms-messaging.${type}`, credentials: SANDBOX_CREDENTIALS };
}

/** Connects nodes one after the other. */
export function chain(...names: string[]): WorkflowFile['connections'] {
	return Object.fromEntries(
		names.slice(1).map((to, index) => [names[index]!, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
	);
}
