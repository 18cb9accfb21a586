import fc from 'fast-check';

import { failureOfStatus, judge, judgeLog } from '../../../nodes/SmsMessaging/sending/submit/judge';
import type { SendResponseEntry, Status } from '../../../nodes/SmsMessaging/service/types';

const asEntry = (entry: object) => entry as SendResponseEntry;

const ACCEPTING = ['ACCEPTED', 'PENDING', 'DELIVERED'];
const FAILED_LATER = ['UNDELIVERABLE', 'EXPIRED'];
const group = (...names: string[]) => fc.constantFrom(...names.map((groupName) => ({ groupName })));
const duplicate = group('REJECTED', 'PENDING', 'SOMETHING').map((status) => ({ ...status, id: 23 }));
const unlisted = fc.constantFrom({ groupName: 'SOMETHING' }, { groupId: 99, name: 'SOMETHING_ELSE' });
const noGroup = fc.constantFrom({}, { groupId: null, groupName: null }, { name: 'QUEUED' });
const noStatus = fc.constantFrom(undefined, null, 'PENDING', []);
const idThere = fc.constantFrom<unknown>('service-1', 7);
const noId = fc.constantFrom(undefined, null, '');
const anyId = fc.oneof(idThere, noId);

const SENT_WITH_ID = [true];
const EITHER = [true, false];

test.each([
	['an accepting group', group(...ACCEPTING), anyId, EITHER, 'accepted', 'accepted'],
	['a message that failed', group(...FAILED_LATER), anyId, EITHER, 'refused', 'accepted'],
	['a rejection', group('REJECTED'), anyId, EITHER, 'refused', 'refused'],
	['a rejection in its name', fc.constant({ groupId: null, name: 'REJECTED_X' }), anyId, EITHER, 'refused', 'refused'],
	['a repeated ID, whatever the group', duplicate, anyId, EITHER, 'duplicate', 'duplicate'],
	['a group that nobody knows', unlisted, anyId, EITHER, 'unknownGroup', 'unknownGroup'],
	['no group, with an ID', noGroup, idThere, EITHER, 'accepted', 'accepted'],
	['no group, of a message sent with an ID', noGroup, noId, SENT_WITH_ID, 'accepted', 'accepted'],
	['no group, and no ID at all', noGroup, noId, [false], 'silent', 'accepted'],
	['no status, but an ID', noStatus, idThere, EITHER, 'accepted', 'accepted'],
	['neither status nor ID', noStatus, noId, EITHER, 'silent', 'accepted'],
] as const)('%s: an answer says %5$s, a log %6$s', (_, statuses, ids, sentWithId, byAnswer, byLog) => {
	fc.assert(
		fc.property(statuses, ids, fc.constantFrom(...sentWithId), (status, messageId, hasId) => {
			const entry = asEntry({ to: '1', status, messageId });
			expect(judge(entry, hasId)).toBe(byAnswer);
			expect(judgeLog(entry)).toBe(byLog);
		}),
	);
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
])('what a rejection says of a destination: %s', (_, status, message, facts) => {
	expect(failureOfStatus({ status }, '4366')).toStrictEqual({
		kind: 'refused',
		message,
		description: expect.stringMatching(/Nothing was delivered to it\.$/),
		httpStatus: 200,
		...facts,
	});
});
