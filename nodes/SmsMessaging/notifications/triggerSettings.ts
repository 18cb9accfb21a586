import type { IWebhookFunctions } from 'n8n-workflow';

import { readReportSettings } from '../reports/reportFields';
import type { Access } from './authenticate';
import type { TriggerSettings } from './receiveNotification';

/** Reads the trigger's parameters. Throws where one of them makes no sense, and what n8n throws where an expression cannot be resolved. */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings {
	return {
		access: readAccess(context),
		...readReportSettings((name, fallback) => context.getNodeParameter(name, fallback as string)),
	};
}

function readAccess(context: IWebhookFunctions): Access {
	const kind = context.getNodeParameter('authentication', 'none');
	if (kind === 'none') return { kind: 'none' };
	if (kind !== 'token') return { kind: 'unknown' };
	const token = context.getNodeParameter('token', '');
	return { kind: 'token', token: typeof token === 'string' || typeof token === 'number' ? String(token) : '' };
}
