import type { Fault, HttpAnswer } from './faultProxy';

/** The ways in which a request to the service can go wrong, under their names in the results. */

const JSON_TYPE = { 'Content-Type': 'application/json;charset=UTF-8' };
const errorAnswer = (
	status: number,
	messageId: string,
	text: string,
	headers: Record<string, string> = {},
): HttpAnswer => ({
	status,
	headers: { ...JSON_TYPE, ...headers },
	body: JSON.stringify({ requestError: { serviceException: { messageId, text } } }),
});
const refusal = (name: string, answer: HttpAnswer): Fault => ({ name, reachesService: false, answer });

export const resetBefore: Fault = { name: 'reset before', reachesService: false, answer: 'reset' };
export const resetAfterAcceptance: Fault = { name: 'reset after acceptance', reachesService: true, answer: 'reset' };
export const silenceAfterAcceptance: Fault = {
	name: 'timeout after acceptance',
	reachesService: true,
	answer: 'silence',
};

export const unauthorized = refusal('401', errorAnswer(401, 'UNAUTHORIZED', 'Invalid login details'));
export const forbidden = refusal('403', errorAnswer(403, 'FORBIDDEN', 'Forbidden'));
export const badRequest = (text = 'Bad request') =>
	refusal('400 without details', errorAnswer(400, 'BAD_REQUEST', text));
/** @param retryAfter seconds or an HTTP date */
export const tooManyRequestsUntil = (retryAfter: string) =>
	refusal(
		'429 with Retry-After',
		errorAnswer(429, 'TOO_MANY_REQUESTS', 'Too many requests', { 'Retry-After': retryAfter }),
	);

export const serverError = refusal(
	'500',
	errorAnswer(500, 'GENERAL_ERROR', 'Something went wrong. Please contact support.'),
);
export const unavailable = refusal('503', {
	status: 503,
	headers: { 'Content-Type': 'text/html' },
	body: '<h1>Service Unavailable</h1>',
});
/** The request gets through, and its answer comes late. */
export const slow = (delayMs: number): Fault => ({ name: 'slow', reachesService: true, delayMs });
