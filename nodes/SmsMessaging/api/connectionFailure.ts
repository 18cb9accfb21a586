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
	['ERR_INVALID_CHAR', 'the key has a character that a header cannot have'],
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

/** What a connection error says about the request, besides its code: no byte was sent, or some or all of it may have been. */
type Sent = 'nothing' | 'maybe';

/**
 * No HTTP answer at all, or no request: a credential that cannot be used has no code.
 * @param deadline of the request
 * @param stop aborted when the execution is stopped
 */
export function failureOfError(error: unknown, deadline?: AbortSignal, stop?: AbortSignal): ServiceFailure {
	// n8n uses the same words for both, and an error with those words ends the execution as cancelled
	if (deadline?.aborted === true) return lost('ETIMEDOUT');
	if (stop?.aborted === true) return lost('ERR_CANCELED');
	// n8n puts a connection's code into httpCode or leaves it on the cause
	const { httpCode, code: own, cause } = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown } };
	const reason = reasonOf(error);
	const code = [httpCode, cause?.code, own].find((value) => typeof value === 'string' && value !== '');
	if (typeof code !== 'string') return notCalled(error);
	const sent = sentBefore(error);
	const isUnsent = sent === 'nothing' || NEVER_SECURED.has(code) || (NEVER_CONNECTED.has(code) && sent !== 'maybe');
	if (!isUnsent) return lost(code, reason);
	return {
		kind: 'unreachable',
		message: `The service cannot be reached: ${causeOf(code) ?? reason} (${code})`,
		description: 'Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it.',
		code,
	};
}

/** For a credential that cannot be read or used. */
export const notCalled = (error: unknown): ServiceFailure => ({
	kind: 'unreachable',
	message: reasonOf(error),
	description: 'Choose or correct the SMS Messaging API credential of the node. The service was not called.',
});

function reasonOf(error: unknown): string {
	const { message } = error as { message?: unknown };
	return typeof message === 'string' && message !== '' ? message : String(error);
}

const causeOf = (code: string) => NEVER_CONNECTED.get(code) ?? NEVER_SECURED.get(code) ?? LOST.get(code);

/** @param reason n8n's own words, for a code that is not known here */
const lost = (code: string, reason = ''): ServiceFailure => ({
	kind: 'unclear',
	message: `The connection to the service was lost: ${causeOf(code) ?? reason} (${code})`,
	description: 'It is not known whether the request was carried out. Check Get Logs before sending again.',
	code,
});

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
