import { groupByKeys, isBlankId } from '../../text/matching';
import { digitsOf } from '../../text/numbers';
import { withOwn, type Entry } from '../../api/entry';
import type { Outcome, Target } from '../plan/target';
import { ofAnswer } from './decide';
import { judge } from '../../api/statuses';

/** What an answer says about the targets of its request. */
interface ReadResponse {
	said: Map<Target, Outcome>;
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
	const ofTarget = (target: Target): Outcome => {
		const { to, messageId } = target.destination;
		const own = byId.get(messageId);
		if (own !== undefined) return ofAnswer(target, withOurs(own[0]!, target), own);
		const [ofNumber, same] = [entriesTo.get(to) ?? [], targetsTo.get(to)!];
		const isClear = ofNumber.length === same.length && new Set(ofNumber.map(judge)).size === 1;
		if (!isClear) return ofAnswer(target, undefined, []);
		const entry = withOurs(ofNumber[same.indexOf(target)]!, target);
		// Of several messages, nothing shows which has which of the service's IDs
		const isKnown = same.length === 1 || entry.messageId === messageId;
		return ofAnswer(target, isKnown ? entry : withOwn(entry, { to, messageId: undefined }), ofNumber);
	};
	return {
		said: new Map(targets.map((target) => [target, ofTarget(target)])),
		replacesIds: others.some(({ messageId }) => !isBlankId(messageId)),
	};
}

/** The entry with the number, and with the ID that it was sent with unless the service gives another. */
function withOurs(entry: Entry, { destination: { messageId, to } }: Target): Entry {
	if (entry.to === to && !isBlankId(entry.messageId)) return entry;
	return withOwn(entry, { to, messageId: isBlankId(entry.messageId) ? messageId : entry.messageId });
}
