import type { WorkflowFile } from '../../n8n/restClient';
import { SANDBOX_CREDENTIAL } from '../../n8n/sandboxCredential';
import { chain, manualTrigger } from './chain';

export const GET_LOGS = 'Get Logs';

/** Get Logs with Return All, all else as it is when added. */
export function allLogs(): WorkflowFile {
	return chain('benchLogs', 'Get Logs', [
		manualTrigger,
		{
			name: GET_LOGS,
			type: 'n8n-nodes-sms-messaging.smsMessaging',
			parameters: { operation: 'getLogs', returnAll: true },
			credentials: { [SANDBOX_CREDENTIAL.type]: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } },
		},
	]);
}
