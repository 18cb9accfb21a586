import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

export const CREDENTIAL_TYPE = 'smsMessagingApi';

/** n8n's HTTP helper with the node's credential. @param data the credential, which n8n would decrypt again for each request */
export async function requestWith(
	context: IExecuteFunctions | IPollFunctions,
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	return (await context.helpers.httpRequestWithAuthentication.call(
		withoutCancelSignal(context),
		CREDENTIAL_TYPE,
		options,
		{
			credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
		},
	)) as IN8nHttpFullResponse;
}

/**
 * The context as n8n's HTTP helper sees it, without the signal that cuts off requests when an execution is stopped: a send
 * under way has to finish, or nobody knows whether it was accepted.
 */
function withoutCancelSignal<T extends object>(context: T): T {
	return new Proxy(context, { has: (target, key) => key !== 'getExecutionCancelSignal' && Reflect.has(target, key) });
}
