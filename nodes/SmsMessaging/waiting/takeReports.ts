import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { FoundReports } from '../notifications/findReports';
import { readNotification } from '../notifications/readNotification';
import { readRequest } from '../notifications/request';
import type { Report } from '../reports/report';
import { isFinal, knownStatusGroup } from '../service/statuses';
import { nodeContextOf, noItems } from './engineState';
import { outputCount } from './outputs';
import { PROCESS_ID } from './processId';
import { findWait, keepWait, type AwaitedMessage, type WaitState } from './waitState';

/** How long a process that did not begin the wait keeps reports to itself before it wakes the execution for them. */
const MIN_MS_BETWEEN_WAKES = 5000;
const MAX_WAITS_REMEMBERED = 10_000;

/** What this process has seen of a wait: n8n stores nothing of a report that does not end the wait. */
interface Memory {
	/** Final reports by the message's place in the wait. */
	finals: Map<number, Report>;
	/** The round that a report of this process is ending. */
	endingRound?: number;
	wokenAt: number;
}

const memories = new Map<string, Memory>();

/**
 * Takes a notification for an execution that waits. The wait ends when all messages have a final status. Never throws, since n8n
 * would end the execution with an error.
 * - 200 `{received, awaited, open}`: how many reports came, how many of them are of awaited messages, and how many messages are
 *   without a final status now
 * - 400, 415 `{message}`: the body is no delivery report
 * - 500 `{message}`: the report could not be taken; the service should come again
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
	if (nodeContext === undefined || wait === undefined) return reply(context, 500, { message: 'The node does not know what it waits for' });
	const notification = await readNotification(readRequest(context));
	if (!notification.ok) return reply(context, notification.statusCode, { message: notification.reason });

	const memory = memoryOf(wait.waitId);
	const awaited = note(notification, wait, memory);
	const isKnown = ({ final }: AwaitedMessage, index: number) => final !== undefined || memory.finals.has(index);
	const open = wait.messages.filter((message, index) => !isKnown(message, index)).length;
	const answer = { received: notification.reports.length, awaited, open };
	if (!isTimeToWake(wait, memory, open, awaited)) return { webhookResponse: answer };

	memory.endingRound = wait.round;
	memory.wokenAt = Date.now();
	// Not ended after all: the service comes again, or another report does
	const response = context.getResponseObject();
	response.once('close', () => {
		if (response.statusCode !== 200) memory.endingRound = undefined;
	});
	const messages = wait.messages.map((message, index) => withFinal(message, memory.finals.get(index)));
	keepWait(nodeContext, { ...wait, messages });
	return { webhookResponse: answer, workflowData: noItems(outputCount(wait.outputs)) };
}

/** Notes the final reports of awaited messages, the first of each; returns how many reports are of awaited messages. */
function note({ reports }: FoundReports, { messages }: WaitState, { finals }: Memory): number {
	const places = placesById(messages);
	let awaited = 0;
	for (const report of reports) {
		const sameId = places.get(String(report.messageId)) ?? [];
		// The same ID for several destinations: the number tells
		const place = sameId.length > 1 ? sameId.find((index) => messages[index]?.destination.to === digitsOf(report.to)) : sameId[0];
		if (place === undefined) continue;
		awaited += 1;
		const known = finals.get(place);
		if (isFinal(report.status) && (known === undefined || knownStatusGroup(known.status) === undefined)) finals.set(place, report);
	}
	return awaited;
}

function placesById(messages: AwaitedMessage[]): Map<string, number[]> {
	const places = new Map<string, number[]>();
	messages.forEach(({ destination: { messageId } }, index) => {
		if (messageId === undefined) return;
		const sameId = places.get(messageId);
		if (sameId === undefined) places.set(messageId, [index]);
		else sameId.push(index);
	});
	return places;
}

function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '');
}

/**
 * A process that has not seen the beginning of the wait may have missed reports: it wakes the execution, so that the node looks
 * into the logs and what came is stored.
 */
function isTimeToWake({ round, processId }: WaitState, { endingRound, wokenAt, finals }: Memory, open: number, awaited: number): boolean {
	if (endingRound === round || finals.size === 0) return false;
	if (open === 0) return true;
	return processId !== PROCESS_ID && awaited > 0 && Date.now() - wokenAt > MIN_MS_BETWEEN_WAKES;
}

function withFinal(message: AwaitedMessage, report: Report | undefined): AwaitedMessage {
	return report === undefined || message.final !== undefined ? message : { ...message, final: { key: 'report', entry: report } };
}

function memoryOf(waitId: string): Memory {
	const memory = memories.get(waitId) ?? { finals: new Map<number, Report>(), wokenAt: 0 };
	// The one used last stands last; the one forgotten is the one not used for the longest time
	memories.delete(waitId);
	memories.set(waitId, memory);
	const [oldest] = memories.keys();
	if (memories.size > MAX_WAITS_REMEMBERED && oldest !== undefined) memories.delete(oldest);
	return memory;
}

function reply(context: IWebhookFunctions, statusCode: number, answer: IDataObject): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(answer);
	return { noWebhookResponse: true };
}
