import { LogHabits } from '../../../nodes/SmsMessaging/fetching/logHabits';
import { aroundSuspect, halves, type Part } from '../../../nodes/SmsMessaging/fetching/logParts';
import { Overlap } from '../../../nodes/SmsMessaging/fetching/overlap';
import { isLeaving, WalkStart } from '../../../nodes/SmsMessaging/fetching/walkStart';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { HOUR_MS, START } from './walking';

/** What a walk over the logs learns about the service, and how it divides what is to be read. */

describe('how far beyond a bound to ask', () => {
	const overlapAfter = (...events: Array<'sawGap' | 'sawBound' | 'sawInclusive'>) => {
		const overlap = new Overlap();
		const answers = events.map((event) => overlap[event]());
		return { seen: overlap.ms(true), unseen: overlap.ms(false), isProven: overlap.isProven, last: answers.at(-1) };
	};
	test.each<[string, Array<'sawGap' | 'sawBound' | 'sawInclusive'>, ReturnType<typeof overlapAfter>]>([
		['at first, where nothing would show a gap: 1 ms', [], { seen: 0, unseen: 1, isProven: false, last: undefined }],
		['a gap: 1 ms', ['sawGap'], { seen: 1, unseen: 1, isProven: false, last: true }],
		['two gaps: a second', ['sawGap', 'sawGap'], { seen: 1000, unseen: 1000, isProven: false, last: true }],
		['three: a minute', ['sawGap', 'sawGap', 'sawGap'], { seen: 60_000, unseen: 60_000, isProven: false, last: true }],
		[
			'four: nothing helps',
			['sawGap', 'sawGap', 'sawGap', 'sawGap'],
			{ seen: 0, unseen: 1, isProven: false, last: false },
		],
		[
			'nothing helps: what has helped before',
			['sawGap', 'sawBound', 'sawGap', 'sawGap', 'sawGap'],
			{ seen: 1, unseen: 1, isProven: true, last: false },
		],
		['inclusive bounds', ['sawInclusive'], { seen: 0, unseen: 0, isProven: true, last: true }],
		[
			'inclusive bounds, known before',
			['sawBound', 'sawInclusive'],
			{ seen: 0, unseen: 0, isProven: true, last: false },
		],
		[
			'an entry a second away does not show that bounds are inclusive',
			['sawGap', 'sawGap', 'sawInclusive'],
			{ seen: 1000, unseen: 1000, isProven: false, last: false },
		],
	])('%s', (_, events, expected) => {
		expect(overlapAfter(...events)).toEqual(expected);
	});
});

test.each<[string, number[], Array<[number, number]>, number, boolean]>([
	[
		'three spans of time of as many entries',
		[50, 50, 50],
		[
			[1, 2],
			[2, 3],
			[3, 4],
		],
		50,
		true,
	],
	[
		'two',
		[50, 50],
		[
			[1, 2],
			[2, 3],
		],
		50,
		false,
	],
	[
		'three times the same one',
		[50, 50, 50],
		[
			[1, 2],
			[1, 2],
			[1, 2],
		],
		50,
		false,
	],
	[
		'a fourth, smaller answer',
		[50, 50, 50, 10],
		[
			[1, 2],
			[2, 3],
			[3, 4],
		],
		50,
		true,
	],
	[
		'a larger answer since',
		[50, 50, 50, 60],
		[
			[1, 2],
			[2, 3],
			[3, 4],
		],
		60,
		false,
	],
	['1,000 entries', [1000], [], 1000, true],
])('most entries in one answer: %s', (_, sizes, spans, largest, isTheMost) => {
	const habits = new LogHabits();
	sizes.forEach((size, index) => {
		habits.sawAnswer(size);
		const span = spans[index];
		if (span !== undefined) habits.sawFullSpan(...span);
	});
	expect([habits.largest, habits.isLargestTheMost]).toEqual([largest, isTheMost]);
});

