import { startN8n, type N8nInstance, type N8nOptions } from '../../n8n/instance';
import type { WorkflowFile, WorkflowNode } from '../../n8n/restClient';
import { SANDBOX_CREDENTIAL, sandboxCredential } from '../../n8n/sandboxCredential';
import { startSandbox, type Sandbox } from '../../sandbox';

/** Name of the node that starts a workflow by hand. */
export const START = 'When clicking ‘Execute workflow’';

/** The node under test in the workflows of `sendWorkflow`. */
export const SEND = 'Send';

/** A real n8n whose sandbox credential leads to a sandbox of its own. Starting takes about 10 seconds. */
export async function startN8nWithSandbox(
	options: N8nOptions = {},
	sandboxOptions: Parameters<typeof startSandbox>[0] = {},
): Promise<{ n8n: N8nInstance; sandbox: Sandbox; stop(): Promise<void> }> {
	const sandbox = await startSandbox({ delays: { enrouteMs: 20, finalMs: 50 }, ...sandboxOptions });
	try {
		const n8n = await startN8n(options);
		const stop = async () => {
			await n8n.stop();
			await sandbox.stop();
		};
		await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
		return { n8n, sandbox, stop };
	} catch (error) {
		await sandbox.stop();
		throw error;
	}
}

/** A manual trigger and one Send Text node, with other settings of that node on top. */
export function sendWorkflow(settings: Partial<WorkflowNode> = {}): WorkflowFile {
	const send: WorkflowNode = {
		id: 'send',
		name: SEND,
		type: 'n8n-nodes-sms-messaging.smsMessaging',
		typeVersion: 1,
		position: [240, 0],
		credentials: { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } },
		...settings,
		parameters: { operation: 'sendText', to: '447700900123', from: 'DemoShop', text: 'Hello', ...settings.parameters },
	};
	const start: WorkflowNode = {
		id: 'start',
		name: START,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return {
		name: 'Send one message',
		nodes: [start, send],
		connections: { [START]: { main: [[{ node: SEND, type: 'main', index: 0 }]] } },
	};
}
