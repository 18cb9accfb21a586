import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logRequest } from '../notifications/logRequest';
import { readNotification } from '../notifications/readNotification';
import { readRequest } from '../notifications/receiveBody';
import type { Entry } from '../api/entry';
import { fateOf, judgeLog, replaces, saysMore } from '../api/statuses';
import { REPORTS } from '../entries/kinds';
import { host } from '../n8n/host';
import { isStarting } from '../n8n/start';
import { isBlankId } from '../text/matching';
import { waitingNodeContextOf } from './engineState';
import {
	betterIn,
	findWait,
	isGoingOn,
	isOfOtherProcess,
	mayBeOfOther,
	openMessages,
	reportsOf,
	tookTooLong,
	wakeWith,
	withNews,
	type AwaitedMessage,
	type WaitState,
} from './waitState';

/** The least time between two wake-ups that only store reports. */
const LEAST_ROUND_MS = 5000;

/**
 * Takes a notification for a waiting execution. The wait ends when all messages have a final status. Never throws, since n8n
 * would end the execution with an error.
 * - 200 `{received, awaited, open}`: how many reports arrived, how many of them belong to awaited messages, and how many
 *   messages still have no final status
 * - 400 `{message}`: the body is not a delivery report
 * - 408 `{message}`: the body did not arrive in time
 * - 413 `{message}`: the body is too large
 * - 500 `{message}`: the report could not be taken; the service should try again
 * - 503 `{message}`: n8n is starting, or the report has to be stored but cannot be now; the service should try again
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
	const beganAt = host.elapsed();
	const notNow = () => reply(context, 503, { message: 'The report cannot be taken right now; send it again later' });
	if (await isStarting(context)) return notNow();
	const notification = await readNotification(readRequest(context), REPORTS);
	if (!notification.ok) {
		const { statusCode, reason } = notification;
		logRequest(context, 'warn', `refused a delivery report (${statusCode})`, reason);
		return reply(context, statusCode, { message: reason });
	}

	const { awaited, isNews } = noteReports(wait, notification.entries);
	const known = withNews(wait);
	const open = openMessages(known.messages).length;
	// Where answers are awaited, a failure may leave nobody to wait for
	const mayEnd = wait.awaitsMore === true ? isNews : open === 0;
	const hasToBeStored = mayEnd || (isNews && isOfOtherProcess(wait));
	const answer = { received: notification.entries.length, awaited, open };
	if (isGoingOn(wait)) return notNow();
	if (!hasToBeStored) return { webhookResponse: answer };
	if (tookTooLong(beganAt) || (!mayEnd && isTooSoon(wait))) return notNow();
	wakeWith(context, nodeContext, known);
	return { webhookResponse: answer, workflowData: [] };
}

/**
 * Notes reports on awaited messages, the first final one of each.
 * @returns how many of them are on awaited messages, and whether one of them says what n8n has not stored: where more is
 * awaited than deliveries, that a message has failed
 */
function noteReports(wait: WaitState, reports: Entry[]): { awaited: number; isNews: boolean } {
	const { messages, awaitsMore } = wait;
	const noted = reportsOf(wait);
	const places = new Map<string | undefined, number>(
		messages.map(({ destination }, place) => [destination.messageId, place]),
	);
	let awaited = 0;
	let isNews = false;
	for (const report of reports) {
		const place = places.get(report.messageId);
		if (place === undefined || isOfOther(report, messages[place]!)) continue;
		awaited += 1;
		// A rejection of a known ID is not about the message that has the ID
		if (judgeLog(report) === 'duplicate') continue;
		const { final } = betterIn('report', report, messages[place]!);
		if (final === undefined) continue;
		const isMore = saysMore(report, messages[place]!.final?.entry);
		isNews ||= isMore && (awaitsMore !== true || fateOf(report) === 'failed');
		if (replaces(report, noted.get(place))) noted.set(place, report);
	}
	return { awaited, isNews };
}

function isOfOther(report: Entry, message: AwaitedMessage): boolean {
	const { bulkId } = message.accepted;
	return (
		mayBeOfOther(report, message) && !isBlankId(report.bulkId) && typeof bulkId === 'string' && report.bulkId !== bulkId
	);
}

/** Whether the execution has only just begun to wait again. */
function isTooSoon({ roundAt = 0 }: WaitState): boolean {
	const waitedMs = host.now() - roundAt;
	// Less than none if the clock was set back
	return waitedMs >= 0 && waitedMs <= LEAST_ROUND_MS;
}

function reply(context: IWebhookFunctions, statusCode: number, answer: IDataObject): IWebhookResponseData {
	const response = context.getResponseObject();
	if (statusCode === 503) response.setHeader('Retry-After', LEAST_ROUND_MS / 1000);
	response.status(statusCode).json(answer);
	return { noWebhookResponse: true };
}
