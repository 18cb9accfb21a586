import { FilterSieve } from '../../../nodes/SmsMessaging/fetching/filterSieve';
import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import { instantOfDateTime } from '../../../nodes/SmsMessaging/service/dateTime';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';

function sift(query: Query, entries: JsonObject[]) {
	const out: JsonObject[] = [];
	const sieve = new FilterSieve(query, (entry) => void out.push(entry));
	for (const entry of entries) sieve.take(entry, instantOfDateTime(entry.sentAt));
	sieve.finish();
	return { out, doubts: sieve.doubts(), remarks: sieve.remarks() };
}

const group = (groupName: string, groupId?: number): JsonObject => ({
	status: { groupName, ...(groupId !== undefined && { groupId }) },
});

test.each<[string, Query, JsonObject[], JsonObject[]]>([
	[
		'From',
		[['from', 'MyCompany Ltd']],
		[{ from: 'MYCOMPANY LTD' }, { from: 'MyCompany L' }, { from: 'My-Company Ltd.' }, { from: null }, { from: 'My*' }],
		[{ from: 'MyCompany' }, { from: '436601234567' }],
	],
	['From, a number', [['from', '+43 660 1234567']], [{ from: 436601234567 }, { from: '06601234567' }], [{ from: '1' }]],
	['To', [['to', '436601234567']], [{ to: '+43 660 1234567' }, { to: '4366****567' }, {}], [{ to: '436601234568' }]],
	[
		'Message ID',
		[['messageId', '17,Ab-1']],
		[{ messageId: 17 }, { messageId: 'AB-1' }, { messageId: '' }],
		[{ messageId: 1 }],
	],
	[
		'Status Group',
		[['generalStatus', 'DELIVERED']],
		[group('delivered'), group('PENDING', 3), group('DELIVERED', 1), group('MISLAID', 17), {}],
		[group('PENDING'), group('', 1)],
	],
	[
		'Mobile Country Code, Mobile Network Code',
		[
			['mcc', '232'],
			['mnc', '1'],
		],
		[{ mccMnc: '23201' }, { mccmnc: 23201 }, { mccMnc: '232' }],
		[{ mccMnc: '23202' }, { mccMnc: '26201' }],
	],
	[
		'Sent Since and Sent Until',
		[
			['sentSince', '2030-01-31T08:30:00.700+0000'],
			['sentUntil', '2030-01-31T09:30:00.000+0000'],
		],
		[{ sentAt: '2030-01-31T08:30:00.000+0000' }, { sentAt: '2030-01-31T09:30:00.000' }, {}],
		[{ sentAt: '2030-01-31T08:29:59.000+0000' }, { sentAt: '2030-01-31T09:31:00.000+0000' }],
	],
])('%s: what certainly was not asked for is left out', (labels, query, kept, others) => {
	const { out, doubts, remarks } = sift(query, [...others, ...kept]);
	expect(out).toEqual(kept);
	expect(remarks).toEqual([
		`The service seems to ignore these filters: ${labels.replace(', a number', '')}. The node left out ${
			others.length === 1 ? '1 entry' : `${others.length} entries`
		} that do not match them.`,
	]);
	expect(doubts.length > 0).toBe(labels !== 'From, a number');
	expect(sift(query, kept).remarks).toEqual([]);
});

test.each(['bulkId', 'messageId', 'from'])(
	'nothing is left out if no entry shows the %s: it may be another',
	(name) => {
		const entries = [{ [name]: 'own-1' }, { [name]: 'own-2' }];
		expect(sift([[name, 'mine']], entries)).toEqual({
			out: entries,
			doubts: [expect.stringMatching(/^No entry shows the .* that was asked for\./)],
			remarks: [],
		});
	},
);
