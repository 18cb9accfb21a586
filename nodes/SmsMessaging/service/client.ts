import { failureOfAnswer, failureOfBody, failureOfConnection, type Sent, type ServiceFailure } from './failure';
import { isJsonObject, tryParseJson } from './json';
import { LOGS_PATH, REPORTS_PATH, type SendPath } from './paths';
import type { Json, JsonObject, SendResponse } from './types';

/** One HTTP request to the service; `path` begins with a slash. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	path: string;
	query?: Array<[name: string, value: string]>;
	body?: JsonObject;
	/** Messages that the answer may be about, whose secrets it must not repeat; omitted if they are in the body. */
	messages?: ReadonlyArray<{ notifyUrl?: unknown }>;
	/** How long to wait for the complete answer; the transport also has its own limit. */
	timeoutMs?: number;
	/** Aborts the request. Never set for sending messages or fetching reports: their outcome would be unknown. */
	signal?: AbortSignal;
}

/** The result: an HTTP answer with any status, or none. */
export type TransportResult =
	| { answered: true; status: number; body: string; retryAfter?: string }
	| { answered: false; code?: string; reason: string; sent?: Sent; isLasting?: true };

/** Carries a request to the service. Never rejects, and never sends a request twice. */
export type Transport = (request: ServiceRequest) => Promise<TransportResult>;

export type Result<T> = { ok: true; value: T } | { ok: false; failure: ServiceFailure };

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

/**
 * interface: Sent-message logs
 * @param isNothingEmpty whether 204 or null results mean that there are no entries; false if messages would be sent again because of it
 */
export async function requestLogs(
	transport: Transport,
	query: ServiceRequest['query'],
	{
		isNothingEmpty = false,
		...more
	}: Pick<ServiceRequest, 'timeoutMs' | 'signal' | 'messages'> & { isNothingEmpty?: boolean } = {},
): Promise<Result<JsonObject[]>> {
	return await getResults(transport, { method: 'GET', path: LOGS_PATH, query, ...more }, readLogs, isNothingEmpty);
}

/** interface: Delivery reports. The service hands out each report only once: none returned here can be fetched again. */
export async function requestReports(
	transport: Transport,
	query: ServiceRequest['query'],
	timeoutMs?: number,
): Promise<Result<JsonObject[]>> {
	return await getResults(transport, { method: 'GET', path: REPORTS_PATH, query, timeoutMs }, readReports, true);
}

async function getResults(
	transport: Transport,
	request: ServiceRequest,
	read: (results: Json[]) => JsonObject[] | undefined,
	isNothingEmpty: boolean,
): Promise<Result<JsonObject[]>> {
	const nothing: JsonObject[] | undefined = isNothingEmpty ? [] : undefined;
	const readResults = ({ results }: JsonObject) => {
		// Some programming languages write an empty list as null
		if (results === null) return nothing;
		return Array.isArray(results) ? read(results) : undefined;
	};
	return await call(transport, request, 'a list of results', readResults, nothing);
}

/** @param noContent what 204 means, if it is an answer */
async function call<T>(
	transport: Transport,
	request: ServiceRequest,
	expected: string,
	read: (body: JsonObject) => T | undefined,
	noContent?: T,
): Promise<Result<T>> {
	const result = await transport(request);
	if (!result.answered)
		return { ok: false, failure: failureOfConnection(result.code, result.reason, result.sent, result.isLasting) };
	if (result.status < 200 || result.status > 299) {
		const failure = failureOfAnswer(result.status, result.body, result.retryAfter);
		return {
			ok: false,
			failure: result.status === 404 && request.method === 'POST' ? notAtThisPath(failure) : failure,
		};
	}
	if (result.status === 204 && result.body === '' && noContent !== undefined) return { ok: true, value: noContent };
	const body = tryParseJson(result.body);
	const value = isJsonObject(body) ? read(body) : undefined;
	if (value !== undefined) return { ok: true, value };
	// Reports are handed out only once, so the answer is kept for a person to read
	return {
		ok: false,
		failure: failureOfBody(
			result.status,
			expected,
			request.path === REPORTS_PATH && result.body !== '' ? result.body : undefined,
		),
	};
}

/** A service may offer the send paths in another version than the logs. */
function notAtThisPath(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		description:
			"Check the Base URL in the SMS Messaging API credential; it is the part before /sms/…. If the connection test succeeds, choose the other 'Version of the Send Paths' there.",
	};
}

/** One odd entry must not cost the others. */
function readLogs(results: Json[]): JsonObject[] | undefined {
	const entries = results.filter(isJsonObject);
	return entries.length > 0 || results.length === 0 ? entries : undefined;
}

/** Reports are handed out only once, so an entry that is not an object is returned too, as the field `entry`. */
function readReports(results: Json[]): JsonObject[] | undefined {
	const entries = results
		.filter((result) => result !== null)
		.map((result) => (isJsonObject(result) ? result : { entry: result }));
	return entries.length > 0 || results.length === 0 ? entries : undefined;
}

function isListOfObjects(value: unknown): value is JsonObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}
