import type { Credential } from '../../tools/n8n/restClient';
import { AUTHORIZATION } from '../gateway/authorization';

const HEADER_CREDENTIAL = { id: 'benchHeaderAuth', name: 'Bench: header', type: 'httpHeaderAuth' };

/** The credential of HTTP Request nodes for the gateway. */
export function headerCredential(): Required<Credential> {
	return { ...HEADER_CREDENTIAL, data: { name: 'Authorization', value: AUTHORIZATION } };
}

export const headerCredentialOfNode = {
	[HEADER_CREDENTIAL.type]: { id: HEADER_CREDENTIAL.id, name: HEADER_CREDENTIAL.name },
};