describe('the start of a walk', () => {
	beforeEach(() => void jest.spyOn(host, 'now').mockReturnValue(START));
	const page = (...times: Array<number | undefined>) => ({ entries: times.map(() => ({})), times });

	test.each([
		[46.9, false],
		[47.1, true],
		[undefined, false],
	])('sent %s hours ago: leaves the logs soon is %s', (hours, expected) => {
		expect(isLeaving(hours === undefined ? undefined : START - hours * HOUR_MS)).toBe(expected);
	});

	test('what is sent more than a minute later, by the clock of the service, is not read', () => {
		const start = new WalkStart();
		expect([59_000, 61_000].map((ms) => start.isBefore({ since: START + ms }))).toEqual([false, true]);
		expect(start.isBefore({ until: START + HOUR_MS })).toBe(false);
		start.learn(page(START - 1000, undefined, START + 100_000, START + 50_000));
		expect([159_000, 161_000].map((ms) => start.isBefore({ since: START + ms }))).toEqual([false, true]);
	});

	const part = { since: START - 1_000_000, until: START + 5000, met: 2 };
	const far = START - 1_000_000 - 121_000;
	test.each<[string, Part, Array<number | undefined>, boolean]>([
		['no more than before, and some far outside', part, [START - 1, START - 2, far], true],
		['sent at the very start', part, [START, START - 1, START - 2, far], false],
		['sent since', part, [START - 1, START - 2, START + 1, far], true],
		['more than before', part, [START - 1, START - 2, START - 3, far], false],
		['nothing far outside', part, [START - 1, START - 1_119_000, START + 124_000], false],
		['far after it', { ...part, until: START - 500_000 }, [START - 370_000], true],
		['does not say when', part, [undefined], false],
		['no answer before', { ...part, met: undefined }, [far], false],
		['no bounds', { met: 2 }, [far, 0], false],
	])('whether the service ignores a range: %s', (_, asked, times, expected) => {
		expect(new WalkStart().isIgnored(asked, page(...times))).toBe(expected);
	});
});

describe('parts', () => {
	const none = { since: false, until: false };
	const all = { since: 0, until: 100 };

	test.each<[string, number[], Array<[number | undefined, number | undefined]>]>([
		[
			'divided at an instant that both have',
			[10, 20, 30, 40],
			[
				[30, 100],
				[0, 30],
			],
		],
		[
			'two instants: what lies between them is read, too',
			[10, 20],
			[
				[11, 19],
				[20, 100],
				[0, 10],
			],
		],
		[
			'two with room for one between',
			[10, 12],
			[
				[11, 11],
				[12, 100],
				[0, 10],
			],
		],
		[
			'two neighbors',
			[10, 11],
			[
				[11, 100],
				[0, 10],
			],
		],
	])('%s', (_, instants, expected) => {
		const bounds = (parts: Part[]) => parts.map(({ since, until }) => [since, until]);
		expect(bounds(halves(all, instants, none, undefined))).toEqual(expected);
		expect(bounds(halves(all, instants, none, 'newestFirst'))).toEqual(expected);
		const shared = expected.slice(-2);
		const others = expected.slice(0, -2);
		expect(bounds(halves(all, instants, none, 'oldestFirst'))).toEqual([...others, ...shared.toReversed()]);
	});

	test.each<[string, Part, Array<[number | undefined, number | undefined, string[]]>]>([
		[
			'in between',
			all,
			[
				[0, 49, ['oldestFirst']],
				[51, 100, ['newestFirst']],
				[50, 50, []],
			],
		],
		[
			'at the end',
			{ since: 0, until: 50 },
			[
				[0, 49, ['oldestFirst']],
				[50, 50, []],
			],
		],
		[
			'at the beginning',
			{ since: 50, until: 100 },
			[
				[51, 100, ['newestFirst']],
				[50, 50, []],
			],
		],
		['alone', { since: 50, until: 50 }, []],
	])('an instant that fills an answer, %s: itself, and each side', (_, part, expected) => {
		const parts = aroundSuspect(part, 50, none);
		expect(parts.map(({ since, until, isReadIf = [] }) => [since, until, isReadIf])).toEqual(expected);
	});

	test('a side where entries were missing is not read in any order', () => {
		const readIf = (lacks: typeof none) => aroundSuspect(all, 50, lacks).map(({ isReadIf = [] }) => isReadIf);
		expect(readIf({ since: true, until: false })).toEqual([[], ['newestFirst'], []]);
		expect(readIf({ since: false, until: true })).toEqual([['oldestFirst'], [], []]);
	});
});
