import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { OBJECT_IN_TEXT } from '../fields/textMessage';
import { faultyItems, type ErrorMode } from '../output/errorItems';
import { inputFields } from '../output/inputFields';
import { presentEntry } from '../output/presentEntry';
import { labelsIn } from '../parameters/labels';
import type { AddFault } from '../parameters/values';
import type { Language } from '../segments/alphabets';
import { countSegments } from '../segments/countSegments';
import type { ComposedMessage, MessageKind } from '../sending/compose';
import { dryRun } from '../sending/dryRun';
import { identityIn, n8nOf } from '../sending/run';
import type { Outcome, Skipped, Target } from '../sending/plan/target';
import { isDone, nodeFields, presentOutcome, presentSkipped } from '../sending/present';
import { sendItems, type SentItems } from '../sending/send';
import { LINK_PLACE } from '../text/answerLink';
import { isReview } from '../n8n/execution';
import { host } from '../n8n/host';
import { TEXT_PATH } from '../api/paths';
import { withoutTrailing } from '../text/trailing';
import { doubtAboutReach } from '../waiting/notifyUrl';
import { waitFor, type WaitKind } from '../waiting/wait';
import { awaitedMessage, entryOf } from '../waiting/waitForDelivery';
import { SAMPLE_CODE } from '../text/answerLink';
import { isQuestionSettled, questionsOf, type AskedMessage, type AskWait, type Loss } from './askState';
import { outputAnswers, outputReview, outputUnasked } from './outputs';
import { readQuestion, type Question } from './question';
import { codesOf, linkOf } from './linkCodes';

/** Sends the question of every input item with a link for each destination, and waits for answers. */
export async function sendAndAsk(
	context: IExecuteFunctions,
	mode: ErrorMode,
	kind: MessageKind,
): Promise<INodeExecutionData[][]> {
	return await waitFor(context, mode, forAnswers(kind));
}

const forAnswers = (textKind: MessageKind): WaitKind<AskWait> => ({
	dryRun: (context, mode, notifyUrl) => {
		const sample = linkOf(context, SAMPLE_CODE);
		// Nobody gets this link
		const messagesOf = (composed: ComposedMessage) => [
			withText(composed, (text) => text.replaceAll(sample, LINK_PLACE)),
		];
		const kind = asking(context, textKind, sample, []);
		return outputUnasked(context, dryRun(context, mode, TEXT_PATH, kind, { ...FIXED, notifyUrl, messagesOf }));
	},
	send: async (context, mode, notifyUrl) => await sendQuestions(context, mode, textKind, notifyUrl),
	resume: (context, state) =>
		state.executionId === context.getExecutionId()
			? state
			: { ...state, messages: state.messages.map((message) => ({ loss: LINK_ENDED, ...message })) },
	isOver: (state) => questionsOf(state).every(({ question, asked: messages }) => isQuestionSettled(question, messages)),
	output: (context, state) => (isReview(context) ? outputReview(state) : outputAnswers(state)),
	instead: 'Use Send Text, or connect the node to the agent as a human review.',
});

const FIXED = { rejectedAs: 'items', goesOnWithSome: true } as const;

/** Sends each destination its own link, and notes the question of each item. */
async function sendQuestions(
	context: IExecuteFunctions,
	mode: ErrorMode,
	textKind: MessageKind,
	notifyUrl: string,
): ReturnType<WaitKind<AskWait>['send']> {
	const questions: Question[] = [];
	const sample = linkOf(context, SAMPLE_CODE);
	const codeOf = codesOf(context);
	const codes = new Map<object, string>();
	const sent = await sendItems(n8nOf(context, mode), TEXT_PATH, asking(context, textKind, sample, questions), {
		...FIXED,
		notifyUrl,
		messagesOf: (composed, itemIndex) =>
			composed.destinations.map((destination, place): ComposedMessage => {
				const code = codeOf(itemIndex, place, destination.to);
				const own = withText(composed, (text) => text.replaceAll(sample, linkOf(context, code)));
				codes.set(own.message, code);
				return { ...own, destinations: [destination] };
			}),
	});
	const isOfThisExecution = madeHere(context);
	const messages = sent.targets.map(
		(target): AskedMessage => ({
			...asked(target, sent, isOfThisExecution),
			code: codes.get(target.message)!,
		}),
	);
	const doubt = doubtAboutLink(context);
	return {
		targets: sent.targets,
		found: {
			messages: [...messages, ...sent.skipped.map((one) => skippedMessage(one, sent))],
			questions: openQuestions(questions, sent, context.getInputData()),
			awaitsMore: true,
			executionId: context.getExecutionId(),
			errors: faultyItems(sent.faulty, labelsIn(context)),
			...(doubt !== undefined && { doubt }),
		},
	};
}

/**
 * A text message that asks.
 * @param sample a link as long as those of the destinations, which stands for them when the text is checked and counted
 * @param questions takes the question of each input item
 */
