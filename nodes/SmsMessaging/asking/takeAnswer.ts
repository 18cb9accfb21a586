import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logRequest } from '../notifications/logLines';
import { readRequest } from '../notifications/request';
import { host } from '../service/host';
import { NO_ITEMS, waitingNodeContextOf } from '../waiting/engineState';
import { withSeenReports } from '../waiting/seenReports';
import { findWait } from '../waiting/waitState';
import { isGoingOn, tookTooLong, wakeWith } from '../waiting/wakeUp';
import { CODE, findByCode } from './answerLink';
import { isQuestionSettled, questionsOf, type Answer, type AskedMessage, type AskWait } from './askState';
import { messagePage, PAGE_HEADERS, questionPage } from './page';
import { DEFAULT_TEXTS } from './pageTexts';
import type { Question } from './question';

/** Far more than a text of the permitted length. */
const MAX_BYTES = 100_000;

/**
 * The page behind the link of a question. A GET only shows it, since phones and mail scanners open links; a button's POST answers.
 * Never throws, since n8n would end the execution with an error.
 * - 200: the question, or what this link has answered (GET); the answer is stored (POST)
 * - 400: the answer is missing, too long, or none of those offered
 * - 404: no open question has this link
 * - 409: this link has answered already
 * - 410: somebody else has answered, or the time limit is over
 * - 500, 503: the answer could not be stored; the person should try again
 */
export async function takeAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (error) {
		logRequest(context, 'error', 'could not process', 'answer', error);
		return reply(context, 500, messagePage(DEFAULT_TEXTS.notNow));
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const nodeContext = waitingNodeContextOf(context);
	const wait = findWait<AskWait>(nodeContext);
	// The token of an execution that waits for deliveries opens this path, too
	const isAsking = nodeContext !== undefined && wait?.questions !== undefined;
	const message = isAsking ? findByCode(wait.messages, (context.getQueryData() as IDataObject)[CODE]) : undefined;
	const own = message && questionsOf(wait!).find(({ itemIndex }) => itemIndex === message.itemIndex);
	if (nodeContext === undefined || wait === undefined || message === undefined || own === undefined)
		return reply(context, 404, messagePage(DEFAULT_TEXTS.unknown));
	const { question, asked } = own;
	const isPost = context.getRequestObject().method === 'POST';
	const refusal = refusalOf(message, asked, question, wait.deadline);
	if (refusal !== undefined) return reply(context, isPost ? refusal.post : refusal.get, refusal.page);
	if (!isPost) return reply(context, 200, questionPage(question));

	const beganAt = host.elapsed();
	const given = await readForm(context);
	if (given === 'notNow') return reply(context, 503, messagePage(question.texts.notNow, question, { again: true }));
	const answer = given && answerOf(given, question);
	if (answer === undefined || 'fault' in answer)
		return reply(
			context,
			400,
			questionPage(question, { reason: answer?.fault ?? question.texts.missing, text: given?.get('text') ?? '' }),
		);
	// Another answer or a report may be on its way into the execution
	if (isGoingOn(wait) || tookTooLong(beganAt))
		return reply(context, 503, messagePage(question.texts.notNow, question, { again: true }));
	const messages = (withSeenReports(wait) as AskedMessage[]).map((one) =>
		one.code === message.code ? { ...one, answer } : one,
	);
	const known: AskWait = { ...wait, messages, skipsLook: true };
	const isEnd = questionsOf(known).every((one) => isQuestionSettled(one.question, one.asked));
	wakeWith(context, nodeContext, wait, known, isEnd);
	setHeaders(context);
	return {
		webhookResponse: messagePage(question.texts.recorded, question, { detail: givenAnswer(answer, question) }),
		workflowData: NO_ITEMS,
	};
}

/** Why a link cannot answer any more, and the status codes for looking and for answering. */
function refusalOf(
	{ answer, loss }: AskedMessage,
	asked: AskedMessage[],
	question: Question,
	deadline: number,
): { get: number; post: number; page: string } | undefined {
	const { texts } = question;
	if (answer !== undefined) {
		const detail = givenAnswer(answer, question);
		return { get: 200, post: 409, page: messagePage(texts.answered, question, { detail }) };
	}
	const isAnswered = question.awaits === 'first' && asked.some((one) => one.answer !== undefined);
	if (isAnswered) return { get: 410, post: 410, page: messagePage(texts.answered, question) };
	if (host.now() >= deadline || loss !== undefined)
		return { get: 410, post: 410, page: messagePage(texts.late, question) };
	return undefined;
}

/** The form's fields; undefined if there is none. */
async function readForm(context: IWebhookFunctions): Promise<URLSearchParams | 'notNow' | undefined> {
	const bytes = await readRequest(context).readBody();
	if (!(bytes instanceof Uint8Array)) return bytes.statusCode === 400 ? undefined : 'notNow';
	return bytes.length > MAX_BYTES ? undefined : new URLSearchParams(Buffer.from(bytes).toString('utf8'));
}

function answerOf(form: URLSearchParams, { kind, maxLength, texts }: Question): Answer | { fault: string } {
	const at = host.now();
	const chosen = form.get('answer');
	if (kind !== 'freeText') {
		const isOffered = chosen === 'approved' || (chosen === 'declined' && kind === 'approval');
		return isOffered ? { answer: chosen, at } : { fault: texts.missing };
	}
	// Browsers send line breaks as two characters, and count them as one
	const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
	if (text === '') return { fault: texts.missing };
	return text.length > maxLength
		? { fault: texts.tooLong.replaceAll('{max}', String(maxLength)) }
		: { answer: 'text', text, at };
}

function givenAnswer({ answer, text }: Answer, { labels, texts }: Question): string {
	const shown = answer === 'text' ? (text ?? '') : labels[answer];
	return texts.given.replaceAll('{answer}', () => shown);
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
}

function reply(context: IWebhookFunctions, statusCode: number, page: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(statusCode).send(page);
	return { noWebhookResponse: true };
}
