import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution } from '../../tools/n8n/restClient';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { afterwards } from '../support/afterwards';
import { startFaultProxy, type FaultProxy } from '../support/faults/faultProxy';
import { post, TEXT } from '../sandbox/client';
import { newCredential, own } from './realN8n';

/** Name of the polling trigger in the workflows made here. */
export const REPORTS = 'Reports';

/** n8n takes no expression for more than one second of a minute, but any number of poll times. */
const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** A separate account at the service, behind a proxy that can refuse connections. */
export interface Account {
	sandbox: Sandbox;
	proxy: FaultProxy;
	credential: { id: string; name: string };
}

export async function newAccount(n8n: RunningN8n, options: SandboxOptions = {}): Promise<Account> {
	const sandbox = afterwards(await startSandbox({ delays: { enrouteMs: 1, finalMs: 1 }, ...options }));
	const proxy = afterwards(await startFaultProxy(sandbox));
	return { sandbox, proxy, credential: await newCredential(n8n, proxy.url) };
}

/** Saves and publishes a workflow that polls; returns its id. */
export async function publishPolling({ rest }: RunningN8n, { credential }: Account): Promise<string> {
	const trigger = own(REPORTS, 'smsMessagingPollingTrigger', { pollTimes: EVERY_SECOND, startOn: 'final' });
	const nodes = [{ ...trigger, credentials: { smsMessagingApi: credential } }];
	const id = await rest.saveWorkflow({ name: 'Polling', nodes, connections: {} });
	await rest.activate(id);
	return id;
}

/** Sends messages by their IDs, without n8n, and waits for their final status. */
export async function sendTo(
	{ sandbox }: Account,
	messages: Array<{ id: string; to?: string; notifyUrl?: string; callbackData?: string }>,
): Promise<void> {
	const { status } = await post(sandbox, TEXT, {
		messages: messages.map(({ id, to = '447700900123', ...fields }) => ({
			text: 'Hello',
			destinations: [{ to, messageId: id }],
			...fields,
		})),
	});
	expect(status).toBe(200);
	await sandbox.waitFor(() => sandbox.messages.every(({ doneAt }) => doneAt !== undefined));
}

/** Waits until the trigger has polled so many times more. */
export async function polls({ proxy }: Account, count: number): Promise<void> {
	const isPoll = ({ request }: FaultProxy['records'][number]) => request.url.startsWith('/sms/1/reports');
	const wanted = proxy.records.filter(isPoll).length + count;
	while (proxy.records.filter(isPoll).length < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The message IDs of the reports that started each execution. */
export const idsOf = (executions: Execution[]) =>
	executions.map((execution) => itemsOf(execution, REPORTS).map(({ json }) => json.messageId));
