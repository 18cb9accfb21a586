import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isReview } from '../n8n/execution';
import { host } from '../n8n/host';
import { presentAwaited } from '../waiting/waitForDelivery';
import { isAnswered, lossOf, questionsOf, type AskedMessage, type AskWait, type Loss } from './askState';
import { questionText, type Question } from './question';

export const ASK_OUTPUTS = ['Answer', 'No Answer'];

const COULD_ANSWER = ['timeLimit', 'waiting', 'unknown'] as const;

type NoAnswer = { reason: Loss['reason'] | 'timeLimit' | 'waiting'; explanation: string };

export function outputAnswers(state: AskWait): INodeExecutionData[][] {
	const answers: INodeExecutionData[] = [];
	const others = [...state.errors];
	for (const { itemIndex, question, asked } of questionsOf(state)) {
		const pairedItem = { item: itemIndex };
		const asks = { question: questionText(question), askedBy: question.askedBy };
		const answered = asked.filter(isAnswered);
		for (const message of answered)
			answers.push({ json: { ...question.input, ...answerOf(message), ...asks, ...deliveryOf(message) }, pairedItem });
		if (question.awaits === 'first' && answered.length > 0) continue;
		const open = asked.filter((message) => !isAnswered(message));
		const groups = question.awaits === 'first' ? [open] : open.map((message) => [message]);
		for (const group of groups)
			others.push({ json: { ...question.input, ...noAnswer(group, state, question, asks) }, pairedItem });
	}
	return [answers, others];
}

/** One output for the agent whose call was asked about: it reads `approved`, or else what is in `chatInput`. */
export function outputReview(state: AskWait): INodeExecutionData[][] {
	const [answers = [], others = []] = outputAnswers(state);
	return [[...answers, ...others.map(refusal)]];
}

/** The outputs for items that nobody was asked about. */
export const outputUnasked = (context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[][] =>
	isReview(context) ? [items.map(refusal)] : [[], items];

function refusal(item: INodeExecutionData): INodeExecutionData {
	const { explanation, error = 'this is a dry run, which asks nobody' } = item.json;
	const chatInput = `Nobody approved this call: ${String(explanation ?? error)}. Do not repeat it. Tell the user.`;
	// It may come from the input (Include Input Fields)
	const { approved: _, ...json } = item.json;
	return { ...item, json: { ...json, chatInput } };
}

function answerOf({ answer }: AskedMessage): IDataObject {
	const { at, ...given } = answer!;
	return { ...given, answeredAt: new Date(at).toISOString() };
}

const deliveryOf = (message: AskedMessage): IDataObject => presentAwaited(message, { simplify: true });

function noAnswer(asked: AskedMessage[], { deadline }: AskWait, question: Question, asks: IDataObject): IDataObject {
	const destinations = asked.map((message) => ({ ...deliveryOf(message), ...reasonOf(message, deadline) }));
	// If anyone could still have answered, that is why the question has no answer
	const [first = destinations[0]!] = COULD_ANSWER.flatMap(
		(why) => destinations.find(({ reason }) => reason === why) ?? [],
	);
	const { reason, explanation } = first;
	const isForAll = question.awaits === 'first';
	return {
		reason,
		explanation,
		...(isForAll && { destinations }),
		...asks,
		...(isForAll ? { to: asked.map(({ accepted }) => accepted.to).join(',') } : destinations[0]),
	};
}

function reasonOf(message: AskedMessage, deadline: number): NoAnswer {
	const loss = lossOf(message);
	if (loss !== undefined) return loss;
	if (host.now() < deadline) return { reason: 'waiting', explanation: 'Nobody has answered yet' };
	const explanation = 'Nobody answered within the time limit';
	const { unclear, final } = message;
	if (unclear === undefined || final !== undefined) return { reason: 'timeLimit', explanation };
	return {
		reason: 'unknown',
		explanation: `${explanation}. It is not known whether the question was sent: ${unclear}`,
	};
}
