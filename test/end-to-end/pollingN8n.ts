import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution, type WorkflowFile } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { startFaultProxy, type Fault, type FaultProxy } from '../support/faults/faultProxy';
import { post, TEXT } from '../sandbox/client';
import { own } from './realN8n';

/** Name of the polling trigger in the workflows made here. */
export const REPORTS = 'Reports';

/** n8n takes no expression for more than one second of a minute, but any number of poll times. */
const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** A separate account at the service, behind a proxy that can fail. */
export interface Account {
	sandbox: Sandbox;
	proxy: FaultProxy;
	credential: { id: string; name: string };
	/** Faults of the next calls for reports, in order; undefined for no fault. */
	faults: Array<Fault | undefined>;
}

/** A real n8n with workflows that poll. */
export class PollingN8n {
	private readonly accounts: Account[] = [];

	constructor(private readonly n8n: RunningN8n) {}

	async newAccount(options: SandboxOptions = {}): Promise<Account> {
		const sandbox = await startSandbox({ delays: { enrouteMs: 1, finalMs: 1 }, ...options });
		const faults: Account['faults'] = [];
		const proxy = await startFaultProxy(sandbox, ({ url }) =>
			url.startsWith('/sms/1/reports') ? faults.shift() : undefined,
		);
		const { name, type, data } = sandboxCredential(proxy.url);
		const account = {
			sandbox,
			proxy,
			faults,
			credential: { id: await this.n8n.rest.saveCredential({ name, type, data }), name },
		};
		this.accounts.push(account);
		return account;
	}

	/** Saves and publishes a workflow that polls; returns its id. */
	async publish(account: Account, parameters?: Record<string, unknown>): Promise<string> {
		const id = await this.n8n.rest.saveWorkflow(pollingWorkflow(account, parameters));
		await this.n8n.rest.activate(id);
		return id;
	}

	/** Stops the service of all accounts. */
	async stop(): Promise<void> {
		for (const { sandbox, proxy } of this.accounts) {
			await proxy.stop();
			await sandbox.stop();
		}
	}
}

function pollingWorkflow({ credential }: Account, parameters: Record<string, unknown> = {}): WorkflowFile {
	return {
		name: 'Polling',
		nodes: [
			{
				...own(REPORTS, 'smsMessagingPollingTrigger', { pollTimes: EVERY_SECOND, startOn: 'final', ...parameters }),
				credentials: { smsMessagingApi: credential },
			},
		],
		connections: {},
	};
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
