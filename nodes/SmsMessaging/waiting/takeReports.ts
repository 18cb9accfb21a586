import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readNotification } from '../notifications/readNotification';
import { readRequest } from '../notifications/request';
import { host } from '../service/host';
import { nodeContextOf, NO_ITEMS } from './engineState';
import { forgetReports, memoryOf, noteReports, withSeenReports, type Memory } from './seenReports';
import { findWait, keepWait, openMessages, type WaitState, processId } from './waitState';

/** How long an execution is not woken again only for what came to be stored. */
const MIN_MS_BETWEEN_WAKES = 5000;
/** Within so long a report comes that is to end a wait: what n8n has read of the execution before gets old, in queue mode unseen. */
const MAX_READING_MS = 5000;

/**
 * Takes a notification for an execution that waits. The wait ends when all messages have a final status. Never throws, since n8n
 * would end the execution with an error.
 * - 200 `{received, awaited, open}`: how many reports came, how many of them are of awaited messages, and how many messages are
 *   without a final status now
 * - 400, 415 `{message}`: the body is no delivery report
 * - 500 `{message}`: the report could not be taken; the service should come again
 * - 503 `{message}`: the report has to be stored, and cannot be now; the service should come again
 */
export async function takeReports(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(`'${context.getNode().name}' could not take a delivery report: ${reason}`);
		return reply(context, 500, { message: 'The node could not take this notification: see the log of n8n' });
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const nodeContext = nodeContextOf(context);
	const wait = findWait(nodeContext);
	if (nodeContext === undefined || wait === undefined)
		return reply(context, 500, { message: 'The node does not know what it waits for' });
	const memory = memoryOf(wait);
	const beganAt = host.elapsed();
	const notification = await readNotification(readRequest(context));
	if (!notification.ok) return reply(context, notification.statusCode, { message: notification.reason });

	const { awaited, isNews, isUnique } = noteReports(notification.reports, wait, memory);
	// n8n would take the execution back to where it was, and run once more what it has done since
	if (memory.endedRound >= wait.round)
		return reply(context, 503, { message: 'The execution went on while this report came; send it again' });
	const known = { ...wait, messages: withSeenReports(wait) };
	const open = openMessages(known).length;
	const answer = { received: notification.reports.length, awaited, open };
	// The last one may have come while it could not end the wait
	if (!isNews && open > 0) return { webhookResponse: answer };
	if (!isTimeToWake(wait, memory, open, isUnique)) {
		return isUnique
			? reply(context, 503, { message: 'The report cannot be stored at once; send it again later' })
			: { webhookResponse: answer };
	}

	if (host.elapsed() - beganAt > MAX_READING_MS)
		return reply(context, 503, { message: 'The report took too long to come; send it again' });
	memory.endingRound = wait.round;
	memory.wokenAt = host.elapsed();
	// Not ended after all: the service comes again, or another report does. A sender that has gone tells nothing of that.
	const response = context.getResponseObject();
	response.once('prefinish', () => {
		if (response.statusCode !== 200) memory.endingRound = undefined;
		else if (open === 0) forgetReports(wait);
	});
	keepWait(nodeContext, known);
	return { webhookResponse: answer, workflowData: NO_ITEMS };
}

/**
 * A process that has not seen the beginning of the wait may have missed reports: it wakes the execution, so that the node looks
 * into the logs and what came is stored. A report that the logs could not tell again is stored in that way too.
 */
function isTimeToWake(
	{ round, processId: beganIn }: WaitState,
	{ endingRound, wokenAt }: Memory,
	open: number,
	isUnique: boolean,
): boolean {
	if (endingRound === round) return false;
	if (open === 0) return true;
	return (isUnique || beganIn !== processId()) && host.elapsed() - wokenAt > MIN_MS_BETWEEN_WAKES;
}

function reply(context: IWebhookFunctions, statusCode: number, answer: IDataObject): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(answer);
	return { noWebhookResponse: true };
}
