import { describeRange, type TimeRange } from '../../../nodes/SmsMessaging/logs/timeRange';

test.each<[TimeRange, string]>([
	[{}, 'from any time'],
	[{ since: 0 }, 'sent since 1970-01-01T00:00:00.000Z'],
	[{ until: 1000 }, 'sent until 1970-01-01T00:00:01.000Z'],
	[{ since: 0, until: 1000 }, 'sent since 1970-01-01T00:00:00.000Z until 1970-01-01T00:00:01.000Z'],
	[{ since: 0, until: 0 }, 'sent at 1970-01-01T00:00:00.000Z'],
])('%j is called: %s', (range, words) => expect(describeRange(range)).toBe(words));
