import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { completed, NO_ENTRY } from '../api/entry';
import { inputFields } from '../entries/inputFields';
import { presentEntry } from '../entries/presentEntry';
import { OBJECT_IN_TEXT } from '../fields/textMessage';
import { isReview, type NodeRun } from '../n8n/execution';
import { faultyItems } from '../output/errorItems';
import type { AddFault } from '../parameters/values';
import { countSegments } from '../segments/countSegments';
import type { ComposedMessage, MessageKind } from '../sending/compose';
import { messageText, withText } from '../sending/content';
import type { Outcome, Target } from '../sending/plan/target';
import { isDone, nodeFields, presentOutcome } from '../sending/present';
import { identityIn } from '../sending/plan/identity';
import { n8nOf, type RunOptions } from '../sending/run';
import { includingInput, presentSent, sendItems, type SentItems } from '../sending/send';
import { LINK_PLACE, SAMPLE_CODE } from '../text/answerLink';
import { withoutTrailing } from '../text/numbers';
import { doubtAboutReach } from '../waiting/resumeAddress';
import { waitFor, type WaitKind } from '../waiting/wait';
import { awaitedMessage, entryOf } from '../waiting/waitForDelivery';
import { isAskingOver, type AskedMessage, type AskWait, type Loss } from './askState';
import { codesOf, linkOf } from './linkCodes';
import { outputAnswers, outputReview, outputUnasked } from './outputs';
import { readQuestion, type Question } from './question';

/** Sends the question of every input item with a link for each destination, and waits for answers. */
export const sendAndAsk = async (nodeRun: NodeRun, kind: MessageKind): Promise<INodeExecutionData[][]> =>
	await waitFor(nodeRun, forAnswers(kind));

const forAnswers = (kind: MessageKind): WaitKind<AskWait> => ({
	send: async (nodeRun, ofWait) => await sendQuestions(nodeRun, kind, ofWait),
	resume: (context, state) =>
		state.executionId === context.getExecutionId()
			? state
			: { ...state, messages: state.messages.map((message) => ({ loss: LINK_ENDED, ...message })) },
	isOver: isAskingOver,
	output: (context, state) => (isReview(context) ? outputReview(state) : outputAnswers(state)),
	outputUnsent: outputUnasked,
	instead: 'Use Send Text, or connect the node to the agent as a human review.',
});

async function sendQuestions(
	nodeRun: NodeRun,
	textKind: MessageKind,
	ofWait: Parameters<WaitKind<AskWait>['send']>[1],
): ReturnType<WaitKind<AskWait>['send']> {
	const { context, labelOf } = nodeRun;
	const n8n = n8nOf(nodeRun);
	const questions: Question[] = [];
	const sample = linkOf(context, SAMPLE_CODE);
	assertLinkWorks(context, new URL(sample));
	const codeOf = codesOf(context);
	const codes = new Map<object, string>();
	const linked = (composed: ComposedMessage, link: string) => {
		const { message } = composed;
		return { ...composed, message: withText(message, messageText(message).replaceAll(sample, link)) };
	};
	const sent = await sendItems(n8n, asking(context, textKind, sample, questions), {
		...ofWait,
		rejectedAs: 'items',
		goesOnWithSome: true,
		messagesOf: (composed, itemIndex) =>
			composed.destinations.map((destination, place): ComposedMessage => {
				const code = codeOf(itemIndex, place, destination.to);
				// Nobody gets the link of a dry run
				const own = linked(composed, n8n.isDryRun ? LINK_PLACE : linkOf(context, code));
				codes.set(own.message, code);
				return { ...own, destinations: [destination] };
			}),
	});
	// Questions have no Simplify
	if (n8n.isDryRun) return { unsent: presentSent({ ...n8n, simplify: false }, sent) };
	const isOfThisExecution = madeHere(context, sent.options);
	const isSkipped = (target: Target) => sent.outcomes.get(target)?.state === 'skipped';
	// The reasons of those that were sent come first
	const messages = [...sent.targets.filter((target) => !isSkipped(target)), ...sent.targets.filter(isSkipped)].map(
		(target) => ({ ...asked(target, sent, isOfThisExecution), code: codes.get(target.message)! }),
	);
	const errors = faultyItems(sent.faulty, labelOf, context.getNode());
	const doubt = doubtAboutLink(context);
	return {
		found: {
			messages,
			questions: openQuestions(questions, sent, n8n.input),
			awaitsMore: true,
			executionId: context.getExecutionId(),
			errors: includingInput(errors, n8n, sent.options),
			...(doubt !== undefined && { doubt }),
		},
	};
}

