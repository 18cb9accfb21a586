/**
 * What has become of a message, by its status.
 * - `underWay`: another status follows
 * - `delivered`, `failed`: it is final
 * - `unconfirmed`: it is final, and the phone may have the message
 * - `unknown`: it is in no group of the catalogue, so it may be final or not
 */
type Fate = 'underWay' | 'delivered' | 'failed' | 'unconfirmed' | 'unknown';

/** What is read of a status; its group by the catalogue's name, if it knows the group. */
interface OfStatus {
	status?: string | undefined;
	statusId?: number | undefined;
	statusGroup?: string | undefined;
	statusGroupId?: number | undefined;
}

/** Its network has reported nothing. */
export const UNCONFIRMED = 'EXPIRED_DLR_UNKNOWN';
/** Its ids, now and in documents of 2015. They may stand for anything elsewhere, so a name counts before them. */
const UNCONFIRMED_IDS = [29, 22];

export function isUnconfirmed({ status, statusId = NaN, statusGroup }: OfStatus): boolean {
	if (status !== undefined) return status === UNCONFIRMED;
	return statusGroup === 'EXPIRED' && UNCONFIRMED_IDS.includes(statusId);
}

/**
 * All that is known about the status groups. The interface shows PENDING and DELIVERED; the others are named by public documents
 * (public status catalogue, 2015 onwards). A service may send groups found in neither.
 */
export const STATUS_GROUPS = {
	ACCEPTED: { id: 0, fate: 'underWay' },
	PENDING: { id: 1, fate: 'underWay' },
	UNDELIVERABLE: { id: 2, fate: 'failed' },
	DELIVERED: { id: 3, fate: 'delivered' },
	EXPIRED: { id: 4, fate: 'failed' },
	REJECTED: { id: 5, fate: 'failed' },
} as const satisfies Record<string, { id: number; fate: Exclude<Fate, 'unconfirmed' | 'unknown'> }>;

export type StatusGroup = keyof typeof STATUS_GROUPS;

const GROUP_BY_ID = new Map<number | undefined, StatusGroup>(
	Object.entries(STATUS_GROUPS).map(([name, { id }]) => [id, name as StatusGroup]),
);

/**
 * The catalogue's name for a status group, by id or, if the id is missing or unknown, by name. Undefined if the catalogue does not list
 * the group: such a status is passed on as it is.
 */
export const knownGroup = (id: number | undefined, name: string | undefined): StatusGroup | undefined =>
	GROUP_BY_ID.get(id) ?? (isKnownGroup(name) ? name : undefined);

export const isKnownGroup = (name: string | undefined): name is StatusGroup =>
	name !== undefined && Object.hasOwn(STATUS_GROUPS, name);

/** What has become of a message; undefined if the entry names no group. */
export function fateOf(entry: OfStatus): Fate | undefined {
	const { statusGroup, statusGroupId } = entry;
	if (isUnconfirmed(entry)) return 'unconfirmed';
	if (isKnownGroup(statusGroup)) return STATUS_GROUPS[statusGroup].fate;
	return statusGroupId === undefined && (statusGroup ?? '') === '' ? undefined : 'unknown';
}

export const isSettled = (entry: OfStatus): boolean => certaintyOf(entry) >= CERTAINTY.unconfirmed;

/** How much each says of what has become of a message. */
const CERTAINTY = { underWay: 0, unknown: 1, unconfirmed: 2, delivered: 3, failed: 3 } as const satisfies Record<
	Fate,
	number
>;

const certaintyOf = (entry: OfStatus | undefined): number => CERTAINTY[(entry && fateOf(entry)) ?? 'underWay'];

/** Whether a status takes the place of an earlier one, which it does unless that says more, or that the message was delivered or has failed. */
export const replaces = (later: OfStatus, earlier: OfStatus | undefined): boolean =>
	certaintyOf(earlier) < CERTAINTY.delivered && certaintyOf(later) >= certaintyOf(earlier);

export const saysMore = (later: OfStatus, earlier: OfStatus | undefined): boolean =>
	certaintyOf(later) > certaintyOf(earlier);

/**
 * What a status says of its message.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `uncertain`: there is none, or it is in no group of the catalogue, so it may mean anything
 */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'uncertain';

export const judge = (entry: OfStatus): Verdict =>
	isUnconfirmed(entry) ? 'uncertain' : judgeBy(entry, (group) => STATUS_GROUPS[group].fate === 'failed');

/** Like `judge`, for a log entry: what failed later was accepted first. */
export const judgeLog = (entry: OfStatus): Verdict => judgeBy(entry, (group) => group === 'REJECTED');

function judgeBy({ status, statusGroup }: OfStatus, isRefusal: (group: StatusGroup) => boolean): Verdict {
	// By name (public status catalogue), since its id, 23, may stand for anything elsewhere
	if (status === 'REJECTED_DUPLICATE_MESSAGE_ID') return 'duplicate';
	if (!isKnownGroup(statusGroup)) return 'uncertain';
	return isRefusal(statusGroup) ? 'refused' : 'accepted';
}

/** The same message may be listed as accepted, and as rejected for coming again. */
const SUREST_FIRST: readonly Verdict[] = ['accepted', 'uncertain', 'refused', 'duplicate'];

/** Of the log entries of one message, the one that says what became of it. */
export function surestOf<E extends OfStatus>(logs: readonly E[]): E | undefined {
	const found = SUREST_FIRST.find((verdict) => logs.some((log) => judgeLog(log) === verdict));
	return logs.find((log) => judgeLog(log) === found);
}
