import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { host } from '../n8n/host';
import { readAnswerBody } from '../text/decodeBody';
import { withoutTrailing } from '../text/trailing';
import { secretsOf } from './authorization';
import type { ServiceRequest, Transport, TransportResult } from './client';
import { type Sent, failureOfConnection } from './connectionFailure';
import { notificationTokenOf, tokenTest, withNotificationToken } from './notificationToken';
import { withSendVersion } from './paths';
import { withValidityUnit } from './validityPeriod';

export const CREDENTIAL_TYPE = 'smsMessagingApi';

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * A transport using n8n's HTTP helper and the node's credential. The credential's notification token is added to notify URLs here, so
 * that no other code sees it.
 * @param resumeUrl reveals n8n's own address, to which the token may go; only sending needs it
 */
export function createTransport(context: IExecuteFunctions | IPollFunctions, resumeUrl?: URL): Transport {
	const caller = withoutCancelSignal(context);
	let data: ICredentialDataDecryptedObject | undefined;
	const transport: Transport = async (request) => {
		const deadline = host.deadline(Math.min(request.timeoutMs ?? REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS));
		const abortSignal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
		let secrets: string[] = [];
		try {
			// n8n reads it from its database and decrypts it each time
			const credential = (data ??= await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE));
			secrets = secretsOf(credential, resumeUrl);
			const token = notificationTokenOf(credential);
			const withToken = request.body && withNotificationToken(request.body, token, tokenTest(credential, resumeUrl));
			const body = withToken && withValidityUnit(withToken, credential.validityUnit);
			const path = withSendVersion(request.path, credential.sendVersion);
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL_TYPE,
				requestOptions(String(credential.baseUrl ?? ''), { ...request, path, body }, abortSignal),
				{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
			)) as IN8nHttpFullResponse;
			return { ...(await resultOf(response, deadline)), secrets };
		} catch (error) {
			return { ...noAnswer(error, deadline, request.signal), secrets };
		}
	};
	return context.getMode() === 'manual' ? givingUpSoon(transport) : transport;
}

async function resultOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	deadline: AbortSignal,
): Promise<TransportResult> {
	const retryAfter = headers['retry-after'];
	const { text, cut } = await readAnswerBody(
		body as AsyncIterable<Uint8Array>,
		String(headers['content-type'] ?? ''),
		deadline,
	);
	return {
		answered: true,
		status: statusCode,
		body: text,
		...(cut !== undefined && { cut }),
		...(typeof retryAfter === 'string' && { retryAfter }),
	};
}

function requestOptions(
	baseUrl: string,
	{ method, path, query = [], body }: ServiceRequest,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const queryText = new URLSearchParams([...query]).toString();
	return {
		method,
		url: withoutTrailing(baseUrl.trim(), '/') + path + (queryText === '' ? '' : `?${queryText}`),
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			// A cache in between would repeat what the logs showed before
			...(method === 'GET' && { 'Cache-Control': 'no-cache' }),
		},
		body,
		// Its status is known before its body is read. n8n's own parser would round ids beyond 2^53
		encoding: 'stream',
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

function noAnswer(error: unknown, deadline: AbortSignal, stop: AbortSignal | undefined): TransportResult {
	// n8n uses the same words for both, and an error with those words ends the execution as cancelled
	if (deadline.aborted) return { answered: false, code: 'ETIMEDOUT', reason: 'no answer in time' };
	if (stop?.aborted === true) return { answered: false, code: 'ERR_CANCELED', reason: 'the execution was stopped' };
	// n8n puts a connection's code into httpCode or leaves it on the cause
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

/**
 * What was sent before the error, judging by the system call that failed: the same code may come from connecting and from
 * reading. It is nested within n8n's error and its HTTP client's, once for each address tried. Within a TLS handshake Node sends
 * nothing of the request, and its socket says that the handshake is not over.
 */
function sentBefore(error: unknown): Sent | undefined {
	const { syscall, request, errors, cause } = (error ?? {}) as {
		syscall?: unknown;
		request?: { socket?: { secureConnecting?: unknown } | null };
		errors?: unknown;
		cause?: unknown;
	};
	if (request?.socket?.secureConnecting === true) return 'nothing';
	if (Array.isArray(errors))
		return errors.length > 0 && errors.every((each) => sentBefore(each) === 'nothing') ? 'nothing' : undefined;
	if (syscall === 'connect' || syscall === 'getaddrinfo') return 'nothing';
	if (syscall === 'read' || syscall === 'write') return 'maybe';
	return cause === undefined ? undefined : sentBefore(cause);
}

/** Delays double, so the next try would come more than 10 seconds after the first. */
const GIVEN_UP_AFTER_MS = 5000;

/**
 * For a run that somebody watches: while no request has left this machine, a wrong address is likelier than a service that restarts.
 * Failures are then lasting.
 */
export function givingUpSoon(transport: Transport): Transport {
	let began: number | undefined;
	let hasLeft = false;
	return async (request) => {
		began ??= host.elapsed();
		const result = await transport(request);
		hasLeft ||= result.answered || failureOfConnection(result.code, result.reason, result.sent).kind !== 'unreachable';
		if (hasLeft || result.answered || host.elapsed() - began < GIVEN_UP_AFTER_MS) return result;
		return { ...result, isLasting: true };
	};
}
