import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { decodeBody } from './decodeBody';
import { host } from './host';
import type { ServiceRequest, Transport, TransportResult } from './client';
import type { Sent } from './failure';
import {
	credentialSecrets,
	notificationSecrets,
	notificationTokenOf,
	tokenTest,
	withNotificationToken,
	resultWithoutSecrets,
	withoutSecrets,
} from './notificationSecrets';
import { withSendVersion } from './paths';
import { withValidityUnit } from './validityPeriod';

export const CREDENTIAL_TYPE = 'smsMessagingApi';

const REQUEST_TIMEOUT_MS = 60_000;
/** Each is looked for in every answer. If every message has a different address, its query values are identifiers, not secrets. */
const MOST_SECRETS = 200;

/**
 * A transport using n8n's HTTP helper and the node's credential. The credential's notification token is added to notify URLs here,
 * and secrets in notify URLs and of the credential are masked in answers here, so that no other code sees them.
 * @param resumeUrl reveals n8n's own address, to which the token may go; only sending needs it
 */
export function createTransport(context: IExecuteFunctions | IPollFunctions, resumeUrl?: URL): Transport {
	const caller = withoutCancelSignal(context);
	let data: ICredentialDataDecryptedObject | undefined;
	/** Of all requests: the logs may repeat what a message was sent with. */
	const known = new Set<string>();
	return async (request) => {
		const deadline = host.deadline(Math.min(request.timeoutMs ?? REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS));
		try {
			// n8n reads it from its database and decrypts it each time
			const credential = (data ??= await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE));
			const token = notificationTokenOf(credential);
			const minutes = request.body && withNotificationToken(request.body, token, tokenTest(credential, resumeUrl));
			const body = minutes && withValidityUnit(minutes, credential.validityUnit);
			const secrets = [
				...credentialSecrets(credential),
				...notificationSecrets(body?.messages ?? request.messages, token),
			];
			for (const secret of secrets) if (known.size < MOST_SECRETS) known.add(secret);
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL_TYPE,
				requestOptions(
					String(credential.baseUrl ?? ''),
					{ ...request, path: withSendVersion(request.path, credential.sendVersion), body },
					request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
				),
				{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
			)) as IN8nHttpFullResponse;
			const retryAfter = response.headers['retry-after'];
			const answer = textOf(response.body, response.headers['content-type']);
			const isResult = response.statusCode >= 200 && response.statusCode < 300 && /^\s*[[{]/.test(answer);
			return {
				answered: true,
				status: response.statusCode,
				body: isResult
					? resultWithoutSecrets(answer, [...known])
					: withoutSecrets(answer, [...new Set([...known, ...secrets])]),
				...(typeof retryAfter === 'string' && { retryAfter }),
			};
		} catch (error) {
			// n8n words both the same way, and an error with those words ends the execution as cancelled
			if (deadline.aborted) return { answered: false, code: 'ETIMEDOUT', reason: 'no whole answer in time' };
			if (request.signal?.aborted === true)
				return { answered: false, code: 'ERR_CANCELED', reason: 'the execution was stopped' };
			return noAnswer(error);
		}
	};
}

/** An answer's bytes as text, without a byte order mark. */
function textOf(body: unknown, contentType: unknown): string {
	const bytes = body instanceof ArrayBuffer ? new Uint8Array(body) : body;
	return bytes instanceof Uint8Array ? decodeBody(bytes, String(contentType ?? '')) : String(body ?? '');
}

function requestOptions(
	baseUrl: string,
	{ method, path, query = [], body }: ServiceRequest,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const queryText = new URLSearchParams([...query]).toString();
	return {
		method,
		url: baseUrl.trim().replace(/\/+$/, '') + path + (queryText === '' ? '' : `?${queryText}`),
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			// A cache in between would repeat what the logs showed before
			...(method === 'GET' && { 'Cache-Control': 'no-cache' }),
		},
		body,
		// Not as JSON, since n8n's parser rounds ids beyond 2^53; and not as text, which n8n keeps in memory long after it was read
		encoding: 'arraybuffer',
		returnFullResponse: true,
		// Without it n8n resends a request by itself when the answer is 401
		ignoreHttpStatusErrors: true,
		// A followed redirect would turn POST into GET and carry the Authorization header elsewhere
		disableFollowRedirect: true,
		// n8n's own timeout measures only silence, so a trickling answer would never end
		abortSignal,
	};
}

/**
 * The context as n8n's HTTP helper sees it, without the signal that cuts off requests when an execution is stopped: a send
 * under way has to finish, or nobody knows whether it was accepted.
 */
function withoutCancelSignal<T extends object>(context: T): T {
	return new Proxy(context, { has: (target, key) => key !== 'getExecutionCancelSignal' && Reflect.has(target, key) });
}

/** n8n puts a connection's code into httpCode or leaves it on the cause. */
function noAnswer(error: unknown): TransportResult {
	const { httpCode, code, cause, message } = error as {
		httpCode?: unknown;
		code?: unknown;
		cause?: { code?: unknown };
		message?: unknown;
	};
	const connectionCode = [httpCode, cause?.code, code].find((value) => typeof value === 'string' && value !== '');
	const sent = sentBefore(error);
	return {
		answered: false,
		reason: typeof message === 'string' && message !== '' ? message : String(error),
		...(connectionCode !== undefined && { code: String(connectionCode) }),
		...(sent !== undefined && { sent }),
	};
}

/** Node's message; its code is the same for any closed connection. */
const CLOSED_IN_HANDSHAKE = 'Client network socket disconnected before secure TLS connection was established';

/**
 * What was sent before the error, judging by the system call that failed: the same code may come from connecting and from
 * reading. It is nested within n8n's error and its HTTP client's, once for each address tried.
 */
function sentBefore(error: unknown): Sent | undefined {
	const { syscall, message, errors, cause } = (error ?? {}) as {
		syscall?: unknown;
		message?: unknown;
		errors?: unknown;
		cause?: unknown;
	};
	if (Array.isArray(errors))
		return errors.length > 0 && errors.every((each) => sentBefore(each) === 'nothing') ? 'nothing' : undefined;
	if (syscall === 'connect' || syscall === 'getaddrinfo' || message === CLOSED_IN_HANDSHAKE) return 'nothing';
	if (syscall === 'read' || syscall === 'write') return 'maybe';
	return cause === undefined ? undefined : sentBefore(cause);
}