function asking(context: IExecuteFunctions, textKind: MessageKind, sample: string, questions: Question[]): MessageKind {
	return {
		...textKind,
		textParameter: 'message',
		readContent: (read, options, once, addFault, itemIndex) => {
			const readMessage = (name: string) =>
				name === 'message' && isReview(context) ? withInput(read(name), context, itemIndex) : read(name);
			const question = readQuestion(readMessage, addFault);
			questions[itemIndex] = question;
			const readText = (name: string) => (name === 'text' ? question.message : read(name));
			// What is wrong with the text was noted as a fault of the question
			const addOtherFault: AddFault = (field, reason) => field !== 'text' && addFault(field, reason);
			return textKind.readContent(readText, options, once, addOtherFault, itemIndex);
		},
		createPrepare: (safeguards) => {
			const prepare = textKind.createPrepare(safeguards);
			return (composed, options, addFault) => {
				const addQuestionFault: AddFault = (field, reason) => addFault(field === 'text' ? 'message' : field, reason);
				const text = String(composed.text).replaceAll(LINK_PLACE, sample);
				const { message, facts } = prepare({ ...composed, text }, options, addQuestionFault);
				const pieces = String(message.text).split(sample);
				if (pieces.length !== text.split(sample).length)
					addFault(
						'message',
						`would lose its link when cut; move ${LINK_PLACE} closer to the start, or shorten the text before it`,
					);
				const without = countSegments(pieces.join('').trim(), (message.language ?? undefined) as Language | undefined);
				const linkSegments = (facts.segments ?? 0) - without.segments;
				const shown = pieces.join(LINK_PLACE);
				return { message, facts: { ...facts, text: shown, linkCharacters: sample.length, linkSegments } };
			};
		},
	};
}

function withText(composed: ComposedMessage, change: (text: string) => string): ComposedMessage {
	return { ...composed, message: { ...composed.message, text: change(String(composed.message.text)) } };
}

/** The questions that were sent, by item. */
function openQuestions(
	questions: Question[],
	{ faulty, options: { includeInputFields } }: SentItems,
	input: INodeExecutionData[],
): Record<number, Question> {
	const unsent = new Set(faulty.map(({ itemIndex }) => itemIndex));
	return Object.fromEntries(
		[...questions.entries()]
			.filter(([itemIndex]) => !unsent.has(itemIndex))
			.map(([itemIndex, question]) => [
				itemIndex,
				includeInputFields ? { ...question, input: withoutAnswer(inputFields(input[itemIndex]!)) } : question,
			]),
	);
}

/** The fields of an input item. If it is itself an item of a question, that outcome is left out: it would look like an answer to this one. */
function withoutAnswer(fields: IDataObject): IDataObject {
	if (!('askedBy' in fields)) return fields;
	const { answer, approved, answeredAt, reason, explanation, destinations, ...others } = fields;
	return others;
}

/** n8n's own text for a review inserts the input of the tool as an object, which an expression cannot write out. */
function withInput(message: unknown, context: IExecuteFunctions, itemIndex: number): unknown {
	const input = JSON.stringify(context.getInputData()[itemIndex]?.json.toolParameters ?? {});
	return typeof message === 'string' ? message.replaceAll(OBJECT_IN_TEXT, () => input) : message;
}

/** The outcome of a question, and whether it can be answered. */
function asked(
	target: Target,
	{ outcomes, options }: SentItems,
	isOfThisExecution: (outcome: Outcome) => boolean,
): Omit<AskedMessage, 'code'> {
	const outcome = outcomes.get(target);
	const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
	const { to, messageId } = target.destination;
	const item =
		entry === undefined
			? {
					json: {
						...presentEntry('response', { messageId, to }, { simplify: true }, {}, target.facts),
						...nodeFields(target),
					},
				}
			: presentOutcome(target, outcome, { ...options, simplify: true, isTool: false });
	const message = awaitedMessage(target, entry ?? {}, item, outcome?.isRecalled);
	if (outcome === undefined) return message;
	// The person may have got it, whatever the answer was
	if (outcome.state === 'unknown' || outcome.state === 'accepted')
		return isOfThisExecution(outcome) ? message : { ...message, loss: LINK_ENDED };
	return entry === undefined
		? { ...message, final: { key: 'response', entry: {} }, loss: notSent(outcome.failure.message) }
		: message;
}

/** A skipped destination: its number gets another message in the same run. */
function skippedMessage(one: Skipped, { outcomes }: SentItems): AskedMessage {
	return {
		itemIndex: one.itemIndex,
		destination: { to: one.to },
		accepted: presentSkipped(one, outcomes.get(one.original)).json,
		final: { key: 'response', entry: {} },
		loss: SKIPPED,
		code: host.randomHex(16),
	};
}

const SKIPPED: Loss = {
	reason: 'skipped',
	explanation:
		'The question was not sent: the number already gets another message in this run (Safeguards → Same Number Twice)',
};
const LINK_ENDED: Loss = {
	reason: 'linkEnded',
	explanation:
		'The question was sent before Retry, and was not sent again. Its link belongs to the execution that has ended',
};
const notSent = (why: string): Loss => ({ reason: 'notReached', explanation: `The question was not sent: ${why}` });

/** Whether a message that may have been sent before Retry contains a link to this execution. */
function madeHere(context: IExecuteFunctions): (outcome: Outcome) => boolean {
	if (context.getMode() !== 'retry') return () => true;
	const request = withoutTrailing(identityIn(context).bulkId(0), '0123456789');
	return ({ bulkId }) => String(bulkId).startsWith(request);
}

/** Why a phone may be unable to open the link. */
function doubtAboutLink(context: IExecuteFunctions): string | undefined {
	const link = linkOf(context, '');
	return doubtAboutReach(link) === undefined
		? undefined
		: `The link goes to ${new URL(link).origin}, which a phone may be unable to open. Set the environment variable WEBHOOK_URL of n8n to its public https address.`;
}
