import { presentEntry } from '../../../nodes/SmsMessaging/output/presentEntry';

const ENTRY = {
	to: '43660',
	messageId: 'm',
	status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET', description: 'Message delivered' },
	error: { groupId: 0, name: 'NO_ERROR', permanent: false },
	price: { pricePerMessage: 0, currency: 'EUR' },
	sentAt: '2026-03-04T08:58:19.000+0100',
};

test('the output does not contain the link of a question, which is secret', () => {
	const link = `https://n8n.example/webhook-waiting/7/answer?k=abcdefghijkl&signature=${'0a'.repeat(32)}`;
	const entry = { ...ENTRY, text: `Approve? ${link}` };
	const json = presentEntry('log', entry, { simplify: false });
	expect(json).toMatchObject({ text: 'Approve? {link}', log: { ...ENTRY, text: 'Approve? {link}' } });
	expect(entry.text).toContain(link);
});

test('values of the request replace missing values of the entry', () => {
	const request = { bulkId: 'request', trackingProcessKey: 'key' };
	expect(presentEntry('response', { to: '43660' }, { simplify: true }, request)).toEqual({
		to: '43660',
		bulkId: 'request',
		trackingProcessKey: 'key',
	});
	expect(presentEntry('response', { bulkId: 'entry' }, { simplify: true }, request)).toMatchObject({ bulkId: 'entry' });
	expect(presentEntry('response', { bulkId: null }, { simplify: true }, request)).toMatchObject({ bulkId: 'request' });
});

test.each<[string, object, object]>([
	['a number where text is expected', { messageId: 17, mccMnc: 23201 }, { messageId: '17', mccMnc: '23201' }],
	['numbers as text', { smsCount: '2', price: { pricePerMessage: '0.0150' } }, { smsCount: 2, pricePerMessage: 0.015 }],
	['a boolean as text', { error: { permanent: 'true' } }, { errorPermanent: true }],
	[
		'what fits no type',
		{ smsCount: 'many', sentAt: 'never', error: { permanent: 'perhaps' } },
		{ smsCount: 'many', errorPermanent: 'perhaps', sentAt: 'never' },
	],
	['blank text for a number', { smsCount: '' }, { smsCount: '' }],
	['too many digits for a number', { smsCount: '1457717814630853757' }, { smsCount: '1457717814630853757' }],
	['null', { to: null, status: null, error: { name: null } }, {}],
	['a status that is a text', { status: 'REJECTED_X' }, { statusDescription: 'REJECTED_X' }],
	['a status of another kind', { status: 5, error: ['x'] }, { statusDescription: '5' }],
	['mccmnc', { mccmnc: '23201' }, { mccMnc: '23201' }],
	['mccMnc before mccmnc', { mccmnc: 'old', mccMnc: 'new' }, { mccMnc: 'new' }],
	['nothing', {}, {}],
	['what only the prototype has', Object.create({ to: '43660' }), {}],
])('%s', (_, entry, expected) => {
	expect(presentEntry('report', entry, { simplify: true })).toEqual(expected);
});
