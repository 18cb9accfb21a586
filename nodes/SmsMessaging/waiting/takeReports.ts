import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logRequest } from '../notifications/logRequest';
import { readNotification } from '../notifications/readNotification';
import { readRequest } from '../notifications/pushRequest';
import { REPORTS } from '../entries/kinds';
import { host } from '../n8n/host';
import { isFailed } from '../api/statuses';
import { noItems, waitingNodeContextOf } from './engineState';
import { noteReports, waitMemoryOf, withSeenReports, type Memory } from './seenReports';
import { findWait, openMessages, type AwaitedMessage, type WaitState, processId } from './waitState';
import { tookTooLong, wakeWith } from './wakeUp';

/** Minimum time between wake-ups that only serve to store reports. */
const MIN_MS_BETWEEN_WAKES = 5000;
const RETRY_AFTER_S = MIN_MS_BETWEEN_WAKES / 1000;

/**
 * Takes a notification for a waiting execution. The wait ends when all messages have a final status. Never throws, since n8n
 * would end the execution with an error.
 * - 200 `{received, awaited, open}`: how many reports arrived, how many of them belong to awaited messages, and how many
 *   messages still have no final status
 * - 400 `{message}`: the body is not a delivery report
 * - 408 `{message}`: the body did not arrive in time
 * - 413 `{message}`: the body is too large
 * - 500 `{message}`: the report could not be taken; the service should try again
 * - 503 `{message}`: the report has to be stored but cannot be now; the service should try again
 */
export async function takeReports(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (error) {
		logRequest(context, 'error', 'could not process a delivery report', error);
		return reply(context, 500, { message: 'The node could not process this notification: see the n8n log' });
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const nodeContext = waitingNodeContextOf(context);
	const wait = findWait(nodeContext);
	if (nodeContext === undefined || wait === undefined)
		return reply(context, 500, { message: 'The node does not know what it is waiting for' });
	const memory = waitMemoryOf(wait);
	const beganAt = host.elapsed();
	const notification = await readNotification(readRequest(context), REPORTS);
	if (!notification.ok) {
		const { statusCode, reason } = notification;
		logRequest(context, 'warn', `refused a delivery report (${statusCode})`, reason);
		return reply(context, statusCode, { message: reason });
	}

	const { awaited, isNews, isUnique } = noteReports(notification.entries, wait, memory);
	// n8n would reset the execution to an earlier state, and repeat everything it has done since
	if (memory.endedRound >= wait.round)
		return reply(context, 503, { message: 'The execution continued while this report was arriving; send it again' });
	const known = { ...wait, messages: withSeenReports(wait) };
	const open = openMessages(known).length;
	const answer = { received: notification.entries.length, awaited, open };
	const isEnd = wait.awaitsMore !== true && open === 0;
	// The last one may have arrived when it could not end the wait
	if (!isNews && !isEnd) return { webhookResponse: answer };
	// Another process goes on with the execution, and does not see what this one has noted
	const isFailure = hasNewFailure(wait, known);
	const isUnseen = isNews && wait.processId !== processId() && (wait.awaitsMore !== true || isFailure);
	const hasToBeStored = isUnique || isUnseen;
	if (!isTimeToWake(wait, memory, isEnd || isFailure, hasToBeStored)) {
		return hasToBeStored
			? reply(context, 503, { message: 'The report cannot be stored right now; send it again later' })
			: { webhookResponse: answer };
	}

	if (tookTooLong(beganAt))
		return reply(context, 503, { message: 'The report took too long to arrive; send it again' });
	wakeWith(context, nodeContext, wait, known, isEnd);
	return { webhookResponse: answer, workflowData: noItems() };
}

/**
 * Waking the execution stores its reports: those that the logs could not reproduce, and those that another process would not see.
 * A process that has not seen the start of the wait may also have missed some; the node then looks into the logs.
 */
function isTimeToWake(
	{ round }: WaitState,
	{ endingRound, wokenAt }: Memory,
	matters: boolean,
	hasToBeStored: boolean,
): boolean {
	if (endingRound === round) return false;
	return matters || (hasToBeStored && host.elapsed() - wokenAt > MIN_MS_BETWEEN_WAKES);
}

/** Where an answer is awaited, a delivery changes nothing, but a failure may leave nobody to wait for. */
function hasNewFailure({ awaitsMore, messages: before }: WaitState, { messages }: WaitState): boolean {
	const hasFailed = ({ final }: AwaitedMessage) => final !== undefined && isFailed(final.entry);
	return awaitsMore === true && messages.some((message, place) => hasFailed(message) && !before[place]?.final);
}

function reply(context: IWebhookFunctions, statusCode: number, answer: IDataObject): IWebhookResponseData {
	const response = context.getResponseObject();
	if (statusCode === 503) response.setHeader('Retry-After', RETRY_AFTER_S);
	response.status(statusCode).json(answer);
	return { noWebhookResponse: true };
}
