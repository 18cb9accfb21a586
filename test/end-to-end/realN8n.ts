import { startN8n, type N8nInstance, type N8nOptions, type RunningN8n } from '../../tools/n8n/instance';
import type { WorkflowFile, WorkflowNode } from '../../tools/n8n/restClient';
import { SANDBOX_CREDENTIALS, sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { sharedN8n } from '../support/n8n/shared';

/** Name of the node that starts a workflow by hand. */
export const START = 'When clicking ‘Execute workflow’';

/** The node under test in the workflows of `sendWorkflow`. */
export const SEND = 'Send';

/** A real n8n with its own sandbox. */
export interface N8nWithSandbox<N extends RunningN8n> {
	n8n: N;
	sandbox: Sandbox;
	stop(): Promise<void>;
}

/** A separate n8n, for tests that kill it or change its settings. It starts in about 10 seconds. */
export async function startN8nWithSandbox(
	options: N8nOptions = {},
	sandboxOptions: SandboxOptions = {},
): Promise<N8nWithSandbox<N8nInstance>> {
	const n8n = await startN8n(options);
	return await withSandbox(n8n, sandboxOptions, async () => await n8n.stop());
}

/** The n8n that the files of this worker share. */
export async function sharedN8nWithSandbox(sandboxOptions: SandboxOptions = {}): Promise<N8nWithSandbox<RunningN8n>> {
	return await withSandbox(await sharedN8n(), sandboxOptions, async () => {});
}

async function withSandbox<N extends RunningN8n>(
	n8n: N,
	sandboxOptions: SandboxOptions,
	stopN8n: () => Promise<void>,
): Promise<N8nWithSandbox<N>> {
	const sandbox = await startSandbox({ delays: { enrouteMs: 20, finalMs: 50 }, ...sandboxOptions });
	const stop = async () => {
		await stopN8n();
		await sandbox.stop();
	};
	const [apiVersion = '1'] = sandboxOptions.sendVersions ?? [];
	await n8n.rest.saveCredential(sandboxCredential(sandbox.url, apiVersion)).catch(async (error: unknown) => {
		await stop();
		throw error;
	});
	return { n8n, sandbox, stop };
}

/** A crash of the whole process, and its next start. */
export async function crash(n8n: N8nInstance): Promise<void> {
	await n8n.kill();
	await n8n.start();
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
