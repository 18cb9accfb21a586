import { judge, judgeLog } from '../../../nodes/SmsMessaging/api/statuses';
import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { DUPLICATE, PENDING, REJECTED } from './parts';

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
