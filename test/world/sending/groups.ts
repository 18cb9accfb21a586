import type { Target } from './life';
import type { StoredMessage } from './service';

type Counted = Pick<Target, 'to' | 'from' | 'content'> & Pick<Partial<Target>, 'ownId'>;

/** What messages that count together have in common: the user's own ID; or number, content and sender. */
export function groupOf({ to, from, content, ownId }: Counted): string {
	return ownId === undefined ? `${to} ${content}${from === '' ? '' : ` from ${from}`}` : `ID ${ownId}`;
}

/** The same, as if there were no ID. */
export const groupWithoutId = ({ ownId: _, ...message }: Counted): string => groupOf(message);

/** The same of a message at the service. */
export function groupAtService({ sentId, ...message }: StoredMessage): string {
	return groupOf({ ...message, ownId: sentId?.startsWith('own-') === true ? sentId : undefined });
}