/**
 * A text message that asks.
 * @param sample a link as long as those of the destinations, which stands for them when the text is checked and counted
 * @param questions takes the question of each input item
 */
const asking = (
	context: IExecuteFunctions,
	textKind: MessageKind,
	sample: string,
	questions: Question[],
): MessageKind => ({
	...textKind,
	contentParameters: ['message'],
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
	createPrepare: (safeguards, languageOf) => {
		const prepare = textKind.createPrepare({ ...safeguards, longerTexts: 'fault' }, languageOf);
		return (composed, options, addFault) => {
			const addQuestionFault: AddFault = (field, reason) => addFault(field === 'text' ? 'message' : field, reason);
			const text = messageText(composed).replaceAll(LINK_PLACE, sample);
			const { message, facts } = prepare(withText(composed, text), options, addQuestionFault);
			const pieces = messageText(message).split(sample);
			const without = countSegments(pieces.join('').trim(), languageOf(message));
			const linkSegments = (facts.segments ?? 0) - without.segments;
			const shown = pieces.join(LINK_PLACE);
			return { message, facts: { ...facts, text: shown, linkCharacters: sample.length, linkSegments } };
		};
	},
});

function openQuestions(
	questions: Question[],
	{ faulty, targets, options: { includeInputFields } }: SentItems,
	input: INodeExecutionData[],
): Record<number, Question> {
	const unsent = new Set(faulty.map(({ itemIndex }) => itemIndex));
	// Also that of the credential
	const senders = new Map(targets.map(({ itemIndex, message }) => [itemIndex, message.sender]));
	return Object.fromEntries(
		[...questions.entries()]
			.filter(([itemIndex]) => !unsent.has(itemIndex))
			.map(([itemIndex, question]) => {
				const askedBy = question.askedBy || (senders.get(itemIndex) ?? '');
				const fields = includeInputFields ? { input: withoutAnswer(inputFields(input[itemIndex]!)) } : {};
				return [itemIndex, { ...question, askedBy, ...fields }];
			}),
	);
}

/** The fields of an input item without what would look like an answer to this question, or like why it has none. */
function withoutAnswer({ answer, approved, answeredAt, ...fields }: IDataObject): IDataObject {
	if (!('askedBy' in fields)) return fields;
	const { reason, explanation, destinations, ...others } = fields;
	return others;
}

/** n8n's own text for a review inserts the input of the tool as an object, which an expression cannot write out. */
function withInput(message: unknown, context: IExecuteFunctions, itemIndex: number): unknown {
	const input = JSON.stringify(context.getInputData()[itemIndex]?.json.toolParameters ?? {});
	return typeof message === 'string' ? message.replaceAll(OBJECT_IN_TEXT, () => input) : message;
}

