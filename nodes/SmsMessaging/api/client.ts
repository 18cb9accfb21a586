import { failureOfConnection, type Sent } from './connectionFailure';
import { failureOfAnswer, failureOfBody, failureOfCutAnswer, type ServiceFailure } from './failure';
import {
	isJsonObject,
	tryParseHarmlessJson,
	tryParseJson,
	wholeEntries,
	type Json,
	type JsonObject,
} from '../text/json';
import { withoutSecrets } from './authorization';
import { INBOX_PATH, LOGS_PATH, REPORTS_PATH, type SendPath } from './paths';
import type { SendResponse } from './types';

/** One HTTP request to the service; `path` begins with a slash. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	path: string;
	query?: Array<[name: string, value: string]>;
	body?: JsonObject;
	/** How long to wait for the complete answer; the transport also has its own limit. */
	timeoutMs?: number;
	/** Aborts the request. Never set for sending messages or fetching reports: their outcome would be unknown. */
	signal?: AbortSignal;
}

/**
 * The result: an HTTP answer with any status, or none.
 * `cut`: why only the beginning of the body was read, to follow 'the answer'. `secrets`: what a failure must not show.
 */
export type TransportResult = { secrets?: readonly string[] } & (
	| { answered: true; status: number; body: string; cut?: string; retryAfter?: string }
	| { answered: false; code?: string; reason: string; sent?: Sent; isLasting?: true }
);

/** Carries a request to the service. Never rejects, and never sends a request twice. */
export type Transport = (request: ServiceRequest) => Promise<TransportResult>;

/** `part`: what could be read of an answer that was cut off. `pending`: how much more there is, if the service says so. */
export type Result<T> = { ok: true; value: T; pending?: number } | { ok: false; failure: ServiceFailure; part?: T };

/** Maximum number of logs or reports in one answer (public documents). */
export const MOST_RESULTS = 1000;
/** How many are returned if a call names no limit (public documents). */
export const DEFAULT_RESULTS = 50;

/** interface: Send text messages, Send binary messages */
export async function postMessages(
	transport: Transport,
	path: SendPath,
	body: JsonObject,
): Promise<Result<SendResponse>> {
	return await call(transport, { method: 'POST', path, body }, 'a list of messages', (answer) =>
		isListOfObjects(answer.messages) ? (answer as unknown as SendResponse) : undefined,
	);
}

/** interface: Sent-message logs */
export async function requestLogs(
	transport: Transport,
	query: ServiceRequest['query'],
	limits: Pick<ServiceRequest, 'timeoutMs' | 'signal'> = {},
): Promise<Result<JsonObject[]>> {
	const request: ServiceRequest = { method: 'GET', path: LOGS_PATH, query, ...limits };
	return await call(transport, request, 'a list of results', ({ results }) =>
		Array.isArray(results) ? readLogs(results) : undefined,
	);
}

/**
 * interface: Delivery reports; documents: received messages (inbox reports). Each entry can be fetched
 * only once.
 */
export async function requestOnce(
	transport: Transport,
	path: typeof REPORTS_PATH | typeof INBOX_PATH,
	query: ServiceRequest['query'],
	timeoutMs?: number,
): Promise<Result<JsonObject[]>> {
	const request: ServiceRequest = { method: 'GET', path, query, timeoutMs };
	let pending: number | undefined;
	const read = ({ results, pendingMessageCount }: JsonObject) => {
		if (path === INBOX_PATH && Number.isInteger(pendingMessageCount)) pending = pendingMessageCount as number;
		return Array.isArray(results) ? readReports(results) : undefined;
	};
	const result = await call(transport, request, 'a list of results', read);
	return result.ok && pending !== undefined ? { ...result, pending } : result;
}

async function call<T>(
	transport: Transport,
	request: ServiceRequest,
	expected: string,
	read: (body: JsonObject) => T | undefined,
): Promise<Result<T>> {
	const result = await transport(request);
	const failed = (failure: ServiceFailure, part?: T): Result<T> => ({
		ok: false,
		failure: withoutSecrets(failure, result.secrets ?? []),
		...(part !== undefined && { part }),
	});
	if (!result.answered) return failed(failureOfConnection(result.code, result.reason, result.sent, result.isLasting));
	const { status, body: text, cut, retryAfter } = result;
	if (status < 200 || status > 299) {
		const failure = failureOfAnswer(status, text, retryAfter);
		return failed(status === 404 && request.method === 'POST' ? notAtThisPath(failure) : failure);
	}
	const isGivenOnce = request.path === REPORTS_PATH || request.path === INBOX_PATH;
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

/** A service may offer the send paths in another version than the logs. */
function notAtThisPath(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		description:
			"Check the Base URL in the SMS Messaging API credential. It is the part before /sms/…. If the connection test succeeds, choose the other 'Version of the Send Paths' there.",
	};
}

/** One invalid entry must not lose the others. */
function readLogs(results: Json[]): JsonObject[] | undefined {
	const entries = results.filter(isJsonObject);
	return entries.length > 0 || results.length === 0 ? entries : undefined;
}

/** Reports can be fetched only once, so an entry that is not an object is returned too, as the field `entry`. */
function readReports(results: Json[]): JsonObject[] | undefined {
	const entries = results
		.filter((result) => result !== null)
		.map((result) => (isJsonObject(result) ? result : { entry: result }));
	return entries.length > 0 || results.length === 0 ? entries : undefined;
}

function isListOfObjects(value: unknown): value is JsonObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}
