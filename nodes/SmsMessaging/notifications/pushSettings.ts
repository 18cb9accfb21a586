import { type IHookFunctions, type IWebhookFunctions, NodeOperationError } from 'n8n-workflow';

import { asValues } from '../parameters/values';
import { readTriggerSettings } from '../entries/triggerSettings';
import { notificationTokenOf } from '../api/notificationToken';
import { CREDENTIAL_TYPE } from '../n8n/execution';
import { readAllowedAddresses, byHeader, byPassword, byToken, type Check } from './authenticate';
import type { PushSettings } from './receiveNotification';

/**
 * Reads the trigger's parameters. Rejects if a filter is invalid, and with n8n's own error if an expression cannot be resolved
 * or the credential cannot be read.
 */
export async function readPushSettings(context: IWebhookFunctions): Promise<PushSettings> {
	const options = asValues(context.getNodeParameter('options', {}));
	return {
		authenticate: await readAuthentication(context),
		allowedAddresses: 'allowedAddresses' in options ? readAllowedAddresses(options.allowedAddresses) : undefined,
		...readTriggerSettings((name, fallback) => context.getNodeParameter(name, fallback as string)),
	};
}

/** @throws NodeOperationError for a trigger that would refuse every notification */
export async function assertCanAuthenticate(context: IHookFunctions): Promise<void> {
	const { missing } = await readAuthentication(context);
	if (missing !== undefined) throw new NodeOperationError(context.getNode(), missing);
}

async function readAuthentication(context: IWebhookFunctions | IHookFunctions): Promise<Check> {
	const secret = (name: string) => {
		const value = context.getNodeParameter(name, '');
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};
	switch (context.getNodeParameter('authentication', 'none')) {
		case 'none':
			return () => undefined;
		case 'token':
			return byToken(secret('token'));
		case 'credential':
			return byToken(notificationTokenOf(await context.getCredentials(CREDENTIAL_TYPE)));
		case 'basic':
			return byPassword(secret('user'), secret('password'));
		case 'header':
			return byHeader(secret('headerName'), secret('headerValue'));
		default:
			return () => 'This trigger has an unknown authentication method';
	}
}