function asked(
	target: Target,
	{ outcomes, options }: SentItems,
	isOfThisExecution: (outcome: Outcome) => boolean,
): Omit<AskedMessage, 'code'> {
	const outcome = outcomes.get(target);
	const isDoneWith = isDone(outcome, options);
	const entry = isDoneWith ? entryOf(outcome) : undefined;
	const unsent = completed(NO_ENTRY, target.destination);
	const item = isDoneWith
		? presentOutcome(target, outcomes, { ...options, simplify: true, isTool: false })
		: {
				json: { ...presentEntry('response', unsent, { simplify: true }, target.facts), ...nodeFields(target, outcome) },
			};
	const message = awaitedMessage(target, entry ?? NO_ENTRY, item, outcome, options);
	if (outcome === undefined) return message;
	if (outcome.state === 'skipped') {
		const { reason, original } = outcome;
		const state = original && outcomes.get(original)?.state;
		const isNeitherSent = state === 'refused' || state === 'notSent';
		return { ...message, isUnsent: true, loss: SKIPPED[isNeitherSent ? 'neither' : reason] };
	}
	// The person may have got it, whatever the answer was
	if (outcome.state === 'unknown' || outcome.state === 'accepted') {
		const known = outcome.state === 'unknown' ? { ...message, unclear: outcome.failure.message } : message;
		if (isOfThisExecution(outcome)) return known;
		return { ...known, loss: outcome.state === 'accepted' ? LINK_ENDED : perhapsEnded(outcome.failure.message) };
	}
	return 'failure' in outcome && entry === undefined
		? { ...message, isUnsent: true, loss: notSent(outcome.failure.message) }
		: message;
}

const skippedBecause = (why: string): Loss => ({ reason: 'skipped', explanation: `The question was not sent: ${why}` });
const SKIPPED = {
	listed: skippedBecause('Safeguards → Skip These Numbers has the number'),
	sameNumber: skippedBecause('the number already gets another message in this run (Safeguards → Same Number Twice)'),
	neither: skippedBecause(
		'an earlier item has the same number (Safeguards → Same Number Twice), but was not sent either',
	),
};
const LINK_ENDED: Loss = {
	reason: 'linkEnded',
	explanation: 'Another execution has sent the question, so it was not sent again. Its link belongs to that execution',
};
const perhapsEnded = (why: string): Loss => ({
	reason: 'unknown',
	explanation: `It is not known whether another execution has sent the question, so it was not sent again: ${why}`,
});
const notSent = (why: string): Loss => ({ reason: 'notReached', explanation: `The question was not sent: ${why}` });

/** Whether a message that another execution may have sent, before Retry or under an ID of the user, has a link to this one. */
function madeHere(context: IExecuteFunctions, { messageIds }: RunOptions): (outcome: Outcome) => boolean {
	const isRetry = context.getMode() === 'retry';
	const request = withoutTrailing(identityIn(context).bulkId(0), '0123456789');
	return ({ bulkId, isRecalled }) => {
		const isFound = isRecalled === true || bulkId === undefined;
		const mayBeOthers = isRetry || (isFound && messageIds === 'own');
		return !mayBeOthers || String(bulkId).startsWith(request);
	};
}

/**
 * n8n signs a link with the whole path of its address, and checks it by the path that the proxy passes on.
 * @throws NodeOperationError if n8n's address has a path, so that n8n would refuse every answer
 */
function assertLinkWorks(context: IExecuteFunctions, { origin, pathname }: URL): void {
	const base = pathname.split('/').slice(0, -LINK_SEGMENTS).join('/');
	if (base === '') return;
	throw new NodeOperationError(context.getNode(), `n8n refuses all answer links below a path, such as ${base}`, {
		description: `Nothing was sent. Set the environment variable WEBHOOK_URL of n8n to an address without a path, such as ${origin}/, and have your proxy pass everything below /webhook-waiting/ on to n8n unchanged. Triggers then have URLs without the path too.`,
	});
}

/** webhook-waiting, the execution and the node. */
const LINK_SEGMENTS = 3;

function doubtAboutLink(context: IExecuteFunctions): string | undefined {
	const link = new URL(linkOf(context, ''));
	return doubtAboutReach(link) === undefined
		? undefined
		: `The link goes to ${link.origin}, which a phone may be unable to open. Set the environment variable WEBHOOK_URL of n8n to its public https address.`;
}
