import { fateOf } from '../api/statuses';
import type { AwaitedMessage, WaitState } from '../waiting/waitState';
import type { Question } from './question';

export interface Loss {
	reason: 'notReached' | 'linkEnded' | 'skipped' | 'unknown';
	explanation: string;
}

export interface AskedMessage extends AwaitedMessage {
	/** Identifies the destination in its link. */
	code: string;
	/** Why it is not known whether it was sent. */
	unclear?: string;
	loss?: Loss;
}

export interface AskWait extends WaitState {
	messages: AskedMessage[];
	/** By the index of the input item. */
	questions: Record<number, Question>;
	/** The one that the links lead to. */
	executionId: string;
}

export function lossOf({ loss, final }: AskedMessage): Loss | undefined {
	if (loss !== undefined) return loss;
	if (final === undefined || fateOf(final.entry) !== 'failed') return undefined;
	const { status, statusDescription } = final.entry;
	const said = [status, statusDescription].filter((part) => part !== undefined && part !== '').join(': ');
	return { reason: 'notReached', explanation: `The message was not delivered${said === '' ? '' : ` (${said})`}` };
}

export function isAskingOver(state: Pick<AskWait, 'questions' | 'messages'>): boolean {
	return questionsOf(state).every(
		({ question, asked }) =>
			(question.awaits === 'first' && asked.some(isAnswered)) ||
			asked.every((message) => isAnswered(message) || lossOf(message) !== undefined),
	);
}

export const isAnswered = ({ answer }: AskedMessage): boolean => answer !== undefined;

export function questionsOf({ questions, messages }: Pick<AskWait, 'questions' | 'messages'>): Array<{
	itemIndex: number;
	question: Question;
	asked: AskedMessage[];
}> {
	const ofItem = new Map<number, AskedMessage[]>(Object.keys(questions).map((index) => [Number(index), []]));
	for (const message of messages) ofItem.get(message.itemIndex)?.push(message);
	return Array.from(ofItem, ([itemIndex, asked]) => ({ itemIndex, question: questions[itemIndex]!, asked }));
}
