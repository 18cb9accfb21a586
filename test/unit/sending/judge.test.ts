import fc from 'fast-check';

import { judge, judgeLog, surestOf } from '../../../nodes/SmsMessaging/sending/submit/judge';
import { DUPLICATE, PENDING, REJECTED } from './parts';

const FAILED = { groupId: 2, groupName: 'UNDELIVERABLE' };

test.each([
	['an accepting group', [PENDING, { groupId: 0 }, { groupName: 'delivered' }, { groupId: 3 }], 'accepted', 'accepted'],
	['a message that failed', [FAILED, { groupId: 4, groupName: 'EXPIRED' }], 'refused', 'accepted'],
	['a rejection', [REJECTED, { groupName: 'REJECTED' }, { ...REJECTED, id: 23 }], 'refused', 'refused'],
	['a repeated ID, by its name', [DUPLICATE, { ...DUPLICATE, id: 900, groupId: 77 }], 'duplicate', 'duplicate'],
	['a group that nobody knows', [{ groupId: 77, groupName: 'PARKED' }], 'uncertain', 'uncertain'],
	['no status', [undefined, null, {}], 'uncertain', 'uncertain'],
])('%s: what an answer and a log say', (_, statuses, byAnswer, byLog) => {
	for (const status of statuses) {
		expect(judge({ status })).toBe(byAnswer);
		expect(judgeLog({ status })).toBe(byLog);
	}
});

test('of several entries of one message, one that shows that it was accepted counts', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(PENDING, REJECTED, DUPLICATE, FAILED), { maxLength: 4 }), (statuses) => {
			const surest = surestOf(statuses.map((status) => ({ status })));
			expect(surest !== undefined).toBe(statuses.length > 0);
			if (statuses.includes(PENDING) || statuses.includes(FAILED)) expect(judgeLog(surest!)).toBe('accepted');
			else if (statuses.includes(REJECTED)) expect(judgeLog(surest!)).toBe('refused');
		}),
	);
});
