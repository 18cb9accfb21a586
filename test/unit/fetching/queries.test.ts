import { limitHints } from '../../../nodes/SmsMessaging/fetching/queries';

test.each<[number, string | undefined, 'entries' | 'reports', string]>([
	[8, '7', 'entries', '8 entries, and Limit is 7'],
	[8, '7', 'reports', '8 reports, and Limit is 7'],
	[7, '7', 'reports', 'There may be more'],
	[50, undefined, 'entries', 'There may be more'],
	[1000, '2000', 'entries', 'There may be more'],
	[6, '7', 'reports', ''],
	[49, undefined, 'reports', ''],
	[999, '2000', 'entries', ''],
])('%i results with limit %s: what is said of %s', (count, limit, results, said) => {
	expect(limitHints(limit === undefined ? [] : [['limit', limit]], count, results)).toEqual(
		said === '' ? [] : [expect.stringContaining(said)],
	);
});
