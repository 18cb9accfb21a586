import {
	contentKey,
	isReceived,
	isReport,
	keptEntry,
	readEntry,
	withTypes,
	type Entry,
} from '../../../nodes/SmsMessaging/api/entry';
import { presentEntry } from '../../../nodes/SmsMessaging/entries/presentEntry';
import type { Json } from '../../../nodes/SmsMessaging/text/json';
import { parseXml } from '../../../nodes/SmsMessaging/text/xml';
import { DELIVERED, DELIVERED_XML } from '../notifications/bodies';

const PENDING = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: 'Message sent' };
const PENDING_FIELDS = { statusGroup: 'PENDING', status: 'PENDING_ACCEPTED', statusDescription: 'Message sent' };
const TIMES = { sentAt: '2026-03-04T08:58:19.001+0100', doneAt: '2026-03-04T08:58:20.000-0330' };
const TIME_FIELDS = { sentAt: '2026-03-04T07:58:19.001Z', doneAt: '2026-03-04T12:28:20.000Z' };
const PLATFORM = { entityId: 'shop', applicationId: 'till' };

/** Other shapes of an entry than the interface's (test/integration/interface/responses.test.ts) by their source, and what the items say. */
test.each<[source: string, raw: object, expected: object]>([
	['documents of 2015: mccmnc', { mccmnc: '23201' }, { mccMnc: '23201' }],
	['both spellings', { mccmnc: 'old', mccMnc: 'new' }, { mccMnc: 'new' }],
	['recordings: no network', { mccMnc: 'null' }, {}],
	[
		'recordings: ten decimals',
		{ price: { pricePerMessage: '0E-10', currency: 'CREDITS' } },
		{ pricePerMessage: 0, currency: 'CREDITS' },
	],
	['recordings: a destination that is an object', { to: { phoneNumber: '43660' } }, { to: '43660' }],
	[
		'documents: answer of version 3',
		{ messageId: 'm', status: PENDING, destination: '43660', details: { messageCount: 2 } },
		{ messageId: 'm', to: '43660', ...PENDING_FIELDS, smsCount: 2 },
	],
	[
		'documents: log of version 3',
		{ sender: 'A', destination: '43660', messageCount: 1, content: { text: 'Hi' }, platform: PLATFORM },
		{ to: '43660', from: 'A', text: 'Hi', smsCount: 1, ...PLATFORM },
	],
	[
		'documents: report of version 3',
		{ to: '43660', sender: 'A', messageCount: 3, platform: PLATFORM, campaignReferenceId: 'spring' },
		{ to: '43660', from: 'A', smsCount: 3, ...PLATFORM, campaignReferenceId: 'spring' },
	],
	[
		'documents: inbox report',
		{ messageId: 17, from: '43660', text: 'QUIZ Yes', cleanText: 'Yes', keyword: 'QUIZ', receivedAt: TIMES.sentAt },
		{
			messageId: '17',
			from: '43660',
			text: 'QUIZ Yes',
			cleanText: 'Yes',
			keyword: 'QUIZ',
			receivedAt: TIME_FIELDS.sentAt,
		},
	],
	['numbers as text', { smsCount: '2', price: { pricePerMessage: '0.0150' } }, { smsCount: 2, pricePerMessage: 0.015 }],
	['a boolean as text', { error: { permanent: 'true' } }, { errorPermanent: true }],
	['a group by its number', { status: { groupId: '3', groupName: 'Zugestellt' } }, { statusGroup: 'DELIVERED' }],
	[
		'what fits no type, as it is',
		{ smsCount: 'many', sentAt: 'never', error: { permanent: 'perhaps' }, messageId: ['m'] },
		{ messageId: ['m'], smsCount: 'many', errorPermanent: 'perhaps', sentAt: 'never' },
	],
	['too many digits for a number', { smsCount: '1457717814630853757' }, { smsCount: '1457717814630853757' }],
	['null', { to: null, status: null, error: { name: null } }, {}],
	['a status that is a text', { status: 'REJECTED_X' }, { statusDescription: 'REJECTED_X' }],
	['a status of another kind', { status: 5, error: ['x'] }, { statusDescription: '5' }],
	['nothing', {}, {}],
])('%s', (_, raw, expected) => {
	const entry = readEntry(raw);
	// Never with a field `error`, which n8n would treat as a failure
	expect(presentEntry('report', entry, { simplify: true })).toEqual(expected);
	expect(presentEntry('report', entry, { simplify: false })).toEqual({ ...expected, report: raw });
	// As n8n stores it with a waiting execution
	const stored = JSON.parse(JSON.stringify(entry)) as Entry;
	expect(presentEntry('report', keptEntry(stored), { simplify: true })).toEqual(expected);
});

