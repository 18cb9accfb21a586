import type { IDataObject, IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { describeHandoutFailure } from '../entries/fetchFailure';
import { operationError } from '../output/errorItems';
import type { EntryKind } from '../entries/kinds';
import { failureDetails, type ServiceFailure } from '../api/failure';

const NEXT = 'While it is published, the trigger tries again at the next poll time.';

/** The error of a poll that fetched nothing: n8n shows it as a failed execution, or as the reason for not publishing. */
export function pollError(
	context: IPollFunctions,
	kind: EntryKind,
	failure: ServiceFailure,
	description = describeHandoutFailure(kind, failure, NEXT, true),
): NodeOperationError {
	const facts = { ...failureDetails(failure), description } as IDataObject;
	const error = operationError(context.getNode(), failure.message, description, facts);
	const { httpStatus, retryAfterMs } = failure;
	// What n8n (2.36 and later) decides by, when to poll again: not for half an hour after a 401 or 403
	return Object.assign(error, {
		...(httpStatus !== undefined && { httpCode: String(httpStatus) }),
		...(retryAfterMs !== undefined && {
			response: { headers: { 'retry-after': String(Math.ceil(retryAfterMs / SECOND_MS)) } },
		}),
	});
}

const SECOND_MS = 1000;

/** What happened, what to do, and what may be lost, for the log, which has no details. */
export function warningOf(kind: EntryKind, failure: ServiceFailure): string {
	return `${failure.message}. ${describeHandoutFailure(kind, failure, NEXT, false)}`;
}

export function log(context: IPollFunctions, level: 'info' | 'warn', message: string): void {
	context.logger[level](`SMS Messaging Polling Trigger '${context.getNode().name}': ${message}`);
}
