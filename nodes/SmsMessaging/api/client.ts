import {
	isJsonObject,
	tryParseHarmlessJson,
	tryParseJson,
	wholeEntries,
	type Json,
	type JsonObject,
} from '../text/json';
import { withoutSecrets } from './credential';
import { readEntry, type Entry } from './entry';
import { failureOfAnswer, failureOfBody, failureOfCutAnswer, advised, type ServiceFailure } from './failure';
import type { Dialect, Query, QueryParameters, Request } from './message';
import { dateTime } from './version1';

/** One HTTP request to the service; `path` begins with a slash. */
export interface HttpRequest {
	method: 'GET' | 'POST' | 'PUT';
	path: string;
	query?: QueryParameters;
	body?: JsonObject;
	/** How long to wait for the complete answer; the transport also has its own limit. */
	timeoutMs?: number;
	/** Aborts the request. Never set for sending messages or fetching reports: their outcome would be unknown. */
	signal?: AbortSignal;
}

/**
 * The result: an HTTP answer with any status, or none.
 * `cut`: why only the beginning of the body was read, to follow 'the answer'.
 */
export type TransportResult =
	| { answered: true; status: number; body: string; cut?: string; retryAfter?: string; date?: string }
	| { answered: false; failure: ServiceFailure };

/** Carries a request to the service. Never rejects, and never sends a request twice. */
export type Transport = (request: HttpRequest) => Promise<TransportResult>;

export interface Service {
	dialect: Dialect;
	transport: Transport;
	/** What no failure may show. */
	secrets?: readonly string[];
}

/** `part`: what could be read of an answer that was cut off. `pending`: how much more there is, if the service says so. */
export type Result<T> = { ok: true; value: T; pending?: number } | { ok: false; failure: ServiceFailure; part?: T };

/** Maximum number of logs or reports in one answer (public documents). */
export const MOST_RESULTS = 1000;
/** How many are returned if a call names no limit (public documents). */
export const DEFAULT_RESULTS = 50;

/**
 * The entries of an answer, one per destination (interface: Send text messages, Send binary messages).
 * @param body of the request
 */
export async function send(service: Service, request: Request): Promise<Result<Entry[]>> {
	const { dialect } = service;
	const path = dialect.sendPath(request.messages[0]!.message.content);
	const http: HttpRequest = { method: 'POST', path, body: dialect.body(request) };
	return await call(service, http, 'a list of messages', ({ messages, bulkId, trackingProcessKey }) => {
		if (!Array.isArray(messages) || !messages.every(isJsonObject)) return undefined;
		// Values of the whole request belong to each of its messages
		const ofRequest = { bulkId: bulkId ?? undefined, trackingProcessKey: trackingProcessKey ?? undefined };
		return messages.map((message) => readEntry(message, ofRequest));
	});
}

/** interface: Sent-message logs */
export async function requestLogs(
	service: Service,
	query: Query,
	limits: Pick<HttpRequest, 'timeoutMs' | 'signal'> = {},
): Promise<Result<Entry[]>> {
	const { dialect } = service;
	const http: HttpRequest = { method: 'GET', path: dialect.logsPath, query: dialect.query(query), ...limits };
	// One invalid entry must not lose the others
	return await call(service, http, 'a list of results', ({ results }) => entriesIn(results, isJsonObject));
}

/** What each reader gets only once. */
export type HandoutPath = 'reports' | 'inbox';

/** interface: Delivery reports; documents: received messages (inbox reports). Each entry can be fetched only once. */
export async function requestHandouts(
	service: Service,
	path: HandoutPath,
	query: Query,
	timeoutMs?: number,
): Promise<Result<Entry[]>> {
	const { dialect } = service;
	const http: HttpRequest = {
		method: 'GET',
		path: path === 'inbox' ? '/sms/1/inbox/reports' : dialect.reportsPath,
		query: dialect.query(query),
		timeoutMs,
	};
	let pending: number | undefined;
	const read = ({ results, pendingMessageCount }: JsonObject) => {
		if (path === 'inbox' && Number.isInteger(pendingMessageCount)) pending = pendingMessageCount as number;
		// They can be fetched only once, so an entry that is not an object is returned too, as the field `entry`
		return entriesIn(results, (result) => result !== null);
	};
	const result = await call(service, http, 'a list of results', read, true);
	if (!result.ok && path === 'inbox' && NO_SERVICE.includes(result.failure.httpStatus ?? 0))
		return { ...result, failure: advised(result.failure, INBOX_ADVICE) };
	return result.ok && pending !== undefined ? { ...result, pending } : result;
}

/** A request, and its answer as `read` understands it; undefined if it is not as `expected`. */
export async function call<T>(
	{ dialect, transport, secrets = [] }: Service,
	request: HttpRequest,
	expected: string,
	read: (body: JsonObject) => T | undefined,
	isGivenOnce = false,
): Promise<Result<T>> {
	const result = await transport(request);
	const failed = (failure: ServiceFailure, part?: T): Result<T> => ({
		ok: false,
		failure: withoutSecrets(failure, secrets),
		...(part !== undefined && { part }),
	});
	if (!result.answered) return failed(result.failure);
	const { status, body: text, cut, retryAfter, date } = result;
	if (status < 200 || status > 299) {
		// What is left of a body that was cut off says nothing
		const body = cut === undefined ? text : '';
		// Before a quote may cut a secret in two
		const failure = failureOfAnswer(status, withoutSecrets(body, secrets), retryAfter, date);
		return failed(NO_SERVICE.includes(status) ? notAtThisPath(failure, dialect) : failure);
	}
	// An answer that cannot be fetched again is kept for the user, if the node cannot read it
	const answer = isGivenOnce && text !== '' ? text : undefined;
	// By HTTP, 204 has no content
	if (status === 204 && isGivenOnce) return { ok: true, value: read({ results: [] })! };
	const value = cut === undefined ? readObject(text, read) : undefined;
	if (value !== undefined) return { ok: true, value };
	// A body that ends with its connection may be cut off without a sign of it
	const part = isGivenOnce ? readObject(wholeEntries(text), read) : undefined;
	if (part === undefined && cut === undefined) return failed(failureOfBody(status, expected, answer));
	return failed(failureOfCutAnswer(status, cut ?? 'breaks off', answer), part);
}

