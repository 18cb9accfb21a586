import { parseXml } from '../../../nodes/SmsMessaging/text/xml';
import { withReportTypes } from '../../../nodes/SmsMessaging/notifications/xmlReport';
import { contentKey, type Report } from '../../../nodes/SmsMessaging/reports/report';
import { DELIVERED, DELIVERED_XML } from '../notifications/bodies';
import type { Json } from '../../../nodes/SmsMessaging/text/json';

const key = (report: object) => contentKey(report as Report);

test('a report has the same key in JSON and XML', () => {
	const parsed = parseXml(`<report>${DELIVERED_XML}<note/></report>`) as { value: Json };
	expect(key(withReportTypes(parsed.value) as object)).toBe(key(DELIVERED));
});

test.each([
	['numbers as text', { ...DELIVERED, smsCount: String(DELIVERED.smsCount) }],
	['fields in another order', Object.fromEntries(Object.entries(DELIVERED).reverse())],
	['fields without a value', { ...DELIVERED, note: null, other: '', more: {} }],
])('%s do not change the key', (_name, report) => expect(key(report)).toBe(key(DELIVERED)));

test.each(Object.keys(DELIVERED))("another '%s' changes the key", (name) => {
	expect(key({ ...DELIVERED, [name]: { other: 1 } })).not.toBe(key(DELIVERED));
});

test('similar lists and objects have different keys', () => {
	expect(key({ ...DELIVERED, note: [['a', '1']] })).not.toBe(key({ ...DELIVERED, note: { a: '1' } }));
});
