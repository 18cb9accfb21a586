import { isJsonObject } from '../text/json';
import type { Status } from './types';

/** What a status in a group says of its message. */
interface GroupMeaning {
	readonly id: number;
	/** Whether no further status follows. */
	readonly isFinal: boolean;
	/** Whether the message will not arrive. */
	readonly isFailed: boolean;
	/** What a send response with it says of the message: whether the service has taken it. */
	readonly inResponse: Acceptance;
	/** What a log entry with it says. A message that failed later was accepted first. */
	readonly inLog: Acceptance;
}

type Acceptance = 'accepted' | 'refused';
type GroupFields = { groupId?: unknown; groupName?: unknown };

/**
 * All that is known about the status groups. The interface shows PENDING and DELIVERED; the others are named by public documents
 * (public status catalogue, 2015 onwards). A service may send groups found in neither.
 */
export const STATUS_GROUPS = {
	ACCEPTED: { id: 0, isFinal: false, isFailed: false, inResponse: 'accepted', inLog: 'accepted' },
	PENDING: { id: 1, isFinal: false, isFailed: false, inResponse: 'accepted', inLog: 'accepted' },
	UNDELIVERABLE: { id: 2, isFinal: true, isFailed: true, inResponse: 'refused', inLog: 'accepted' },
	DELIVERED: { id: 3, isFinal: true, isFailed: false, inResponse: 'accepted', inLog: 'accepted' },
	EXPIRED: { id: 4, isFinal: true, isFailed: true, inResponse: 'refused', inLog: 'accepted' },
	REJECTED: { id: 5, isFinal: true, isFailed: true, inResponse: 'refused', inLog: 'refused' },
} as const satisfies Record<string, GroupMeaning>;

export type StatusGroup = keyof typeof STATUS_GROUPS;

const GROUP_BY_ID = new Map<string, StatusGroup>(
	Object.entries(STATUS_GROUPS).map(([name, { id }]) => [String(id), name as StatusGroup]),
);

/**
 * The catalogue's name for a status group, by id or, if the id is missing or unknown, by name. Undefined if the catalogue does not list
 * the group: such a status is passed on as it is.
 */
export function knownStatusGroup({ groupId, groupName }: GroupFields): StatusGroup | undefined {
	const isId = typeof groupId === 'number' || typeof groupId === 'string';
	const byId = isId ? GROUP_BY_ID.get(String(groupId)) : undefined;
	if (byId !== undefined) return byId;
	const isListed = typeof groupName === 'string' && Object.hasOwn(STATUS_GROUPS, groupName);
	return isListed ? (groupName as StatusGroup) : undefined;
}

/** The status of an entry. What is no status by the interface counts as its description. */
export function statusOf({ status }: { status?: unknown }): Status | undefined {
	if (status === undefined || status === null || isJsonObject(status))
		return (status ?? undefined) as Status | undefined;
	return { description: typeof status === 'string' ? status : JSON.stringify(status) };
}

/** The groups that have a meaning in common; undefined, for a group that the catalogue does not list, is never one of them. */
function groupsWith(has: (meaning: GroupMeaning) => boolean): ReadonlySet<StatusGroup | undefined> {
	const names = Object.keys(STATUS_GROUPS) as StatusGroup[];
	return new Set(names.filter((name) => has(STATUS_GROUPS[name])));
}

const PASSING_GROUPS = groupsWith(({ isFinal }) => !isFinal);
const FAILED_GROUPS = groupsWith(({ isFailed }) => isFailed);

/** Whether no further status follows. Unknown groups count as final, so that a message's last status is never missed. */
export function isFinal(status: GroupFields): boolean {
	return !PASSING_GROUPS.has(knownStatusGroup(status));
}

/** Whether the message will not arrive. */
export function isFailed(status: GroupFields): boolean {
	return FAILED_GROUPS.has(knownStatusGroup(status));
}
