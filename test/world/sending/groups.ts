import type { Life, Target } from './life';

export type GroupOf = (message: Pick<Target, 'to' | 'from' | 'content'>) => string;

/** What messages that count together have in common: number, content and sender. */
export const byContent: GroupOf = ({ to, from, content }) => `${to} ${content}${from === '' ? '' : ` from ${from}`}`;

/** The same, without the sender where nobody can know it. */
export function groupingOf(life: Life): GroupOf {
	return tellsSenders(life) ? byContent : (message) => byContent({ ...message, from: '' });
}

/** Whether the node's own IDs tell senders apart, or logs show them. A user-supplied ID stands for a text to a number, whatever the sender. */
function tellsSenders({ nature: { ids, form, logs }, options, rounds, retries }: Life): boolean {
	const added = retries.flatMap(({ changes }) => changes.flatMap((one) => (one.kind === 'add' ? [one.row] : [])));
	const hasOwnIds = [...rounds.flat(), ...added].some(({ destinations }) =>
		destinations.some(({ messageId }) => messageId !== undefined),
	);
	if (hasOwnIds) return false;
	return logs.senders !== 'none' || (ids === 'ours' && options.messageIds === 'node' && !form.hidesIds);
}
