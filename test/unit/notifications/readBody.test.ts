import { readBody } from '../../../nodes/SmsMessaging/notifications/readNotification';
import { DELIVERED, DELIVERED_XML } from './bodies';

describe('types in XML', () => {
	const read = (fields: string) => {
		const body = readBody(`<report>${fields}</report>`);
		return body.ok ? body.value : body.reason;
	};

	test.each([
		['<smsCount> 3 </smsCount>', { smsCount: 3 }],
		['<smsCount/><doneAt/><error/>', { smsCount: null, doneAt: null, error: null }],
		['<smsCount>many</smsCount>', { smsCount: 'many' }],
		['<smsCount>+12</smsCount>', { smsCount: 12 }],
		['<smsCount>1e3</smsCount>', { smsCount: '1e3' }],
		['<smsCount>0x12</smsCount>', { smsCount: '0x12' }],
		['<doneAt>20260304</doneAt>', { doneAt: '20260304' }],
		['<smsCount>12345678901234567890</smsCount>', { smsCount: '12345678901234567890' }],
		['<price><pricePerMessage>1E-2</pricePerMessage></price>', { price: { pricePerMessage: 0.01 } }],
		['<price><pricePerMessage>0,01</pricePerMessage></price>', { price: { pricePerMessage: '0,01' } }],
		[
			'<messageId>\n  a-1\n</messageId><status>\n <groupName> PENDING\n</groupName>\n</status><callbackData> x </callbackData>',
			{ messageId: 'a-1', status: { groupName: 'PENDING' }, callbackData: ' x ' },
		],
		['<error><permanent>true</permanent><id>27</id></error>', { error: { permanent: true, id: 27 } }],
		// IDs and phone numbers stay text, with all digits and zeros
		['<messageId>1457717814630853757</messageId><to>0041</to>', { messageId: '1457717814630853757', to: '0041' }],
		['<mccMnc>00101</mccMnc><bulkId>007</bulkId>', { mccMnc: '00101', bulkId: '007' }],
		// Unknown fields are kept
		['<more><tag>a</tag><tag>b</tag><size>10</size></more>', { more: { tag: ['a', 'b'], size: '10' } }],
		['<status><id>5</id><newField>007</newField></status>', { status: { id: 5, newField: '007' } }],
	])('%s', (fields, expected) => {
		expect(read(fields)).toEqual(expected);
	});

	test('an empty element is empty text for names, and otherwise null', () => {
		const emptied = (fields: object): object =>
			Object.fromEntries(
				Object.entries(fields).map(([name, value]: [string, unknown]) => {
					if (typeof value === 'object' && value !== null) return [name, emptied(value)];
					return [name, typeof value === 'string' && !name.endsWith('At') ? '' : null];
				}),
			);
		expect(read(DELIVERED_XML.replace(/>[^<\n]+</g, '><'))).toEqual(emptied(DELIVERED));
	});
});

test('deep nesting is refused, whatever its depth', () => {
	for (const depth of [51, 1_000_000])
		for (const body of ['['.repeat(depth) + ']'.repeat(depth), '<a>'.repeat(depth)])
			expect(readBody(body)).toEqual({ ok: false, reason: expect.stringContaining('50 levels') });
	expect(readBody('['.repeat(50) + ']'.repeat(50))).toMatchObject({ ok: true });
});

test.each<[string, string]>([
	['JSON', `[${'1,'.repeat(200_000)}1]`],
	['XML', `<a>${'<b/>'.repeat(200_000)}</a>`],
])('more values than a push can have are refused: %s', (_, body) => {
	expect(readBody(body)).toEqual({ ok: false, reason: expect.stringContaining('more than 200000') });
});
