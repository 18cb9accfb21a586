import { itemsOf, type Execution } from '../../../tools/n8n/restClient';
import type { RunningN8n } from '../../../tools/n8n/instance';
import { sandboxCredential } from '../../../tools/n8n/sandboxCredential';
import type { Sandbox, SandboxMessage } from '../../../sandbox';
import { startFaultProxy, type FaultScript } from '../../support/faults/faultProxy';
import { SEND, START, type N8nWithSandbox } from '../realN8n';
import { OUTPUTS, waitingWorkflow, type WaitingRun } from './waitingWorkflow';

export const NO_FAULTS: FaultScript = () => undefined;

/** A real n8n and a sandbox, for workflows that wait. */
export class WaitingN8n<N extends RunningN8n = RunningN8n> {
	readonly n8n: N;
	readonly sandbox: Sandbox;

	constructor(
		parts: N8nWithSandbox<N>,
		readonly stop = parts.stop,
	) {
		this.n8n = parts.n8n;
		this.sandbox = parts.sandbox;
	}

	/** With a proxy in front of the sandbox that meets each request with the fault that `script` names at that time. */
	static async behindProxy<N extends RunningN8n>(
		parts: N8nWithSandbox<N>,
	): Promise<WaitingN8n<N> & { script: FaultScript }> {
		const proxy = await startFaultProxy(parts.sandbox, (request, index) => behindProxy.script(request, index));
		const stop = async () => {
			await proxy.stop();
			await parts.stop();
		};
		const behindProxy = Object.assign(new WaitingN8n(parts, stop), { script: NO_FAULTS });
		await parts.n8n.rest.saveCredential(sandboxCredential(proxy.url));
		return behindProxy;
	}

	messagesTo(to: string): SandboxMessage[] {
		return this.sandbox.messages.filter((message) => message.to === to);
	}

	/** Saves a workflow and starts it; returns the execution's id. */
	async begin(run: WaitingRun): Promise<string> {
		return await this.n8n.rest.run(await this.n8n.rest.saveWorkflow(waitingWorkflow(run)), START);
	}

	async run(run: WaitingRun, timeoutMs?: number): Promise<Execution> {
		return await this.n8n.rest.finished(await this.begin(run), timeoutMs);
	}

	/** Starts a workflow and returns its execution as soon as it is stored as waiting. */
	async beginWaiting(run: WaitingRun): Promise<Execution> {
		const id = await this.begin(run);
		for (;;) {
			const execution = await this.n8n.rest.execution(id);
			if (execution.status === 'waiting') return execution;
			if (execution.status !== 'running' && execution.status !== 'new')
				throw new Error(`Execution ${id} does not wait: ${execution.status}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	/** The address that the service got for the reports of the messages to a number, the latest first. */
	notifyUrlOf(to: string): string {
		const message = this.sandbox.messages.findLast((candidate) => candidate.to === to);
		if (message?.notifyUrl === undefined) throw new Error(`No message to ${to} with a notifyUrl`);
		return message.notifyUrl;
	}
}

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
