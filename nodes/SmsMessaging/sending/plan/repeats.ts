import type { Fault, ReadItem } from '../../parameters/items';
import type { ComposedMessage } from '../compose';
import type { Run } from '../run';
import { contentOf } from './identity';

type Items = Array<ReadItem<ComposedMessage>>;
type Destination = ComposedMessage['destinations'][number];

/** Makes an item faulty if one of its numbers has appeared before. */
export const reportSameNumbers = (items: Items, skipped: ReadonlySet<string>): Items =>
	reportRepeats(
		items,
		({ to }) => (skipped.has(to) ? undefined : to),
		(to, first, itemIndex) => ({
			field: 'to',
			reason: `${to} ${first === itemIndex ? 'appears twice in this item' : `already appears in item ${first}`} (Safeguards → Same Number Twice)`,
		}),
	);

/** Makes an item faulty if one of the user's message IDs was used before, also in an earlier run of the execution: an ID identifies one message. */
export function reportSameIds(items: Items, { identity, ledger }: Run): Items {
	const repeats = reportRepeats(
		items,
		({ messageId }) => messageId,
		(messageId, first, itemIndex) => ({
			field: 'messageId',
			reason: `'${messageId}' ${first === itemIndex ? 'appears twice in this item' : `is already the message ID of item ${first}`}`,
		}),
	);
	return repeats.map((item) => {
		if (item.faults.length > 0) return item;
		const { message, destinations } = item.value;
		const used = destinations.filter(({ to, messageId }) => {
			if (messageId === undefined) return false;
			return ledger.countBefore(identity.messageId(contentOf(message, { to, messageId }), 0)) > 0;
		});
		const faults = used.map(({ messageId }) => ({
			field: 'messageId',
			reason: `'${messageId}' was already used in an earlier run of this node in this execution`,
		}));
		return { ...item, faults };
	});
}

/** @param faultOf for a value, the item that had it first and the item that repeats it */
function reportRepeats(
	items: Items,
	valueOf: (destination: Destination) => string | undefined,
	faultOf: (value: string, first: number, itemIndex: number) => Fault,
): Items {
	const firstItemOf = new Map<string, number>();
	return items.map((item) => {
		const { itemIndex, value, faults } = item;
		if (faults.length > 0) return item;
		const found: Fault[] = [];
		const own = new Set<string>();
		for (const destination of value.destinations) {
			const one = valueOf(destination);
			if (one === undefined) continue;
			const first = own.has(one) ? itemIndex : firstItemOf.get(one);
			own.add(one);
			if (first !== undefined) found.push(faultOf(one, first, itemIndex));
		}
		if (found.length > 0) return { ...item, faults: found };
		for (const one of own) firstItemOf.set(one, itemIndex);
		return item;
	});
}
