import { limitHints } from '../../../nodes/SmsMessaging/fetching/queries';

test.each<[number, string | undefined, 'entries' | 'reports', string]>([
	[8, '7', 'entries', ', though Limit is 7: only 7 come out. There may be more.'],
	[8, '7', 'reports', ', though Limit is 7: all come out, since each is handed out only once. There may be more.'],
	[7, '7', 'reports', ', the most that Limit allows; there may be more.'],
	[50, undefined, 'entries', ', the most that Limit allows; there may be more.'],
	[1000, '2000', 'entries', ', services usually return no more per call; there may be more.'],
	[6, '7', 'reports', ''],
	[49, undefined, 'reports', ''],
	[999, '2000', 'entries', ''],
])('%i results with limit %s: what is said of %s', (count, limit, results, said) => {
	const all = results === 'entries' ? 'Return All reads all of them.' : 'Return All fetches all of them.';
	expect(limitHints(limit === undefined ? [] : [['limit', limit]], count, results)).toEqual(
		said === '' ? [] : [`The service returned ${count} ${results}${said} ${all}`],
	);
});
