import type { IWebhookFunctions } from 'n8n-workflow';

import type { Access } from './authenticate';
import type { TriggerSettings } from './receiveNotification';

/** Reads the trigger's parameters. Throws what n8n throws where an expression in one of them cannot be resolved. */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings {
	return {
		access: readAccess(context),
		statusGroups: toNames(context.getNodeParameter('statusGroups', [])),
		output: context.getNodeParameter('options.output', 'reports') === 'notification' ? 'notification' : 'reports',
		simplify: context.getNodeParameter('simplify', true) !== false,
	};
}

function readAccess(context: IWebhookFunctions): Access {
	const kind = context.getNodeParameter('authentication', 'none');
	if (kind === 'none') return { kind: 'none' };
	if (kind !== 'token') return { kind: 'unknown' };
	const token = context.getNodeParameter('token', '');
	return { kind: 'token', token: typeof token === 'string' || typeof token === 'number' ? String(token) : '' };
}

/** A list of names, which an expression may also give as text with commas. */
function toNames(value: unknown): string[] {
	const names = Array.isArray(value) ? value : String(value ?? '').split(',');
	return names.map((name) => String(name).trim().toUpperCase()).filter((name) => name !== '');
}
