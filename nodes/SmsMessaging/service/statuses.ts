/**
 * Status groups by id. The interface shows PENDING and DELIVERED; the others are named by public documents (public
 * status catalogue, 2015 onwards). A service may send groups found in neither.
 */
export const STATUS_GROUPS = {
	ACCEPTED: 0,
	PENDING: 1,
	UNDELIVERABLE: 2,
	DELIVERED: 3,
	EXPIRED: 4,
	REJECTED: 5,
} as const;

export type StatusGroup = keyof typeof STATUS_GROUPS;

const GROUP_BY_ID = new Map<string, StatusGroup>(
	Object.entries(STATUS_GROUPS).map(([name, id]) => [String(id), name as StatusGroup]),
);

/**
 * The catalogue's name for a status group, by id or, if the id is missing or unknown, by name; without either by the name of the status,
 * which begins with its group. Undefined if the catalogue does not list the group: such a status is passed on as it is.
 */
export function knownStatusGroup(status: {
	groupId?: unknown;
	groupName?: unknown;
	name?: unknown;
}): StatusGroup | undefined {
	const { groupId, groupName } = status;
	const byId =
		typeof groupId === 'number' || typeof groupId === 'string' ? GROUP_BY_ID.get(String(groupId)) : undefined;
	if (byId !== undefined) return byId;
	const named =
		groupName ?? (groupId === undefined && typeof status.name === 'string' ? status.name.split('_')[0] : '');
	const name = typeof named === 'string' ? named.toUpperCase() : '';
	return Object.hasOwn(STATUS_GROUPS, name) ? (name as StatusGroup) : undefined;
}

const FAILED_GROUPS: readonly StatusGroup[] = ['UNDELIVERABLE', 'EXPIRED', 'REJECTED'];

/** Whether no further status follows: groups 2 to 5, and unknown groups, so that a message's last status is never missed. */
export function isFinal(status: Parameters<typeof knownStatusGroup>[0]): boolean {
	const group = knownStatusGroup(status);
	return group !== 'ACCEPTED' && group !== 'PENDING';
}

/** Whether the message will not arrive: groups 2, 4 and 5. */
export function isFailed(status: Parameters<typeof knownStatusGroup>[0]): boolean {
	const group = knownStatusGroup(status);
	return group !== undefined && FAILED_GROUPS.includes(group);
}
