import { doubtsAbout, shortfallOf, type WalkGaps } from '../../../nodes/SmsMessaging/fetching/gaps';
import { host } from '../../../nodes/SmsMessaging/service/host';

const iso = (minute: number) => `2030-01-31T08:${String(minute).padStart(2, '0')}:00.000Z`;
const at = (minute: number) => Date.parse(iso(minute));
const crowdedAt = (...minutes: number[]) =>
	minutes.map((minute) => ({ instant: at(minute), read: 1000 + minute, isCertain: true }));
const shortfall = (gaps: Partial<WalkGaps>) =>
	shortfallOf({ missing: [], crowded: [], unreadable: [], unsure: [], ...gaps });
const failure = { kind: 'refused', message: 'The service refused.', description: 'Ask it.' } as const;

test('nothing is missing: nothing is said', () => {
	expect(shortfall({})).toBeUndefined();
	expect(shortfall({ crowded: [{ instant: at(1), read: 7, isCertain: false }] })).toBeUndefined();
});

test.each<[string, WalkGaps['missing'], string, string, object[]]>([
	[
		'a range',
		[{ since: at(1), until: at(2) }],
		`sent since ${iso(1)} until ${iso(2)}`,
		`To continue from here, set Sent Since ${iso(1)} and Sent Until ${iso(2)}.`,
		[{ sentSince: iso(1), sentUntil: iso(2) }],
	],
	[
		'two, open at one end',
		[{ until: at(1) }, { since: at(2) }],
		`sent until ${iso(1)}, and messages sent since ${iso(2)}`,
		`To continue from here, set Sent Until ${iso(1)}, then Sent Since ${iso(2)}.`,
		[{ sentUntil: iso(1) }, { sentSince: iso(2) }],
	],
	['any time', [{}], 'from any time', 'Then run again with the same filters.', [{}]],
])('calls that failed, and %s is missing: what to do next', (_, missing, range, next, details) => {
	expect(shortfall({ failure, missing })).toEqual({
		failure,
		message: `Not all logs were read: The service refused. Missing: messages ${range}.`,
		description: `Ask it. ${next}`,
		details: { missing: details },
	});
});

test('everything that may be missing is named, in the message and in the details', () => {
	const message = [`sent at ${iso(5)}`, `sent since ${iso(7)}`]
		.map(
			(range) =>
				`Some messages ${range} may be missing: the service's answers do not keep to this time range, or to an order.`,
		)
		.join(' ');
	const crowd = `At least as many messages were sent at ${iso(3)} (1003 read), ${iso(4)} (1004 read) as the service returns in one call. The node asked for them by status, network, sender and bulk ID; there may be more.`;
	const advice = 'Add filters, for example To or Message ID.';
	const unreadable = [{ since: at(5), until: at(5) }, { since: at(7) }];
	const details = {
		unreadable: [{ sentSince: iso(5), sentUntil: iso(5) }, { sentSince: iso(7) }],
		crowded: [
			{ sentAt: iso(3), read: 1003 },
			{ sentAt: iso(4), read: 1004 },
		],
	};
	const crowded = crowdedAt(3, 4);
	expect(shortfall({ unreadable })).toEqual({
		message,
		description: advice,
		details: { unreadable: details.unreadable },
	});
	expect(shortfall({ crowded })).toEqual({
		message: crowd,
		description: advice,
		details: { crowded: details.crowded },
	});
	expect(shortfall({ failure, missing: [{ until: at(1) }], unreadable, crowded })).toEqual({
		failure,
		message: `Not all logs were read: The service refused. Missing: messages sent until ${iso(1)}. ${message} ${crowd}`,
		description: `Ask it. To continue from here, set Sent Until ${iso(1)}. ${advice}`,
		details: { missing: [{ sentUntil: iso(1) }], ...details },
	});
});

test('of many timestamps the first ten are named, and the range of the others', () => {
	const named = Array.from({ length: 10 }, (_, index) => index + 20);
	const names = named.map((minute) => `${iso(minute)} (${1000 + minute} read)`).join(', ');
	expect(shortfall({ crowded: crowdedAt(...named) })!.message).toContain(`sent at ${names} as the service`);
	expect(shortfall({ crowded: crowdedAt(...named, 8, 3, 9) })!.message).toContain(
		`sent at ${names} and 3 more timestamps between ${iso(3)} and ${iso(9)} as the service`,
	);
});

test('what is in doubt: messages older than the logs, and instants that are not certainly whole', () => {
	jest.spyOn(host, 'now').mockReturnValue(Date.parse('2030-02-02T08:30:00.000Z'));
	const crowded = [...crowdedAt(3), { instant: at(4), read: 7, isCertain: false }];
	const doubts = (since: number | undefined, crowd: WalkGaps['crowded'] = []) =>
		doubtsAbout({ missing: [], unreadable: [], unsure: [], crowded: crowd }, since);
	expect(doubts(at(29), crowded)).toEqual([
		`The service keeps logs for 48 hours: messages sent between ${iso(29)} and ${iso(30)} may already be gone.`,
		`The service returned messages sent at ${iso(4)} (7 read). It does not say whether these are all.`,
	]);
	expect(doubts(at(31), crowdedAt(3))).toEqual([]);
	expect(doubts(undefined)).toEqual([]);
	expect(doubtsAbout({ missing: [], unreadable: [], unsure: [{ until: at(4) }], crowded: [] }, undefined)).toEqual([
		`For messages sent until ${iso(4)}, the service returned only ones that were read already. It does not say whether there are others.`,
	]);
	jest.restoreAllMocks();
});