/** Far more than 1,000 entries; a text that long may consist of so many values that parsing it takes longer than a second. */
const LONG_CHARACTERS = 2_000_000;

function readObject<T>(text: string, read: (body: JsonObject) => T | undefined): T | undefined {
	const body = text.length < LONG_CHARACTERS ? tryParseJson(text) : tryParseHarmlessJson(text);
	return isJsonObject(body) ? read(body) : undefined;
}

/** What is said of a path that a service does not have. */
const NO_SERVICE = [404, 405, 410];

/** @param what the service may not offer, at the same path in all versions (documents) */
const notOffered = (what: string): Record<number, string> => {
	const advice = `Check the Base URL in the SMS Messaging API credential. If it is right, this service does not offer ${what}.`;
	return Object.fromEntries(NO_SERVICE.map((status) => [status, advice]));
};

/** An account may have only some versions of the interface, and one of these may have ended. */
function notAtThisPath(failure: ServiceFailure, { version }: Dialect): ServiceFailure {
	const others = version === '3' ? '1 or 2' : '3';
	const advice = `In the SMS Messaging API credential, check the Base URL, which is the part before /sms/…, and the API Version: this account may need ${others}, not ${version}.`;
	return { ...failure, description: advice };
}

function entriesIn(results: Json | undefined, isEntry: (result: Json) => boolean): Entry[] | undefined {
	if (!Array.isArray(results)) return undefined;
	const entries = results.filter(isEntry).map((result) => readEntry(isJsonObject(result) ? result : { entry: result }));
	return entries.length > 0 || results.length === 0 ? entries : undefined;
}

const INBOX_ADVICE = notOffered('received messages (GET /sms/1/inbox/reports)');
const BALANCE_ADVICE = {
	403: 'A key for SMS may not be allowed to read the balance. Ask your provider to add the permission for it (GET /account/1/balance).',
	...notOffered('the balance (GET /account/1/balance)'),
};

/** documents: the balance of the account, in all versions */
export async function requestBalance(service: Service): Promise<Result<{ balance: number; currency?: string }>> {
	const request = { method: 'GET', path: '/account/1/balance' } as const;
	const result = await call(service, request, 'a balance', ({ balance, currency }) => {
		if (typeof balance !== 'number') return undefined;
		return { balance, ...(typeof currency === 'string' && { currency }) };
	});
	return result.ok ? result : { ok: false, failure: advised(result.failure, BALANCE_ADVICE) };
}

/** documents: the statuses that can be set */
export type NewStatus = 'PENDING' | 'PAUSED' | 'CANCELED';

/**
 * documents: the scheduled messages of a bulk ID, at the same paths in all versions. Asks for their time.
 * @param sendAt ISO 8601 with an offset: gives all of them this time
 */
export async function bulkTime(service: Service, bulkId: string, sendAt?: string): Promise<Result<string>> {
	return await ask(service, '/sms/1/bulks', bulkId, 'sendAt', sendAt && dateTime(sendAt));
}

/** The same for their status. */
export async function bulkStatus(service: Service, bulkId: string, status?: NewStatus): Promise<Result<string>> {
	return await ask(service, '/sms/1/bulks/status', bulkId, 'status', status);
}

const OF_GATEWAY = /\broute\b|^cannot \w+ |^not found\W*$/i;
const NO_BULK =
	'Check the Bulk ID: it is in the output of the node that sent the messages. A service may forget it some time after it has sent them.';
const BULK_ADVICE = {
	// documents: scopes
	403: 'Changing scheduled messages needs the scope sms:manage; reading them needs that or sms:message:send. Ask your provider to add it to the key.',
	...notOffered('changes of scheduled messages'),
};

async function ask(
	service: Service,
	path: string,
	bulkId: string,
	field: 'sendAt' | 'status',
	change: string | undefined,
): Promise<Result<string>> {
	const query: QueryParameters = [['bulkId', bulkId]];
	const request: HttpRequest =
		change === undefined ? { method: 'GET', path, query } : { method: 'PUT', path, query, body: { [field]: change } };
	const result = await call(service, request, `a ${field}`, ({ [field]: value }) =>
		typeof value === 'string' ? value : undefined,
	);
	if (result.ok) return result;
	const failure = advised(result.failure, BULK_ADVICE);
	const { httpStatus, serviceCode, serviceText = '' } = failure;
	// documents: what is said of an unknown bulk; an address without the service says that there is no such URL, or what gateways say
	const isOfAddress = /\bURL\b/.test(serviceText) || (serviceCode === undefined && OF_GATEWAY.test(serviceText));
	if (httpStatus !== 404 || serviceText === '' || isOfAddress) return { ok: false, failure };
	const message = `The service has no scheduled messages with this bulk ID (404): ${serviceText}`;
	return { ok: false, failure: { ...failure, kind: 'refused', message, description: NO_BULK } };
}
