import { groupByKeys, isBlankId } from '../../text/matching';
import { digitsOf } from '../../text/numbers';
import { NO_ENTRY, withOwn, type Entry } from '../../api/entry';
import type { Target } from '../plan/target';
import { judge, type Verdict } from '../../api/statuses';

/** What an answer says about a target. */
export interface Said {
	target: Target;
	/** `silent`: the answer does not mention it. */
	verdict: Verdict | 'silent';
	entry: Entry;
}

/** What an answer says about the targets of its request. */
interface ReadResponse {
	/** In the order of the targets. */
	said: Said[];
	/** Whether it gives a message another ID than the request carried. */
	replacesIds: boolean;
}

/**
 * Reads a send response. An entry is about the message whose ID it has. Without such an ID, the number decides, if as many entries as
 * messages have it and all of these say the same.
 */
export function readSendResponse(targets: readonly Target[], entries: readonly Entry[]): ReadResponse {
	const byId = groupByKeys(entries, ({ messageId }) => [messageId]);
	const carried = new Set(targets.map(({ destination }) => destination.messageId));
	const others = entries.filter(({ messageId }) => isBlankId(messageId) || !carried.has(messageId));
	const entriesTo = groupByKeys(others, ({ to }) => [digitsOf(to)]);
	const unnamed = targets.filter(({ destination }) => !byId.has(destination.messageId));
	const targetsTo = groupByKeys(unnamed, ({ destination }) => [destination.to]);
	const said = targets.map((target): Said => {
		const { to, messageId } = target.destination;
		const own = byId.get(messageId);
		if (own !== undefined) return saidOf(target, own, withOurs(own[0]!, target));
		const [ofNumber, same] = [entriesTo.get(to) ?? [], targetsTo.get(to)!];
		const isClear = ofNumber.length === same.length && new Set(ofNumber.map(judge)).size === 1;
		if (!isClear) return { target, verdict: 'silent', entry: NO_ENTRY };
		const entry = withOurs(ofNumber[same.indexOf(target)]!, target);
		// Of several messages, nothing shows which has which of the service's IDs
		const isKnown = same.length === 1 || entry.messageId === messageId;
		return saidOf(target, ofNumber, isKnown ? entry : withOwn(entry, { to, messageId: undefined }));
	});
	return { said, replacesIds: others.some(({ messageId }) => !isBlankId(messageId)) };
}

/** The entry with the number, and with the ID that it was sent with unless the service gives another. */
function withOurs(entry: Entry, { destination: { messageId, to } }: Target): Entry {
	if (entry.to === to && !isBlankId(entry.messageId)) return entry;
	return withOwn(entry, { to, messageId: isBlankId(entry.messageId) ? messageId : entry.messageId });
}

/** @param entries all that are about it; if they contradict each other, nothing is certain */
function saidOf(target: Target, entries: readonly Entry[], entry: Entry): Said {
	const verdict = judge(entry);
	return { target, verdict: entries.every((other) => judge(other) === verdict) ? verdict : 'uncertain', entry };
}
