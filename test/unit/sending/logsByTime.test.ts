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

const lookFor = async (names: string[], transport: ReturnType<typeof serviceWith>) => {
	const targets = names.map((name) => targetOf(name));
	const batch = { ...batchOf('bulk-1', targets), numbers: targets.map(({ destination }) => destination.to) };
	const request = { ...batch, isSingle: names.length === 1, unknown: [], duplicates: [], isOfEarlierTry: false };
	return await new LogSearch(transport, undefined, { messageIds: names }).requests([request], true);
};

test.each([
	['nothing', 0, 'absent'],
	['a few', 3, 'absent'],
	['as many as a usual answer that is cut off', 50, 'open'],
	['as many as were asked for', 1000, 'open'],
	['one more than a usual answer that is cut off', 51, 'absent'],
])('logs that show %s say whether a message is absent', async (_, others, state) => {
	const look = await lookFor(['lost'], serviceWith(others));
	expect(look.unread.size === 1 ? 'open' : 'absent').toBe(state);
});

test.each([
	['a list', 2, ['a', 'b'], ['bulk-1', 'a,b']],
	['one message', 3, ['a'], ['bulk-1', 'a,b', 'a', 'b', 'time']],
	['another message', 4, ['b'], ['bulk-1', 'a,b', 'a', 'b', 'time']],
	['messages of some time', 5, ['a', 'b'], ['bulk-1', 'a,b', 'a', 'b', 'time']],
])(
	'the call for %s fails: what it was to show is left open, and the others are asked for',
	async (_, failsAt, open, calls) => {
		const asked: string[] = [];
		const look = await lookFor(['a', 'b'], async (request) => {
			const { messageId, bulkId = 'time' } = Object.fromEntries(request.query ?? []) as Record<string, string>;
			asked.push(messageId ?? bulkId);
			return asked.length === failsAt ? { answered: true, status: 500, body: '' } : await serviceWith(0)(request);
		});
		expect([...look.unread].map(([{ key }, { httpStatus }]) => [key, httpStatus])).toEqual(
			open.map((key) => [key, 500]),
		);
		expect(asked).toEqual(calls);
	},
);
