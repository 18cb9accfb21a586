import type { ServiceFailure } from './failure';

const NEVER_CONNECTED = new Map([
	['ECONNREFUSED', 'nothing answers at that address and port'],
	['ENOTFOUND', 'there is no host with that name'],
	['EAI_AGAIN', 'the host name could not be looked up'],
	['EHOSTUNREACH', 'there is no route to that host'],
	['EHOSTDOWN', 'there is no route to that host'],
	['ENETUNREACH', 'there is no route to that network'],
	['ENETDOWN', 'there is no route to that network'],
	['EADDRNOTAVAIL', 'there is no route to that address'],
	['EACCES', 'this machine does not allow it'],
	['EPERM', 'this machine does not allow it'],
	['ERR_INVALID_URL', 'its address, or that of the proxy, is not valid'],
]);

/**
 * TLS connections that were never made: Node closes them before it sends a byte of the request. EPROTO means that the request could
 * not be written because the handshake failed. ERR_SSL_… is not included: it occurs on established connections, for example if a TLS
 * 1.3 service misses the client certificate, which the client learns only after sending.
 */
const NEVER_SECURED = new Map([
	['EPROTO', 'that port does not speak TLS, has no TLS version in common, or requires a client certificate'],
	['CERT_HAS_EXPIRED', 'its certificate has expired'],
	['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
	['CERT_REVOKED', 'its certificate was revoked'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
	['HOSTNAME_MISMATCH', 'its certificate is for another host name'],
	...[
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'CERT_UNTRUSTED',
		'CERT_REJECTED',
		'CERT_SIGNATURE_FAILURE',
		'CERT_CHAIN_TOO_LONG',
		'PATH_LENGTH_EXCEEDED',
		'INVALID_CA',
		'INVALID_PURPOSE',
	].map((code): [string, string] => [code, 'its certificate is not trusted on this machine']),
]);

/** Connections that were made and then lost, or took too long, unless the error says that they were never made. */
const LOST = new Map([
	['ECONNABORTED', 'it did not answer in time'],
	['ETIMEDOUT', 'it did not answer in time'],
	['ECONNRESET', 'it closed the connection'],
	['EPIPE', 'it closed the connection'],
	['ERR_CANCELED', 'the execution was stopped'],
]);

export interface NoAnswer {
	answered: false;
	code?: string;
	reason: string;
	sent?: Sent;
	isLasting?: true;
}

/** What a connection error says about the request, besides its code: no byte was sent, or some or all of it may have been. */
type Sent = 'nothing' | 'maybe';

/**
 * No HTTP answer at all.
 * @param code the connection's code, for example ECONNREFUSED; undefined if no request was tried (a credential that cannot be used)
 * @param reason n8n's own words, used if the code is not known here
 * @param sent what the error says besides its code
 * @param isLasting whether a connection that was never made is not worth another try
 */
export function failureOfConnection(
	code: string | undefined,
	reason: string,
	sent?: Sent,
	isLasting?: true,
): ServiceFailure {
	if (code === undefined) {
		return {
			kind: 'unreachable',
			message: reason,
			description: 'Choose or correct the SMS Messaging API credential of the node. The service was not called.',
		};
	}
	const cause = NEVER_CONNECTED.get(code) ?? NEVER_SECURED.get(code) ?? LOST.get(code) ?? reason;
	if (sent === 'nothing' || NEVER_SECURED.has(code) || (NEVER_CONNECTED.has(code) && sent !== 'maybe')) {
		return {
			kind: 'unreachable',
			message: `The service cannot be reached: ${cause} (${code})`,
			description: 'Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it.',
			code,
			...(isLasting && { isLasting }),
		};
	}
	return {
		kind: 'unclear',
		message: `The connection to the service was lost: ${cause} (${code})`,
		description: 'It is not known whether the request was carried out. Check Get Logs before sending again.',
		code,
	};
}

/** The result of a request that an error ended. @param deadline of the request @param stop aborted when the execution is stopped */
export function noAnswer(error: unknown, deadline?: AbortSignal, stop?: AbortSignal): NoAnswer {
	// n8n uses the same words for both, and an error with those words ends the execution as cancelled
	if (deadline?.aborted === true) return { answered: false, code: 'ETIMEDOUT', reason: 'no answer in time' };
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
