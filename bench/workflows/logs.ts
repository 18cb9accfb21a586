import type { WorkflowFile } from '../../tools/n8n/restClient';
import { SANDBOX_CREDENTIALS as credentials } from '../../tools/n8n/sandboxCredential';
import { LEAST_LOG_READER } from '../n8n/leastNodes';
import { chain, manualTrigger } from './chain';

export const GET_LOGS = 'Get Logs';
export const LEAST_READER = 'Least Log Reader';

/** Get Logs with Return All, otherwise with its defaults. */
export function allLogs(): WorkflowFile {
	return chain('benchLogs', 'Get Logs', [
		manualTrigger,
		{
			name: GET_LOGS,
			type: 'n8n-nodes-sms-messaging.smsMessaging',
			parameters: { resource: 'delivery', operation: 'getLogs', returnAll: true },
			credentials,
		},
	]);
}

/** @param callsFile a JSON list of the paths to call */
export function leastReader(callsFile: string): WorkflowFile {
	return chain('benchLeastLogs', 'Least Log Reader', [
		manualTrigger,
		{ name: LEAST_READER, type: LEAST_LOG_READER, parameters: { callsFile }, credentials },
	]);
}
