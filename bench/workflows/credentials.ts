import type { Credential } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { AUTHORIZATION } from '../gateway/authorization';

const HEADER_CREDENTIAL = { id: 'benchHeaderAuth', name: 'Bench: header', type: 'httpHeaderAuth' };

/** The credential of HTTP Request nodes for the gateway. */
export function headerCredential(): Required<Credential> {
	return { ...HEADER_CREDENTIAL, data: { name: 'Authorization', value: AUTHORIZATION } };
}

const VERSION_3 = { id: 'benchVersion3', name: 'Bench: version 3' };

/** The credential of SMS Messaging for the gateway by version 3 of the interface. */
export function version3Credential(gatewayUrl: string): Required<Credential> {
	const { data, ...rest } = sandboxCredential(gatewayUrl);
	return { ...rest, ...VERSION_3, data: { ...data, apiVersion: '3' } };
}

export const version3CredentialOfNode = { smsMessagingApi: VERSION_3 };

export const headerCredentialOfNode = {
	[HEADER_CREDENTIAL.type]: { id: HEADER_CREDENTIAL.id, name: HEADER_CREDENTIAL.name },
};
