import type { Life, Target } from './life';

export type GroupOf = (message: Pick<Target, 'to' | 'from' | 'content'>) => string;

/** What messages have in common that count together: number, content, and the sender where anybody can know it. */
export function groupingOf(life: Life): GroupOf {
	const hasSenders = tellsSenders(life);
	return ({ to, from, content }) => `${to} ${content}${hasSenders && from !== '' ? ` from ${from}` : ''}`;
}

/** Whether logs show senders, or the node's own IDs tell them apart. */
function tellsSenders({ nature: { ids, form, logs }, options, rounds, retries }: Life): boolean {
	if (logs.senders !== 'none') return true;
	const added = retries.flatMap(({ changes }) => changes.flatMap((one) => (one.kind === 'add' ? [one.row] : [])));
	const hasOwnIds = [...rounds.flat(), ...added].some(({ destinations }) =>
		destinations.some(({ messageId }) => messageId !== undefined),
	);
	return ids === 'ours' && options.messageIds === 'node' && !form.hidesIds && !hasOwnIds;
}
