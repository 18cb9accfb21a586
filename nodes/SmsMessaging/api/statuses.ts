/** What a status in a group says of its message. */
interface GroupMeaning {
	readonly id: number;
	readonly fate: Exclude<Fate, 'unknown'>;
	/** What a send response with it says of the message: whether the service has taken it. */
	readonly inResponse: Acceptance;
	/** What a log entry with it says. A message that failed later was accepted first. */
	readonly inLog: Acceptance;
}

type Acceptance = 'accepted' | 'refused';

/**
 * What has become of a message, by its status.
 * - `underWay`: another status follows
 * - `delivered`, `failed`: it is final
 * - `unknown`: it is in no group of the catalogue, so it may be final or not
 */
type Fate = 'underWay' | 'delivered' | 'failed' | 'unknown';

/** What a status says by its group; the catalogue's name, if it knows the group. */
interface OfGroup {
	statusGroup?: string | undefined;
}

/**
 * All that is known about the status groups. The interface shows PENDING and DELIVERED; the others are named by public documents
 * (public status catalogue, 2015 onwards). A service may send groups found in neither.
 */
export const STATUS_GROUPS = {
	ACCEPTED: { id: 0, fate: 'underWay', inResponse: 'accepted', inLog: 'accepted' },
	PENDING: { id: 1, fate: 'underWay', inResponse: 'accepted', inLog: 'accepted' },
	UNDELIVERABLE: { id: 2, fate: 'failed', inResponse: 'refused', inLog: 'accepted' },
	DELIVERED: { id: 3, fate: 'delivered', inResponse: 'accepted', inLog: 'accepted' },
	EXPIRED: { id: 4, fate: 'failed', inResponse: 'refused', inLog: 'accepted' },
	REJECTED: { id: 5, fate: 'failed', inResponse: 'refused', inLog: 'refused' },
} as const satisfies Record<string, GroupMeaning>;

export type StatusGroup = keyof typeof STATUS_GROUPS;

const GROUP_BY_ID = new Map<number | undefined, StatusGroup>(
	Object.entries(STATUS_GROUPS).map(([name, { id }]) => [id, name as StatusGroup]),
);

/**
 * The catalogue's name for a status group, by id or, if the id is missing or unknown, by name. Undefined if the catalogue does not list
 * the group: such a status is passed on as it is.
 */
export function knownGroup(id: number | undefined, name: string | undefined): StatusGroup | undefined {
	return GROUP_BY_ID.get(id) ?? (isKnownGroup(name) ? name : undefined);
}

export function isKnownGroup(name: string | undefined): name is StatusGroup {
	return name !== undefined && Object.hasOwn(STATUS_GROUPS, name);
}

/** What has become of a message; undefined if the entry names no group. */
export function fateOf({
	statusGroup,
	statusGroupId,
}: OfGroup & { statusGroupId?: number | undefined }): Fate | undefined {
	if (isKnownGroup(statusGroup)) return STATUS_GROUPS[statusGroup].fate;
	return statusGroupId === undefined && (statusGroup ?? '') === '' ? undefined : 'unknown';
}

/** Whether the status is known to be final. */
export function isSettled(entry: OfGroup): boolean {
	return ['delivered', 'failed'].includes(fateOf(entry) ?? '');
}

/**
 * What a status says of its message.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `uncertain`: there is none, or it is in no group of the catalogue, so it may mean anything
 */
export type Verdict = Acceptance | 'duplicate' | 'uncertain';

type OfStatus = OfGroup & { status?: string | undefined };

/** What an entry of a send response says. */
export function judge(entry: OfStatus): Verdict {
	return judgeStatus(entry, 'inResponse');
}

/** Like `judge`, for a log entry: what failed later was accepted first. */
export function judgeLog(entry: OfStatus): Verdict {
	return judgeStatus(entry, 'inLog');
}

function judgeStatus({ status, statusGroup }: OfStatus, where: 'inResponse' | 'inLog'): Verdict {
	// By name (public status catalogue), since its id, 23, may stand for anything elsewhere
	if (status === 'REJECTED_DUPLICATE_MESSAGE_ID') return 'duplicate';
	return isKnownGroup(statusGroup) ? STATUS_GROUPS[statusGroup][where] : 'uncertain';
}

/** The same message may be listed as accepted, and as rejected for coming again. */
const SUREST_FIRST: readonly Verdict[] = ['accepted', 'uncertain', 'refused', 'duplicate'];

/** Of the log entries of one message, the one that says what became of it. */
export function surestOf<E extends OfStatus>(logs: readonly E[]): E | undefined {
	const found = SUREST_FIRST.find((verdict) => logs.some((log) => judgeLog(log) === verdict));
	return logs.find((log) => judgeLog(log) === found);
}
