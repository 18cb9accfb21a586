import { outputItems } from '../../../nodes/SmsMessaging/waiting/outputs';

test.each([true, false])('a message with its final status keeps the fields of sending (Simplify %s)', (simplify) => {
	const facts = { segments: 1, encoding: 'UCS-2', ucs2Characters: ['ж'], notReplaced: ['ж'], cutFrom: 2 };
	const accepted = { messageId: 'm', to: '436601234567', status: 'PENDING_ACCEPTED', smsCount: 1, ...facts };
	const entry = { messageId: 'm', to: '436601234567', smsCount: 2, status: { groupName: 'DELIVERED' } };
	const message = { itemIndex: 0, destination: { to: '436601234567' }, accepted };
	const [[delivered], , [open]] = outputItems(
		[{ ...message, final: { key: 'report', entry } }, message],
		[],
		{ simplify },
		'three',
	) as [Array<{ json: object }>, unknown, Array<{ json: object }>];
	expect(open!.json).toEqual(accepted);
	expect(delivered!.json).toMatchObject({ statusGroup: 'DELIVERED', smsCount: 2, ...facts });
});

test('a message is output with the fields of its input item and of the node, and with the items skipped for it', () => {
	const message = {
		itemIndex: 0,
		destination: { to: '43660', messageId: 'm-1' },
		accepted: { messageId: 'm-1', to: '43660', given: '0660', status: 'PENDING_ACCEPTED' },
		added: { given: '0660' },
		input: { row: 7, status: 'open' },
		skipped: [{ json: { to: '43660', skipped: true }, pairedItem: { item: 1 } }],
	};
	const entry = { messageId: 'm-1', status: { groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' } };
	const delivered = { ...message, final: { key: 'report' as const, entry } };
	const skipped = { to: '43660', skipped: true };
	const json = { row: 7, status: 'DELIVERED_TO_HANDSET', messageId: 'm-1', to: '43660', given: '0660' };
	const out = (one: typeof message) =>
		outputItems([one], [], { simplify: true }, 'three').map((items) => items.map((item) => item.json));
	expect(out(delivered)).toEqual([[{ ...json, statusGroup: 'DELIVERED' }, skipped], [], []]);
	expect(out(message)).toEqual([[], [], [{ ...json, status: 'PENDING_ACCEPTED' }, skipped]]);
});
