import fc from 'fast-check';

import { FilterSieve } from '../../../nodes/SmsMessaging/fetching/filterSieve';
import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import { instantOfDateTime } from '../../../nodes/SmsMessaging/service/dateTime';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';

function sift(query: Query, entries: JsonObject[]) {
	const out: JsonObject[] = [];
	const sieve = new FilterSieve(query, (entry) => void out.push(entry));
	for (const entry of entries) sieve.take(entry, instantOfDateTime(entry.sentAt));
	sieve.finish();
	return { out, doubts: sieve.doubts(), hints: sieve.hints() };
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
	[
		'From, in full',
		[['from', 'MyCompany Limited']],
		[{ from: 'MyCompany Limited' }, { from: ' mycompany l ' }],
		[{ from: 'x' }],
	],
	[
		'From, beside an ID of the service',
		[
			['bulkId', 'b'],
			['from', 'Mine'],
		],
		[{ bulkId: 'own', from: 'Mine' }],
		[{ bulkId: 'own', from: 'x' }],
	],
	['From, a number', [['from', '+43 660 1234567']], [{ from: 436601234567 }, { from: '06601234567' }], [{ from: '1' }]],
	['To', [['to', '436601234567']], [{ to: '+43 660 1234567' }, { to: '4366****567' }, {}], [{ to: '436601234568' }]],
	[
		'Message ID',
		[['messageId', '17,Ab-1']],
		[{ messageId: 17 }, { messageId: ' AB-1 ' }, { messageId: '' }],
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
	const { out, doubts, hints } = sift(query, [...others, ...kept]);
	expect(out).toEqual(kept);
	expect(hints).toEqual([
		`The service seems to ignore these filters: ${labels.replace(/, (?:a number|in full|beside .*)$/, '')}. The node left out ${
			others.length === 1 ? '1 entry' : `${others.length} entries`
		} that do not match them.`,
	]);
	expect(doubts.length > 0).toBe(!/, (?:a number|in full)$/.test(labels));
	expect(sift(query, kept).hints).toEqual([]);
});

test.each(['bulkId', 'messageId', 'from'])(
	'nothing is left out if no entry shows the %s: it may be another',
	(name) => {
		const entries = [{ [name]: 'own-1' }, { [name]: 'own-2' }];
		expect(sift([[name, 'mine']], entries)).toEqual({
			out: entries,
			doubts: [expect.stringMatching(/^No entry shows the .* that was asked for\./)],
			hints: [],
		});
	},
);

test.each(['x1', '1x', '', ' '])('a network code %j that is no number leaves nothing out', (code) => {
	const entries = [{ mccMnc: '23201' }, { mccMnc: '26202' }];
	expect(sift([['mcc', code]], entries)).toEqual({ out: entries, doubts: [], hints: [] });
});

const RANGE: Query = [
	['sentSince', '2030-01-31T08:30:00.000+0000'],
	['sentUntil', '2030-01-31T09:30:00.000+0000'],
];
const IGNORED = 'The service seems to ignore Bulk ID, and 2 entries in the output may not match: they do not show it.';
test.each<[string, Query, JsonObject[], string[]]>([
	[
		'one without a time',
		RANGE,
		[{}],
		['The node cannot read when 1 message was sent, so it may lie outside Sent Since and Sent Until.'],
	],
	[
		'two without',
		RANGE.slice(1),
		[{}, {}],
		['The node cannot read when 2 messages were sent, so they may lie outside Sent Until.'],
	],
	[
		'two without the ID of a filter that the service ignores',
		[['bulkId', 'b']],
		[{}, { bulkId: 'b' }, { bulkId: 'c' }, {}],
		[IGNORED],
	],
	['two without, and the service may know the filter', [['bulkId', 'b']], [{}, { bulkId: 'b' }, {}], []],
	['a status of its own', [['generalStatus', 'DELIVERED']], [group('MISLAID', 17), group('DELIVERED')], []],
])('what is in doubt: %s', (_, query, entries, doubts) => {
	expect(sift(query, entries).doubts).toEqual(doubts);
});

const LABELS = { bulkId: 'Bulk ID', messageId: 'Message ID', from: 'From', to: 'To' };
const NAMES = Object.keys(LABELS) as Array<keyof typeof LABELS>;
/** As asked for, another, or not shown. */
const shown = (name: string, asked: string) =>
	fc.constantFrom(asked, name === 'to' ? '436607654321' : 'other', undefined);
const ASKED: Record<string, string> = { bulkId: 'b', messageId: 'm', from: 'mine', to: '436601234567' };
const anyEntry = fc.record(Object.fromEntries(NAMES.map((name) => [name, shown(name, ASKED[name]!)])));

test('left out is what a filter excludes, if the service has shown what was asked for; in any order of the entries', () => {
	const entriesOfAll = fc.array(anyEntry, { maxLength: 4 });
	fc.assert(
		fc.property(fc.subarray(NAMES), entriesOfAll, (names, entries) => {
			const isOther = (entry: JsonObject, name: string) => entry[name] !== undefined && entry[name] !== ASKED[name];
			const counts = names.filter((name) => name === 'to' || entries.some((entry) => entry[name] === ASKED[name]));
			const kept = entries.filter((entry) => !counts.some((name) => isOther(entry, name)));
			const left = entries.filter((entry) => !kept.includes(entry));
			const ignored = counts.filter((name) => left.some((entry) => isOther(entry, name)));
			const unshown = names.filter((name) => !counts.includes(name) && kept.some((entry) => isOther(entry, name)));
			const query = names.map((name): [string, string] => [name, ASKED[name]!]);
			const { out, doubts, hints } = sift(query, entries as JsonObject[]);
			expect(out).toHaveLength(kept.length);
			expect(new Set(out)).toEqual(new Set(kept));
			const count = left.length === 1 ? '1 entry' : `${left.length} entries`;
			expect(hints).toEqual(
				left.length === 0
					? []
					: [
							`The service seems to ignore these filters: ${ignored.map((name) => LABELS[name]).join(', ')}. The node left out ${count} that do not match them.`,
						],
			);
			const named = (beginning: string) =>
				doubts
					.filter((doubt) => doubt.startsWith(beginning))
					.map((doubt) => doubt.slice(beginning.length).split(/,| that/)[0]);
			expect(named('No entry shows the ').sort()).toEqual(unshown.map((name) => LABELS[name]).sort());
			const unclear = ignored.filter((name) => kept.some((entry) => entry[name] === undefined));
			expect(named('The service seems to ignore ')).toEqual(unclear.map((name) => LABELS[name]));
		}),
	);
});
