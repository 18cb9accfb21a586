import type { IWebhookFunctions } from 'n8n-workflow';

import { asValues } from '../parameters/values';
import { readTriggerSettings } from '../entries/triggerSettings';
import { notificationTokenOf } from '../api/notificationToken';
import { CREDENTIAL_TYPE } from '../n8n/execution';
import { readAllowedAddresses } from './allowedAddresses';
import type { Access } from './authenticate';
import type { PushSettings } from './receiveNotification';

/**
 * Reads the trigger's parameters. Rejects if a filter is invalid, and with n8n's own error if an expression cannot be resolved
 * or the credential cannot be read.
 */
export async function readPushSettings(context: IWebhookFunctions): Promise<PushSettings> {
	const options = asValues(context.getNodeParameter('options', {}));
	return {
		access: await readAccess(context),
		allowedAddresses: 'allowedAddresses' in options ? readAllowedAddresses(options.allowedAddresses) : undefined,
		...readTriggerSettings((name, fallback) => context.getNodeParameter(name, fallback as string)),
	};
}

async function readAccess(context: IWebhookFunctions): Promise<Access> {
	const secret = (name: string) => {
		const value = context.getNodeParameter(name, '');
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};
	switch (context.getNodeParameter('authentication', 'none')) {
		case 'none':
			return { kind: 'none' };
		case 'token':
			return { kind: 'token', token: secret('token') };
		case 'credential':
			return { kind: 'token', token: notificationTokenOf(await context.getCredentials(CREDENTIAL_TYPE)) };
		case 'basic':
			return { kind: 'basic', user: secret('user'), password: secret('password') };
		case 'header':
			return { kind: 'header', name: secret('headerName'), value: secret('headerValue') };
		default:
			return { kind: 'unknown' };
	}
}
