import { SeenEntries } from '../../../nodes/SmsMessaging/fetching/seenEntries';

test('entries without an ID: one whose status changes is the same, two alike in one answer are two', () => {
	const entry = (groupName: string) => ({ to: '436601234567', from: 'A', text: 'Hello', status: { groupName } });
	const seen = new SeenEntries();
	const inAnswer = (...entries: object[]) => {
		const isNew = seen.nextAnswer();
		return entries.map((each) => isNew(each as never, 1));
	};
	expect(inAnswer(entry('PENDING'), entry('PENDING'))).toEqual([true, true]);
	expect(inAnswer(entry('DELIVERED'), { ...entry('DELIVERED'), to: '436607654321' })).toEqual([false, true]);
	expect(inAnswer({ status: 1 }, { status: 2 })).toEqual([true, true]);
});