test('what is no object says nothing, and is kept', () => {
	for (const raw of [null, 'text', 7, ['list']]) expect(readEntry(raw)).toEqual({ raw });
});

test('an entry of XML becomes that of JSON', () => {
	const xml = `<report>\n${DELIVERED_XML.replaceAll(/<(status|price)>/g, '\n\t<$1>\n')}<note/></report>`;
	const parsed = withTypes((parseXml(xml) as { value: Json }).value);
	const { note, ...typed } = parsed as Record<string, Json>;
	expect(note).toBe('');
	expect(typed).toEqual(DELIVERED);
	expect(contentKey(readEntry(parsed))).toBe(contentKey(readEntry(DELIVERED)));
});

describe('kinds', () => {
	const received = { messageId: 'm', from: '43660', text: '' };
	test.each<[string, object, string]>([
		['a report', DELIVERED, 'report'],
		['a report of version 3', { messageId: 7, status: {}, sender: 'A' }, 'report'],
		['a received message', received, 'received'],
		['an MMS', { messageId: 'm', from: '43660', message: [] }, 'other'],
		['a report without an ID', { messageId: ' ', status: {} }, 'other'],
		['a status that is no object', { ...received, status: 'DELIVERED' }, 'received'],
	])('%s', (_, raw, kind) => {
		const entry = readEntry(raw);
		expect(isReport(entry) ? 'report' : isReceived(entry) ? 'received' : 'other').toBe(kind);
	});
});

test('neither an item nor the entry in it has the link of a question, which is secret', () => {
	const link = `https://n8n.example/webhook-waiting/7/answer?k=abcdefghijkl&signature=${'0a'.repeat(32)}`;
	for (const write of [
		(text: string) => ({ to: '43660', text }),
		(text: string) => ({ text, cleanText: text, keyword: '' }),
		(text: string) => ({ content: { text, language: {} } }),
	]) {
		const raw = write(`Approve? ${link}`);
		const json = presentEntry('log', readEntry(raw), { simplify: false });
		expect(json).toMatchObject({ text: 'Approve? {link}', log: write('Approve? {link}') });
		expect(JSON.stringify(json)).not.toContain('signature');
		expect(JSON.stringify(raw)).toContain(link);
	}
});

describe('the key of an entry', () => {
	const key = (raw: object) => contentKey(readEntry(raw));

	test.each([
		['numbers as text', { ...DELIVERED, smsCount: String(DELIVERED.smsCount) }],
		['fields in another order', Object.fromEntries(Object.entries(DELIVERED).reverse())],
		['fields without a value', { ...DELIVERED, note: null, other: '', more: {} }],
	])('%s do not change it', (_name, report) => expect(key(report)).toBe(key(DELIVERED)));

	test.each(Object.keys(DELIVERED))("another '%s' changes it", (name) => {
		expect(key({ ...DELIVERED, [name]: { other: 1 } })).not.toBe(key(DELIVERED));
	});

	test('similar lists and objects have different keys', () => {
		expect(key({ ...DELIVERED, note: [['a', '1']] })).not.toBe(key({ ...DELIVERED, note: { a: '1' } }));
	});
});
