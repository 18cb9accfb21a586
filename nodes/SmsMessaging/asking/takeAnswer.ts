import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logRequest } from '../notifications/logRequest';
import { receiveBody } from '../notifications/receiveBody';
import { host } from '../n8n/host';
import { isStarting } from '../n8n/start';
import { waitingNodeContextOf } from '../waiting/engineState';
import { findWait, isGoingOn, tookTooLong, wakeWith, withNews, type Answer } from '../waiting/waitState';
import { CODE } from '../text/answerLink';
import type { AskedMessage, AskWait } from './askState';
import { APPROVED, DECLINED, messagePage, noQuestionPage, PAGE_HEADERS, questionPage } from './page';
import { wordsOf, type Question } from './question';
import { NOTHING_VISIBLE } from '../fields/textMessage';
import { ENGLISH } from './words';
import { findByCode } from './linkCodes';

/** Far more than the longest allowed text. */
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
		logRequest(context, 'error', 'could not process an answer', error);
		return reply(context, 500, noQuestionPage(ENGLISH.notNow));
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const nodeContext = waitingNodeContextOf(context);
	const wait = findWait<AskWait>(nodeContext);
	// The token of an execution that waits for deliveries opens this path, too
	const isAsking = nodeContext !== undefined && wait?.questions !== undefined;
	const message = isAsking ? findByCode(wait.messages, (context.getQueryData() as IDataObject)[CODE]) : undefined;
	const question = message && wait?.questions[message.itemIndex];
	if (nodeContext === undefined || wait === undefined || message === undefined || question === undefined)
		return reply(context, 404, noQuestionPage('This link does not belong to an open question.'));
	const asked = wait.messages.filter(({ itemIndex }) => itemIndex === message.itemIndex);
	const isPost = context.getRequestObject().method === 'POST';
	const refusal = refusalOf(message, asked, question, wait.deadline);
	if (refusal !== undefined) return reply(context, isPost ? refusal.post : refusal.get, refusal.page);
	if (!isPost) return reply(context, 200, questionPage(question));

	const words = wordsOf(question);
	const notNow = () => reply(context, 503, messagePage(words.notNow, question, { again: true }));
	const beganAt = host.elapsed();
	if (await isStarting(context)) return notNow();
	const given = await readForm(context);
	if (given === 'notNow') return notNow();
	const answer = given && answerOf(given, question);
	if (answer === undefined || 'fault' in answer) {
		const fault = { reason: answer?.fault ?? words.missing, text: given?.get('text') ?? '' };
		return reply(context, 400, questionPage(question, fault));
	}
	// Another answer or a report may be on its way into the execution
	if (isGoingOn(wait) || tookTooLong(beganAt)) return notNow();
	const known = withNews(wait);
	const messages = known.messages.map((one) => (one.code === message.code ? { ...one, answer } : one));
	wakeWith(context, nodeContext, { ...known, messages });
	setHeaders(context);
	const said = wordsOf(question, answer.answer);
	return { webhookResponse: messagePage(said.recorded, question, { detail: said.given }), workflowData: [] };
}

/** Why a link cannot answer any more, and the status codes for looking and for answering. */
function refusalOf(
	{ answer, loss }: AskedMessage,
	asked: AskedMessage[],
	question: Question,
	deadline: number,
): { get: number; post: number; page: string } | undefined {
	const words = wordsOf(question, answer?.answer);
	if (answer !== undefined)
		return { get: 200, post: 409, page: messagePage(words.answered, question, { detail: words.given }) };
	const isAnswered = question.awaits === 'first' && asked.some((one) => one.answer !== undefined);
	if (isAnswered) return { get: 410, post: 410, page: messagePage(words.answered, question) };
	if (host.now() >= deadline || loss !== undefined)
		return { get: 410, post: 410, page: messagePage(words.late, question) };
	return undefined;
}

async function readForm(context: IWebhookFunctions): Promise<URLSearchParams | 'notNow' | undefined> {
	const bytes = await receiveBody(context);
	if (!(bytes instanceof Uint8Array)) return bytes.statusCode === 408 ? 'notNow' : undefined;
	return bytes.length > MAX_BYTES ? undefined : new URLSearchParams(Buffer.from(bytes).toString('utf8'));
}

function answerOf(form: URLSearchParams, question: Question): Answer | { fault: string } {
	const { buttons, maxLength } = question;
	const { missing, tooLong } = wordsOf(question);
	const at = host.now();
	if (buttons !== undefined) {
		const approved = form.get('answer') === APPROVED;
		const answer = approved ? buttons.approved : form.get('answer') === DECLINED ? buttons.declined : undefined;
		return answer === undefined ? { fault: missing } : { answer, approved, at };
	}
	// Browsers send line breaks as two characters, and count them as one
	const answer = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
	if (NOTHING_VISIBLE.test(answer)) return { fault: missing };
	return answer.length > maxLength ? { fault: tooLong } : { answer, at };
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
