import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { host } from '../n8n/host';
import { CREDENTIAL_TYPE, requestWith } from '../n8n/execution';
import { readAnswerBody } from '../text/decodeBody';
import { withoutTrailing } from '../text/numbers';
import { baseUrlOf, MASK, secretsOf } from './credential';
import type { HttpRequest, Service, Transport, TransportResult } from './client';
import { failureOfError, notCalled } from './connectionFailure';
import { dialectOf } from './dialect';
import type { ServiceFailure } from './failure';
import { notificationTokenOf, tokenTest, withNotificationToken } from './notificationToken';

const REQUEST_TIMEOUT_MS = 60_000;
/** Of a resume URL. */
const SIGNATURE = /([?&]signature=)[^&#]+/;

/** The service, and what only sending needs of the credential. */
export interface OpenService extends Service {
	baseUrl: string;
	credentialId: string;
	/** Why the credential could not be read. */
	unreadable?: ServiceFailure;
	/** For messages that have none of their own; as the user entered them. */
	defaults: { country: unknown; sender: unknown };
	/** A notify URL with the credential's notification token, if it may go there; masked where somebody sees it. */
	withToken(notifyUrl: string, isMasked: boolean): string;
}

/**
 * Reads the node's credential, for a whole run. If it cannot be read, every request fails with the reason.
 * @param resumeUrl reveals n8n's own address, to which the notification token may go; only sending needs it
 */
export async function openService(context: IExecuteFunctions | IPollFunctions, resumeUrl?: URL): Promise<OpenService> {
	const open = (credential: ICredentialDataDecryptedObject, transport: Transport): OpenService => ({
		dialect: dialectOf(credential),
		secrets: secretsOf(credential, resumeUrl),
		baseUrl: baseUrlOf(credential),
		credentialId: context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '',
		defaults: { country: credential.defaultCountry, sender: credential.defaultSender },
		transport: context.getMode() === 'manual' ? givingUpSoon(transport) : transport,
		withToken: (notifyUrl, isMasked) => {
			const token = notificationTokenOf(credential);
			const test = tokenTest(credential, resumeUrl);
			if (!isMasked) return withNotificationToken(notifyUrl, token, test);
			// Whoever has its signature can resume the execution
			return withNotificationToken(notifyUrl, token && MASK, test).replace(SIGNATURE, `$1${MASK}`);
		},
	});
	try {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
		return open(credential, createTransport(context, credential));
	} catch (error) {
		const failure = notCalled(error);
		return { ...open({}, async () => ({ answered: false, failure })), unreadable: failure };
	}
}

function createTransport(
	context: IExecuteFunctions | IPollFunctions,
	credential: ICredentialDataDecryptedObject,
): Transport {
	return async (request) => {
		const deadline = host.deadline(Math.min(request.timeoutMs ?? REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS));
		const abortSignal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
		try {
			// n8n calls the credential's `authenticate`, which checks the address and adds the header
			const options = requestOptions(baseUrlOf(credential), request, abortSignal);
			return await resultOf(await requestWith(context, credential, options), deadline);
		} catch (error) {
			return { answered: false, failure: failureOfError(error, deadline, request.signal) };
		}
	};
}

async function resultOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	deadline: AbortSignal,
): Promise<TransportResult> {
	const { 'retry-after': retryAfter, date } = headers;
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
		...(typeof date === 'string' && { date }),
	};
}

function requestOptions(
	baseUrl: string,
	{ method, path, query = [], body }: HttpRequest,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const queryText = new URLSearchParams([...query]).toString();
	return {
		method,
		url: withoutTrailing(baseUrl, '/') + path + (queryText === '' ? '' : `?${queryText}`),
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

/** Delays double, so the next try would come more than 10 seconds after the first. */
const GIVEN_UP_AFTER_MS = 5000;

/**
 * For a run that somebody watches: while no request has left this machine, a wrong address is likelier than a service that restarts.
 * Failures are then lasting.
 */
function givingUpSoon(transport: Transport): Transport {
	let began: number | undefined;
	let hasLeft = false;
	return async (request) => {
		began ??= host.elapsed();
		const result = await transport(request);
		hasLeft ||= result.answered || result.failure.kind !== 'unreachable';
		if (hasLeft || result.answered || host.elapsed() - began < GIVEN_UP_AFTER_MS) return result;
		return { ...result, failure: { ...result.failure, isLasting: true } };
	};
}
