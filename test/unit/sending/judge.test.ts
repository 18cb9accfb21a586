import fc from 'fast-check';

import {
	failureOfStatus,
	failureOfUnknownGroup,
	judge,
	judgeLog,
} from '../../../nodes/SmsMessaging/sending/submit/judge';
import type { SendResponseEntry, Status } from '../../../nodes/SmsMessaging/service/types';

const asEntry = (entry: object) => entry as SendResponseEntry;

const ACCEPTING = ['ACCEPTED', 'PENDING', 'DELIVERED'];
const FAILED_LATER = ['UNDELIVERABLE', 'EXPIRED'];
const group = (...names: string[]) => fc.constantFrom(...names.map((groupName) => ({ groupName })));
const duplicate = fc.oneof(
	group('REJECTED', 'PENDING', 'SOMETHING').chain((status) =>
		fc.constantFrom({ ...status, id: 23 }, { ...status, id: '23' }, { ...status, id: '023' }),
	),
	fc.constantFrom({ name: 'REJECTED_DUPLICATE_MESSAGE_ID', groupName: 'REJECTED' }, ' Rejected_Duplicate_Message_ID'),
);
const unlisted = fc.constantFrom({ groupName: 'SOMETHING' }, { groupId: 99, name: 'SOMETHING_ELSE' });
const contradictory = fc.constantFrom({ groupId: 0, groupName: 'REJECTED' }, { groupId: 5, groupName: 'PENDING' });
const namedAlone = fc.constantFrom<unknown>(
	{ name: 'PENDING_ACCEPTED' },
	{ groupId: null, name: 'MESSAGE_ACCEPTED' },
	'DELIVERED',
);
const rejectedByName = fc.constantFrom<unknown>({ groupId: null, name: 'REJECTED_X' }, 'REJECTED');
const noGroup = fc.constantFrom<unknown>(
	{ name: 'QUEUED' },
	{ id: 51, name: 'MISSING_TO' },
	{ id: 52, description: 'Invalid destination address.' },
	{ description: 'Insufficient balance' },
	{ code: 'FAILED' },
	'Failed',
	7,
	false,
	[{ groupId: 5 }],
);
const noStatus = fc.constantFrom(undefined, null, '', {}, [], { groupId: null, groupName: null });
const idThere = fc.constantFrom<unknown>('service-1', 7);
const noId = fc.constantFrom(undefined, null, '');
const anyId = fc.oneof(idThere, noId);

test.each([
	['an accepting group', group(...ACCEPTING), anyId, 'accepted', 'accepted'],
	['an accepting group in its name', namedAlone, anyId, 'accepted', 'accepted'],
	['a message that failed', group(...FAILED_LATER), anyId, 'refused', 'accepted'],
	['a rejection', group('REJECTED'), anyId, 'refused', 'refused'],
	['a rejection in its name', rejectedByName, anyId, 'refused', 'refused'],
	['a repeated ID, whatever the group', duplicate, anyId, 'duplicate', 'duplicate'],
	['a group that nobody knows', unlisted, anyId, 'unknownGroup', 'unknownGroup'],
	['two groups that contradict each other', contradictory, anyId, 'unknownGroup', 'unknownGroup'],
	['no group', noGroup, anyId, 'unknownGroup', 'unknownGroup'],
	['no status, but an ID', noStatus, idThere, 'accepted', 'accepted'],
	['neither status nor ID', noStatus, noId, 'silent', 'accepted'],
] as const)('%s: an answer says %4$s, a log %5$s', (_, statuses, ids, byAnswer, byLog) => {
	fc.assert(
		fc.property<[unknown, unknown]>(statuses, ids, (status, messageId) => {
			const entry = asEntry({ to: '1', status, messageId });
			expect(judge(entry)).toBe(byAnswer);
			expect(judgeLog(entry)).toBe(byLog);
		}),
	);
});

test.each([
	[{ name: 'EC_UNKNOWN_SUBSCRIBER' }, undefined, 'unknownGroup'],
	['Invalid number', undefined, 'unknownGroup'],
	[{}, undefined, 'accepted'],
	[null, undefined, 'accepted'],
	[{ name: 'NO_ERROR' }, { groupName: 'PENDING' }, 'accepted'],
])('an error in an answer (%j) counts only without a status (%j): %s', (error, status, verdict) => {
	expect(judge(asEntry({ to: '1', messageId: 'a', error, status }))).toBe(verdict);
});

test.each<[string, Status | undefined, string, object]>([
	[
		'a rejection',
		{ groupName: 'REJECTED', name: 'REJECTED_NETWORK', description: 'Network is forbidden' },
		'The service rejected 4366 (REJECTED_NETWORK: Network is forbidden)',
		{ serviceCode: 'REJECTED_NETWORK', serviceText: 'Network is forbidden' },
	],
	[
		'a failure',
		{ groupName: 'EXPIRED', name: 'EXPIRED_UNKNOWN', description: '' },
		'The service could not send to 4366 (EXPIRED_UNKNOWN)',
		{ serviceCode: 'EXPIRED_UNKNOWN', serviceText: '' },
	],
	[
		'a description alone',
		{ groupName: 'REJECTED', description: 'Not today' },
		'The service rejected 4366 (Not today)',
		{ serviceText: 'Not today' },
	],
	['nothing', undefined, 'The service rejected 4366', {}],
	['a text', 'REJECTED' as never, 'The service rejected 4366 (REJECTED)', { serviceCode: 'REJECTED' }],
])('what a rejection says of a destination: %s', (_, status, message, facts) => {
	expect(failureOfStatus({ status }, '4366')).toStrictEqual({
		kind: 'refused',
		message,
		description: expect.stringMatching(/Nothing was delivered to it\.$/),
		httpStatus: 200,
		...facts,
	});
});

test.each([
	[
		{ status: { name: 'ODD', description: 'Strange' } },
		' (ODD: Strange)',
		{ serviceCode: 'ODD', serviceText: 'Strange' },
	],
	[{ error: { name: 'EC_UNKNOWN_SUBSCRIBER' } }, ' (EC_UNKNOWN_SUBSCRIBER)', { serviceCode: 'EC_UNKNOWN_SUBSCRIBER' }],
	[{ status: 'Odd', error: 'Bad' }, ' (Odd)', { serviceCode: 'Odd' }],
	[{}, '', {}],
])('what a status that nobody knows says: %j', (entry, said, facts) => {
	expect(failureOfUnknownGroup(asEntry(entry))).toStrictEqual({
		kind: 'unclear',
		message: `The service gave a status that this node does not know${said}`,
		description: '',
		httpStatus: 200,
		...facts,
	});
});
