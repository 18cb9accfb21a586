import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceRequest, Transport, TransportResult } from './client';

export const CREDENTIAL_TYPE = 'smsMessagingApi';

const REQUEST_TIMEOUT_MS = 60_000;

/** A transport over n8n's HTTP helper and the node's credential. */
export function createTransport(context: IExecuteFunctions): Transport {
	return async (request) => {
		try {
			const { baseUrl } = await context.getCredentials(CREDENTIAL_TYPE);
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL_TYPE,
				requestOptions(String(baseUrl ?? ''), request),
			)) as IN8nHttpFullResponse;
			return { answered: true, status: response.statusCode, body: String(response.body ?? '') };
		} catch (error) {
			return noAnswer(error);
		}
	};
}

function requestOptions(baseUrl: string, { method, path, query = [], body }: ServiceRequest): IHttpRequestOptions {
	const queryText = new URLSearchParams([...query]).toString();
	return {
		method,
		url: baseUrl.trim().replace(/\/+$/, '') + path + (queryText === '' ? '' : `?${queryText}`),
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		body,
		// As text, since n8n's JSON parser rounds ids beyond 2^53
		encoding: 'text',
		returnFullResponse: true,
		// Without it n8n sends a request again on its own when the answer is 401
		ignoreHttpStatusErrors: true,
		// A followed redirect would turn POST into GET and carry the Authorization header elsewhere
		disableFollowRedirect: true,
		timeout: REQUEST_TIMEOUT_MS,
	};
}

/** n8n puts a connection's code into httpCode or leaves it on the cause. */
function noAnswer(error: unknown): TransportResult {
	const { httpCode, code, cause, message } = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown }; message?: unknown };
	const connectionCode = [httpCode, cause?.code, code].find((value) => typeof value === 'string' && value !== '');
	return {
		answered: false,
		reason: typeof message === 'string' && message !== '' ? message : String(error),
		...(connectionCode !== undefined && { code: String(connectionCode) }),
	};
}
