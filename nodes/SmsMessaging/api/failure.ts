import { SENDER_RULE } from './advice';
import { host } from '../n8n/host';
import type { JsonObject } from '../text/json';
import { readError, type ServiceError } from './error';

/**
 * - `refused`: the service refused this request; others may succeed.
 * - `unauthorized`: 401 or 403, so no request succeeds.
 * - `misdirected`: the address is not the service's, so no request succeeds.
 * - `notNow`: too many requests; later ones may succeed.
 * - `unreachable`: no request left this machine, or none arrived; nothing was accepted.
 * - `unclear`: it is not known whether the service acted on the request.
 */
type FailureKind = 'refused' | 'unauthorized' | 'misdirected' | 'notNow' | 'unreachable' | 'unclear';

export interface ServiceFailure extends ServiceError {
	kind: FailureKind;
	message: string;
	/** What to do. */
	description: string;
	/** What to check first, if the description also covers requests that may have been carried out. */
	check?: string;
	httpStatus?: number;
	/** The connection's own code, for example ECONNREFUSED. */
	code?: string;
	/** The unreadable answer, if its content cannot be fetched again. */
	answer?: string;
	/** How long the service asks to wait (header Retry-After), in milliseconds. */
	retryAfterMs?: number;
	/** Whether a retry is pointless, although it is worthwhile for other failures of this kind. */
	isLasting?: true;
}

interface StatusMeaning {
	kind: FailureKind;
	message(answer: { httpStatus: number; said: string; fields: string }): string;
	description: string;
}

const REFUSED: StatusMeaning = {
	kind: 'refused',
	message: ({ httpStatus, said, fields }) => `The service refused the request (${httpStatus})${said}${fields}`,
	description: 'Correct what the service reports, then run again.',
};
const NO_SUCH_ADDRESS: StatusMeaning = {
	kind: 'misdirected',
	message: ({ httpStatus, said }) => `There is no SMS service at this address (${httpStatus})${said}`,
	description: 'Check the Base URL and the API Version in the SMS Messaging API credential.',
};
const ENDED: StatusMeaning = {
	kind: 'misdirected',
	message: ({ httpStatus, said }) => `This path has ended at the service (${httpStatus})${said}`,
	description: 'Choose another API Version in the SMS Messaging API credential.',
};
const REDIRECTED: StatusMeaning = {
	kind: 'misdirected',
	message: ({ httpStatus }) => `The service answered with a redirect (${httpStatus}), which is not followed`,
	description: 'Set the Base URL in the SMS Messaging API credential to the new address.',
};
const UNEXPECTED: StatusMeaning = {
	kind: 'unclear',
	message: ({ httpStatus, said }) => `The service gave an unexpected answer (${httpStatus})${said}`,
	description: 'It is not known whether the request was carried out. Check Get Logs before sending again.',
};

/** Among unsuccessful answers, only these and redirects prove that the request was not carried out; all others leave it open. */
const MEANINGS: Readonly<Record<number, StatusMeaning>> = {
	400: REFUSED,
	401: {
		kind: 'unauthorized',
		message: ({ said }) => `The service does not accept the credential (401)${said}`,
		description:
			'In the SMS Messaging API credential, check the authentication method and the key, password or token. Then test the connection.',
	},
	403: {
		kind: 'unauthorized',
		message: ({ said }) => `This credential is not allowed to do this (403)${said}`,
		description: 'Ask your provider for permission, or choose another SMS Messaging API credential.',
	},
	404: NO_SUCH_ADDRESS,
	405: NO_SUCH_ADDRESS,
	407: {
		kind: 'misdirected',
		message: ({ said }) => `The proxy between n8n and the service does not accept its user and password (407)${said}`,
		description: "Correct the address of the proxy in n8n's environment, which has them.",
	},
	410: ENDED,
	413: REFUSED,
	415: REFUSED,
	422: REFUSED,
	429: {
		kind: 'notNow',
		message: ({ said }) => `The service was called too often (429)${said}`,
		description: 'Run again in a minute. Run scheduled workflows less often.',
	},
};

const meaningOf = (httpStatus: number): StatusMeaning =>
	MEANINGS[httpStatus] ?? (httpStatus >= 300 && httpStatus <= 399 ? REDIRECTED : UNEXPECTED);

/** @param date the header of that name */
export function failureOfAnswer(httpStatus: number, body: string, retryAfter = '', date = ''): ServiceFailure {
	const retryAfterMs = readRetryAfter(retryAfter, date);
	const facts = { httpStatus, ...readError(body), ...(retryAfterMs !== undefined && { retryAfterMs }) };
	return { ...facts, ...describe(facts) };
}

