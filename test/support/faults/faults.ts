import type { Fault, HttpAnswer } from './faultProxy';

/** The ways in which a request to the service can go wrong, under their names in the results. */

const JSON_TYPE = { 'Content-Type': 'application/json;charset=UTF-8' };
const HTML_PAGE: HttpAnswer = {
	status: 200,
	headers: { 'Content-Type': 'text/html' },
	body: '<html><body><h1>It works!</h1></body></html>',
};

const errorAnswer = (
	status: number,
	messageId: string,
	text: string,
	more: object = {},
	headers: Record<string, string> = {},
): HttpAnswer => ({
	status,
	headers: { ...JSON_TYPE, ...headers },
	body: JSON.stringify({ requestError: { serviceException: { messageId, text, ...more } } }),
});
const refusal = (name: string, answer: HttpAnswer): Fault => ({ name, reachesService: false, answer });

export const resetBefore: Fault = { name: 'reset before', reachesService: false, answer: 'reset' };
export const resetAfterAcceptance: Fault = { name: 'reset after acceptance', reachesService: true, answer: 'reset' };
export const silenceBefore: Fault = { name: 'timeout before', reachesService: false, answer: 'silence' };
export const silenceAfterAcceptance: Fault = {
	name: 'timeout after acceptance',
	reachesService: true,
	answer: 'silence',
};

export const unauthorized = refusal('401', errorAnswer(401, 'UNAUTHORIZED', 'Invalid login details'));
export const forbidden = refusal('403', errorAnswer(403, 'FORBIDDEN', 'Forbidden'));
export const badRequest = (text = 'Bad request') =>
	refusal('400 without details', errorAnswer(400, 'BAD_REQUEST', text));
/** @param validationErrors reasons by path of the body, such as `messages[0].text` */
export const badRequestWithDetails = (validationErrors: Record<string, string[]>) =>
	refusal('400 with details', errorAnswer(400, 'BAD_REQUEST', 'Bad Request', { validationErrors }));
export const tooManyRequests = refusal('429', errorAnswer(429, 'TOO_MANY_REQUESTS', 'Too many requests'));
/** @param retryAfter seconds or an HTTP date @param more headers */
export const tooManyRequestsUntil = (retryAfter: string, more: Record<string, string> = {}) =>
	refusal(
		'429 with Retry-After',
		errorAnswer(429, 'TOO_MANY_REQUESTS', 'Too many requests', {}, { 'Retry-After': retryAfter, ...more }),
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
export const badGatewayAfterAcceptance: Fault = {
	name: '502 after acceptance',
	reachesService: true,
	answer: { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
};
export const truncatedAfterAcceptance: Fault = {
	name: 'truncated JSON after acceptance',
	reachesService: true,
	answer: (answer) => ({
		status: 200,
		headers: JSON_TYPE,
		body: answer!.body.slice(0, Math.floor(answer!.body.length / 2)),
	}),
};
export const htmlPage = refusal('HTML page', HTML_PAGE);
export const htmlPageAfterAcceptance: Fault = {
	name: 'HTML page after acceptance',
	reachesService: true,
	answer: HTML_PAGE,
};
export const redirect = refusal('redirect', {
	status: 302,
	headers: { Location: 'http://127.0.0.1:9/elsewhere' },
	body: '',
});

/** Another status that HTTP calls a success. */
export const acceptedStatus: Fault = {
	name: '202 with the answer',
	reachesService: true,
	answer: (answer) => ({ ...answer!, status: answer!.status === 200 ? 202 : answer!.status }),
};
/** Never silent for a whole second, but not complete for minutes. */
export const trickleAfterAcceptance: Fault = {
	name: 'trickling answer after acceptance',
	reachesService: true,
	trickleMs: 900,
};

/** The request gets through, and its answer comes late. */
export const slow = (delayMs: number): Fault => ({ name: 'slow', reachesService: true, delayMs });
/** An answer of the service whose entries are changed on the way; `messages` of a send request, `results` of a look-up. */
const changedEntries = (name: string, change: (entries: any[]) => any[]): Fault => ({
	name,
	reachesService: true,
	answer: (answer) => {
		const body = JSON.parse(answer!.body);
		for (const key of ['messages', 'results']) if (Array.isArray(body[key])) body[key] = change(body[key]);
		return { ...answer!, body: JSON.stringify(body) };
	},
});
export const missingEntries = changedEntries('missing entries', (entries) => entries.slice(1));
export const extraEntries = changedEntries('extra entries', (entries) => [
	{
		to: '436999999999',
		messageId: 'never-asked-for',
		status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' },
	},
	...entries,
	...entries.slice(0, 1),
]);
export const reversedEntries = changedEntries('entries in another order', (entries) => entries.toReversed());
export const entriesWithoutIds = changedEntries('entries without ids', (entries) =>
	entries.map(({ messageId: _, ...entry }) => entry),
);
/** Logs that show a message only this long after it was sent. */
export const laggingLogs = (lagMs: number) =>
	changedEntries('logs that lag', (entries) =>
		entries.filter(({ sentAt }) => Date.parse(sentAt.replace(/(\d\d)(\d\d)$/, '$1:$2')) < Date.now() - lagMs),
	);
