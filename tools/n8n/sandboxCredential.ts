import type { Credential } from './restClient';

/** The credential that the example workflows use; the id is part of the workflow files. */
export const SANDBOX_CREDENTIAL = {
	id: 'smsMessagingSandbox',
	name: 'SMS Messaging (sandbox)',
	type: 'smsMessagingApi',
};

/** As a node refers to it. */
export const SANDBOX_CREDENTIALS = { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } };

/** The credential for a sandbox at this base URL. It has the key that every sandbox accepts, which is not secret. */
export function sandboxCredential(baseUrl: string, apiVersion = '1'): Required<Credential> {
	return {
		...SANDBOX_CREDENTIAL,
		data: {
			baseUrl,
			apiVersion,
			allowHttp: false,
			authentication: 'apiKey',
			scheme: 'App',
			apiKey: 'sandbox-key',
			username: '',
			password: '',
			bearerToken: '',
			authorizationSecret: '',
		},
	};
}
