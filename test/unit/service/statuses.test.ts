import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import {
	fateOf,
	isKnownGroup,
	isSettled,
	judge,
	judgeLog,
	STATUS_GROUPS,
} from '../../../nodes/SmsMessaging/api/statuses';
import { DUPLICATE, PENDING, REJECTED } from '../sending/parts';

const groupOf = (status: object) => readEntry({ status }).statusGroup;

test.each(Object.entries(STATUS_GROUPS))('%s is known by id and by name', (name, { id }) => {
	expect(groupOf({ groupId: id })).toBe(name);
	expect(groupOf({ groupId: String(id) })).toBe(name);
	expect(groupOf({ groupName: name })).toBe(name);
});

const FAILED = { groupId: 2, groupName: 'UNDELIVERABLE' };

test.each([
	['an accepting group', [PENDING, { groupId: 0 }, { groupName: 'DELIVERED' }, { groupId: 3 }], 'accepted', 'accepted'],
	['a message that failed', [FAILED, { groupId: 4, groupName: 'EXPIRED' }], 'refused', 'accepted'],
	['a rejection', [REJECTED, { groupName: 'REJECTED' }, { ...REJECTED, id: 23 }], 'refused', 'refused'],
	['a repeated ID, by its name', [DUPLICATE, { ...DUPLICATE, id: 900, groupId: 77 }], 'duplicate', 'duplicate'],
	['a group that nobody knows', [{ groupId: 77, groupName: 'PARKED' }], 'uncertain', 'uncertain'],
	['no status', [undefined, null, {}], 'uncertain', 'uncertain'],
])('%s: from an answer and from a log', (_, statuses, byAnswer, byLog) => {
	for (const status of statuses) {
		expect(judge(readEntry({ status }))).toBe(byAnswer);
		expect(judgeLog(readEntry({ status }))).toBe(byLog);
	}
});

test.each([
	[{ groupName: 'SOMETHING_NEW' }, 'unknown'],
	[{ groupId: 99 }, 'unknown'],
	[{ name: 'DELIVERED_TO_HANDSET' }, undefined],
])('a status of no known group settles nothing: %j', (status, fate) => {
	expect(fateOf(readEntry({ status }))).toBe(fate);
	expect(isSettled(readEntry({ status }))).toBe(false);
});

test.each([
	[{ groupId: 4, id: 29, name: 'EXPIRED_DLR_UNKNOWN' }, 'unconfirmed'],
	[{ groupId: 4, id: 900, name: 'EXPIRED_DLR_UNKNOWN' }, 'unconfirmed'],
	[{ groupId: 4, id: 29 }, 'unconfirmed'],
	[{ groupId: 4, id: 22 }, 'unconfirmed'],
	[{ groupId: 4, id: 22, name: 'EXPIRED_UNKNOWN' }, 'failed'],
	[{ groupId: 4, id: 29, name: 'EXPIRED_EXPIRED' }, 'failed'],
	[{ groupId: 5, id: 29 }, 'failed'],
])('a name counts before an id: %j', (status, fate) => {
	const entry = readEntry({ status });
	expect(fateOf(entry)).toBe(fate);
	expect(isSettled(entry)).toBe(true);
	expect(judge(entry)).toBe(fate === 'failed' ? 'refused' : 'uncertain');
});

test.each<[string, object, string | undefined]>([
	['the id counts before the name', { groupId: 3, groupName: 'Zugestellt' }, 'DELIVERED'],
	['the id counts where both are known and differ', { groupId: 3, groupName: 'PENDING' }, 'DELIVERED'],
	['the name where the id is unknown', { groupId: 99, groupName: 'EXPIRED' }, 'EXPIRED'],
	['an unknown group', { groupId: 99, groupName: 'SOMETHING_NEW' }, undefined],
	['nothing', {}, undefined],
	['a name that every object has', { groupName: 'constructor' }, undefined],
	['a name that is no text', { groupName: ['DELIVERED'] }, undefined],
	['an id that is no number', { groupId: null }, undefined],
	['an id that cannot be text', { groupId: { toString: 1 } }, undefined],
])('%s', (_, status, expected) => {
	const group = groupOf(status);
	expect(isKnownGroup(group) ? group : undefined).toBe(expected);
});
