import type { INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { startFaultProxy, type FaultProxy, type FaultScript } from '../../support/faults/faultProxy';
import type { WorkflowStart } from '../engine';
import { credentialFor, runSms, type SmsResult, type SmsRun } from '../smsNode';
import { messagesOf, QUICK, SEND_TEXT, type Row } from './messages';

/** Where the versions of the interface have the bulk ID. */
interface SendBody {
	bulkId?: string;
	options?: { schedule?: { bulkId?: string } };
}

export interface SendSettings {
	options?: INodeParameters;
	parameters?: INodeParameters;
	settings?: Partial<INode>;
	start?: Partial<WorkflowStart>;
}

/** A sandbox behind a proxy, and ways to send through both. */
export interface ProxiedSandbox {
	sandbox: Sandbox;
	proxy: FaultProxy;
	runOf: (items: Row[], settings?: SendSettings) => SmsRun;
	send: (items: Row[], settings?: SendSettings) => Promise<SmsResult>;
	/** The destinations of each send request, in the order of arrival. */
	sent: () => Array<Array<{ to: string; messageId?: string }>>;
	/** The bulkId of each send request. */
	bulkIds: () => string[];
	stop: () => Promise<void>;
}

export async function withProxiedSandbox(
	script: FaultScript | undefined,
	test: (parts: ProxiedSandbox) => Promise<void>,
	sandboxOptions: SandboxOptions = {},
): Promise<void> {
	const parts = await openProxiedSandbox(script, sandboxOptions);
	try {
		await test(parts);
	} finally {
		await parts.stop();
	}
}

export async function openProxiedSandbox(
	script: FaultScript | undefined,
	sandboxOptions: SandboxOptions = {},
): Promise<ProxiedSandbox> {
	const sandbox = await startSandbox({ logsPerMinute: 100_000, sendVersions: ['1', '2', '3'], ...sandboxOptions });
	const proxy = await startFaultProxy(sandbox, script);
	const sends = () => proxy.records.filter(({ request }) => request.isSend);
	const runOf: ProxiedSandbox['runOf'] = (items, { options, parameters, settings, start } = {}) => ({
		parameters: { ...SEND_TEXT, ...parameters, options: { ...QUICK, ...options } },
		items,
		credential: credentialFor(proxy),
		settings,
		start,
	});
	return {
		sandbox,
		proxy,
		runOf,
		send: async (items, settings) => await runSms(runOf(items, settings)),
		sent: () => sends().map(({ request }) => messagesOf(request.body).flatMap(({ destinations }) => destinations)),
		bulkIds: () =>
			sends().map(({ request }) => {
				const { bulkId, options } = JSON.parse(request.body) as SendBody;
				return String(bulkId ?? options?.schedule?.bulkId);
			}),
		stop: async () => {
			await proxy.stop();
			await sandbox.stop();
		},
	};
}

/** Waits for what a running execution does. */
export async function until(happened: () => boolean, timeoutMs = 10_000): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!happened()) {
		if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for: ${happened}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

export const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