export function withValidation(failure: ServiceFailure, validationErrors: JsonObject): ServiceFailure {
	const facts = { ...failure, validationErrors };
	return { ...facts, ...describe(facts) };
}

function describe({
	httpStatus = 0,
	serviceText,
	quote,
	serviceAction,
	validationErrors,
}: Partial<ServiceFailure>): Pick<ServiceFailure, 'kind' | 'message' | 'description'> {
	const { kind, message, description } = meaningOf(httpStatus);
	const words = serviceText ?? quote;
	const said = words === undefined ? '' : `: ${words}`;
	const fields = validationErrors === undefined ? '' : ` (${describeValidation(validationErrors)})`;
	return {
		kind,
		message: message({ httpStatus, said, fields }),
		description: [
			description,
			...(serviceAction === undefined ? [] : [`The service advises: ${serviceAction}`]),
			...(isAboutSender(validationErrors) ? [SENDER_HAS] : []),
		].join(' '),
	};
}

export function failureOfBody(httpStatus: number, expected: string, answer?: string): ServiceFailure {
	const check = 'Check that the Base URL in the SMS Messaging API credential points to the SMS service.';
	return {
		kind: 'unclear',
		message: `The service answered ${httpStatus}, but not with ${expected}`,
		description: `${check} If it does, check Get Logs before sending again: the request may have been carried out.`,
		check,
		httpStatus,
		...(answer !== undefined && { answer }),
	};
}

/** A successful answer of which only the beginning could be read. @param cut why, to follow 'the answer' */
export const failureOfCutAnswer = (httpStatus: number, cut: string, answer?: string): ServiceFailure => ({
	kind: 'unclear',
	message: `The service answered ${httpStatus}, but the answer ${cut}`,
	description: 'It is not known whether the request was carried out. Check Get Logs before sending again.',
	httpStatus,
	...(answer !== undefined && { answer }),
});

/** What to do about a failed call that sends nothing. @param advice by HTTP status */
export function advised(failure: ServiceFailure, advice: Readonly<Record<number, string>>): ServiceFailure {
	const { httpStatus = 0, kind, check = 'Run again later.', description } = failure;
	return { ...failure, description: advice[httpStatus] ?? (kind === 'unclear' ? check : description) };
}

/** Whether the failure of one request means that no other can succeed either. */
export const concernsAllRequests = (failure: ServiceFailure): boolean =>
	failure.kind === 'unauthorized' || failure.kind === 'misdirected' || failure.kind === 'unreachable';

/** Temporary connection failures, for example while a service restarts. */
const PASSING_CODES = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT']);

/** Whether the same request may well succeed a little later, and was not accepted now. */
export function isNotNow(failure: ServiceFailure): boolean {
	if (failure.isLasting === true) return false;
	return failure.kind === 'notNow' || (failure.kind === 'unreachable' && PASSING_CODES.has(failure.code ?? ''));
}

/** The facts of a failure for an error item's details, without its message. */
export function failureDetails({
	message: _message,
	kind: _kind,
	check: _check,
	isLasting: _isLasting,
	quote: _quote,
	...facts
}: ServiceFailure): Omit<ServiceFailure, 'message' | 'kind' | 'check' | 'isLasting' | 'quote'> {
	return facts;
}

/** The header Retry-After, in seconds or as an HTTP date by the service's clock, in milliseconds from now. */
function readRetryAfter(value: string, date: string): number | undefined {
	if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1000);
	// Date.parse takes -5 for a date too
	const at = /[a-z]{3}|^\s*\d{4}-/i.test(value) ? Date.parse(value) : NaN;
	const theirs = Date.parse(date);
	return Number.isNaN(at) ? undefined : Math.max(0, at - (Number.isNaN(theirs) ? host.now() : theirs));
}

const SENDER_HAS = `'From' has ${SENDER_RULE}.`;

/** Whether a service complains about a sender, as in `messages[0].from`; a delivery time window has a `from` too. */
const isAboutSender = (validationErrors: JsonObject = {}): boolean =>
	Object.keys(validationErrors).some((path) => /(^|[\]\d]\.)(from|sender)$/.test(path));

function describeValidation(validationErrors: JsonObject): string {
	return Object.entries(validationErrors)
		.map(
			([path, messages]) =>
				`${path}: ${Array.isArray(messages) ? messages.map(String).join(', ') : JSON.stringify(messages)}`,
		)
		.join('; ');
}
