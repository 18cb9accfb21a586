import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { OBJECT_IN_TEXT } from '../fields/text';
import { faultyItem, type ErrorMode } from '../output/errorItems';
import type { ReportFault } from '../parameters/values';
import type { ComposedMessage, MessageKind } from '../sending/compose';
import { isReview, runIdentityOf } from '../sending/plan/identity';
import type { Outcome, Target } from '../sending/plan/target';
import { isDone, presentOutcome } from '../sending/present';
import { sendItems, type SentItems } from '../sending/send';
import { LINK_PLACE } from '../service/answerLinks';
import { TEXT_PATH } from '../service/client';
import type { JsonObject } from '../service/types';
import { doubtAboutReach } from '../waiting/notifyUrl';
import { awaitedMessage, entryOf } from '../waiting/sendAndWait';
import { waitFor, type WaitKind } from '../waiting/wait';
import { codesOf, linkOf } from './answerLink';
import { isSettled, questionsOf, type AskedMessage, type AskWait, type Loss } from './askState';
import { outputAnswers, outputReview } from './outputs';
import { readQuestion, type Question } from './question';

/** Sends the question of every input item with a link for each destination, and waits for answers. */
export async function sendAndAsk(
	context: IExecuteFunctions,
	mode: ErrorMode,
	kind: MessageKind,
): Promise<INodeExecutionData[][]> {
	return await waitFor(context, mode, forAnswers(kind));
}

const forAnswers = (textKind: MessageKind): WaitKind<AskWait> => ({
	send: async (context, mode, notifyUrl) => {
		const questions: Question[] = [];
		const codeOf = codesOf(context);
		const codes = new Map<object, string>();
		const workflow = context.getWorkflow().name ?? '';
		const kind: MessageKind = {
			...textKind,
			readContent: (read, options, once, report) => {
				const itemIndex = questions.length;
				const readMessage = (name: string) =>
					name === 'message' && isReview(context) ? withInput(read(name), context, itemIndex) : read(name);
				const question = readQuestion(readMessage, workflow, report);
				questions.push(question);
				const readText = (name: string) => (name === 'text' ? question.message : read(name));
				// What is wrong with the text was reported as a fault of the question
				const reportOthers: ReportFault = (field, reason) => field !== 'text' && report(field, reason);
				return textKind.readContent(readText, options, once, reportOthers);
			},
		};
		const sent = await sendItems(context, mode, TEXT_PATH, kind, {
			notifyUrl,
			rejectedAs: 'items',
			goesOnWithSome: true,
			messagesOf: (composed, itemIndex) =>
				composed.destinations.map((destination, place): ComposedMessage => {
					const code = codeOf(itemIndex, place, destination.to);
					const text = String(composed.message.text).replaceAll(LINK_PLACE, linkOf(context, code));
					const message = { ...composed.message, text };
					codes.set(message, code);
					return { ...composed, destinations: [destination], message };
				}),
		});
		const isOfThisExecution = madeHere(context);
		const messages = sent.targets.map(
			(target): AskedMessage => ({
				...asked(target, sent, isOfThisExecution),
				code: codes.get(target.message)!,
			}),
		);
		const faulty = new Set(sent.faulty.map(({ itemIndex }) => itemIndex));
		const doubt = doubtAboutLink(context);
		return {
			targets: sent.targets,
			found: {
				messages,
				questions: Object.fromEntries([...questions.entries()].filter(([itemIndex]) => !faulty.has(itemIndex))),
				awaitsMore: true,
				executionId: context.getExecutionId(),
				errors: sent.faulty.map(faultyItem),
				...(doubt !== undefined && { doubt }),
			},
		};
	},
	goOn: (context, state) =>
		state.executionId === context.getExecutionId()
			? state
			: { ...state, messages: state.messages.map((message) => ({ loss: LINK_ENDED, ...message })) },
	isOver: (state) => questionsOf(state).every(({ question, asked: messages }) => isSettled(question, messages)),
	output: (context, state) => (isReview(context) ? outputReview(state) : outputAnswers(state)),
	instead: 'Use Send Text, or connect the node to the agent as a human review.',
});

/** n8n's own text for a review inserts the input of the tool as an object, which an expression cannot write out. */
function withInput(message: unknown, context: IExecuteFunctions, itemIndex: number): unknown {
	const input = JSON.stringify(context.getInputData()[itemIndex]?.json.toolParameters ?? {});
	return typeof message === 'string' ? message.replaceAll(OBJECT_IN_TEXT, () => input) : message;
}

/** What became of a question, and whether it can be answered. */
function asked(
	target: Target,
	{ outcomes, options }: SentItems,
	isOfThisExecution: (outcome: Outcome, target: Target) => boolean,
): Omit<AskedMessage, 'code'> {
	const outcome = outcomes.get(target);
	const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
	const { to, messageId } = target.destination;
	const item =
		entry === undefined
			? { json: { ...(messageId !== undefined && { messageId }), to } }
			: presentOutcome(target, outcome, { ...options, simplify: true, isTool: false });
	const message = awaitedMessage(target, entry ?? {}, item);
	if (outcome === undefined) return message;
	// The person may have got it, whatever the answer was
	if (outcome.state === 'unknown' || outcome.state === 'accepted')
		return isOfThisExecution(outcome, target) ? message : { ...message, loss: LINK_ENDED };
	return entry === undefined
		? { ...message, final: { key: 'response', entry: {} }, loss: notSent(outcome.failure.message) }
		: message;
}

const LINK_ENDED: Loss = {
	reason: 'linkEnded',
	explanation:
		'The question was sent before Retry, and its link leads to the execution that has ended; it was not sent again',
};
const notSent = (why: string): Loss => ({ reason: 'notReached', explanation: `The question was not sent: ${why}` });

/** Whether a message that may have been sent before Retry contains a link to this execution. */
function madeHere(context: IExecuteFunctions): (outcome: Outcome, target: Target) => boolean {
	if (context.getMode() !== 'retry') return () => true;
	const request = runIdentityOf(context, []).bulkId(0).replace(/\d+$/, '');
	return (outcome, { message }) => {
		const log: JsonObject = entryOf(outcome) ?? {};
		return String(outcome.bulkId ?? log.bulkId).startsWith(request) || log.text === message.text;
	};
}

/** Why a phone may be unable to open the link. */
function doubtAboutLink(context: IExecuteFunctions): string | undefined {
	const link = linkOf(context, '');
	return doubtAboutReach(link) === undefined
		? undefined
		: `The link goes to ${new URL(link).origin}, which a phone may be unable to open. Set the environment variable WEBHOOK_URL of n8n to its public https address.`;
}
