import { instantOfDateTime } from '../../service/dateTime';
import { isJsonObject } from '../../service/json';
import { mayBeNumber } from '../../service/numbers';
import { isFinal, knownStatusGroup, type StatusGroup } from '../../service/statuses';
import type { JsonObject, Status } from '../../service/types';
import { isOfOtherRequest } from '../../service/bulkIds';
import type { Target } from '../plan/target';
import { likenessOf, type Likeness } from './likeness';

/** What is known of a message that the service accepted. */
export interface Acceptance {
	/** Entries from before this time (milliseconds since the epoch) belong to other messages, unless they have its bulk ID. */
	notBefore?: number;
	/** Its final status, if that is known. */
	final?: StatusGroup;
}

/** A message that is awaited. */
interface Accepted extends Pick<Target, 'destination'> {
	message?: { text?: unknown; binary?: unknown };
	accepted?: Acceptance;
}

/** The request of this run that each message was last sent in, if it has a bulkId of its own. */
type BulkIds = ReadonlyMap<Accepted, string>;

/**
 * The entry of a message that the service accepted, if it can be no other's: the user may have given its ID to several messages.
 * @param sameId the messages with its ID, itself included
 * @param all the entries with its ID
 * @param named those of them with its number
 */
export function acceptedLog<T extends Accepted>(
	target: T,
	sameId: readonly T[],
	all: JsonObject[],
	named: JsonObject[],
	bulkIds: BulkIds,
): JsonObject | undefined {
	if (target.accepted?.final !== undefined) return undefined;
	const { to } = target.destination;
	const twins = sameId.filter(({ destination }) => destination.to === to);
	const isAlone = twins.length === sameId.length;
	const ofNumber = isAlone ? all.filter((log) => mayBeNumber(log.to, to)) : named;
	const logs = mayBeOf(target, ofNumber, bulkIds);
	const rivals = twins.filter((twin) => mayBeOf(twin, ofNumber, bulkIds).some((log) => logs.includes(log)));
	let left = logs;
	for (const rival of rivals) {
		const final = rival.accepted?.final;
		if (final === undefined || !mayBeOf(rival, ofNumber, bulkIds).every((log) => logs.includes(log))) continue;
		const its = left.find((log) => groupOf(log) === final) ?? left.find(({ status }) => !isFinal(status as Status));
		left = left.filter((log) => log !== its);
	}
	const open = rivals.filter(({ accepted }) => accepted?.final === undefined);
	if (left.length < open.length || new Set(left.map(groupOf)).size !== 1) return undefined;
	return left[open.indexOf(target)];
}

/** The entries of its request if there are any; otherwise all but those of other requests, with other texts, or from before it was sent. */
function mayBeOf(target: Accepted, logs: JsonObject[], bulkIds: BulkIds): JsonObject[] {
	const bulkId = bulkIds.get(target);
	const alike = (all: JsonObject[], ...likenesses: Likeness[]) =>
		likenesses
			.map((likeness) => all.filter((log) => likenessOf(log, target.message) === likeness))
			.find(({ length }) => length > 0) ?? [];
	if (bulkId !== undefined) {
		const ofRequest = logs.filter((log) => log.bulkId === bulkId);
		if (ofRequest.length > 0) return alike(ofRequest, 'same', 'unclear', 'other');
		logs = logs.filter((log) => !isOfOtherRequest(bulkId, log.bulkId));
	}
	const { notBefore = -Infinity } = target.accepted ?? {};
	const since = logs.filter((log) => (instantOfDateTime(log.sentAt) ?? Infinity) >= notBefore);
	return alike(since, 'same', 'unclear');
}

function groupOf({ status }: JsonObject): StatusGroup | undefined {
	return isJsonObject(status) ? knownStatusGroup(status) : undefined;
}
