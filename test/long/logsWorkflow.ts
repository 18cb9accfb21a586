import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/instance';
import type { Execution } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { SEND as LOGS, sendWorkflow } from '../end-to-end/realN8n';

export { LOGS };

/** Saves a workflow that is started by hand, with Get Logs (Return All) behind it; returns its id. */
export async function saveLogsWorkflow(
	{ rest }: RunningN8n,
	service: { url: string },
	parameters: INodeParameters = {},
): Promise<string> {
	const { name, type, data } = sandboxCredential(service.url);
	const workflow = sendWorkflow({
		credentials: { smsMessagingApi: { id: await rest.saveCredential({ name, type, data }), name } },
	});
	workflow.name = 'Read logs';
	workflow.nodes.at(-1)!.parameters = { operation: 'getLogs', returnAll: true, ...parameters };
	return await rest.saveWorkflow(workflow);
}

/** What Get Logs says beside its output. */
export function hintsOf({ data }: Execution): string[] {
	return (data.resultData.runData[LOGS]?.[0]?.hints ?? []).map(({ message }) => message);
}
