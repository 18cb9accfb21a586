import { LogSearch } from '../../../nodes/SmsMessaging/sending/submit/logSearch';
import type { ServiceRequest, TransportResult } from '../../../nodes/SmsMessaging/service/client';
import { batchOf, targetOf } from './parts';

/** A service that shows no ID or bulk ID of ours, and the messages of others by their time. @param others how many of them an answer has */
const serviceWith =
	(others: number) =>
	async ({ query = [] }: ServiceRequest): Promise<TransportResult> => {
		const isByTime = query.some(([name]) => name === 'sentSince');
		const results = Array.from({ length: isByTime ? others : 0 }, (_, index) => ({
			messageId: `service-${index}`,
			to: '44999999999',
			text: 'Another',
		}));
		return { answered: true, status: 200, body: JSON.stringify({ results }) };
	};

test.each([
	['nothing', 0, 'absent'],
	['a few', 3, 'absent'],
	['as many as a usual answer that is cut off', 50, 'open'],
	['as many as were asked for', 1000, 'open'],
	['one more than a usual answer that is cut off', 51, 'absent'],
])('logs that show %s say whether a message is absent', async (_, others, state) => {
	const lost = targetOf('lost');
	const search = new LogSearch(serviceWith(others), undefined, { messageIds: ['lost'] });
	const request = { ...batchOf('bulk-1', [lost]), isSingle: true, numbers: [lost.destination.to] };
	const look = await search.requests([{ ...request, unknown: [], duplicates: [], isOfEarlierTry: false }], true);
	expect(look.unread.has(lost) ? 'open' : 'absent').toBe(state);
});
