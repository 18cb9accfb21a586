import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { matchEntries, readEntries } from '../../../nodes/SmsMessaging/sending/submit/entries';
import type { Destination, SendResponseEntry } from '../../../nodes/SmsMessaging/service/types';
import { growthOverTenfold, PROPORTIONAL } from '../../support/growth';

test.each<[string, Destination[], Array<SendResponseEntry & { mark?: string }>, Array<string | undefined>]>([
	[
		'by number',
		[{ to: '1' }, { to: '2' }],
		[
			{ to: '2', mark: 'b' },
			{ to: '1', mark: 'a' },
		],
		['a', 'b'],
	],
	[
		'by number, written otherwise',
		[{ to: '1' }, { to: '2' }],
		[
			{ to: '+1', mark: 'a' },
			{ to: '+2 ', mark: 'b' },
		],
		['a', 'b'],
	],
	['by a number that is no text', [{ to: '1' }], [{ to: 1 as never, mark: 'a' }], ['a']],
	[
		'the same number in the order of the answer',
		[{ to: '1' }, { to: '2' }, { to: '1' }],
		[
			{ to: '1', mark: 'a' },
			{ to: '1', mark: 'b' },
			{ to: '2', mark: 'c' },
		],
		['a', 'c', 'b'],
	],
	[
		'by a number in another form, if only one can be meant: without the country code, with a digit more, masked not at all',
		[{ to: '5215512345678' }, { to: '43660111111' }, { to: '44111222333' }, { to: '45111222333' }],
		[
			{ to: '066 0111111', mark: 'b' },
			{ to: '525512345678', mark: 'a' },
			{ to: '111222333', mark: 'either' },
			{ to: '52****5678', mark: 'hidden' },
		],
		['a', 'b', undefined, undefined],
	],
	[
		'by message ID first',
		[
			{ to: '1', messageId: 'x' },
			{ to: '1', messageId: 'y' },
		],
		[
			{ to: '1', messageId: 'y', mark: 'b' },
			{ to: '1', messageId: 'x', mark: 'a' },
		],
		['a', 'b'],
	],
	[
		'by message ID where the service changed the number',
		[{ to: '01', messageId: 'x' }],
		[{ to: '431', messageId: 'x', mark: 'a' }],
		['a'],
	],
	[
		'by number where the service gave its own ID',
		[{ to: '1', messageId: 'x' }],
		[{ to: '1', messageId: 'other', mark: 'a' }],
		['a'],
	],
	[
		'an entry with an ID is not given to another with the same number',
		[{ to: '1' }, { to: '1', messageId: 'x' }],
		[
			{ to: '1', messageId: 'x', mark: 'b' },
			{ to: '1', messageId: 'generated', mark: 'a' },
		],
		['a', 'b'],
	],
	['a missing entry', [{ to: '1' }, { to: '2' }], [{ to: '2', mark: 'b' }], [undefined, 'b']],
	['fewer entries than times of a number', [{ to: '1' }, { to: '1' }], [{ to: '1', mark: 'a' }], ['a', undefined]],
	[
		'the same message ID twice, one entry',
		[
			{ to: '1', messageId: 'x' },
			{ to: '1', messageId: 'x' },
		],
		[{ to: '1', messageId: 'x', mark: 'a' }],
		['a', undefined],
	],
	[
		'the same message ID twice, two entries',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'x' },
		],
		[
			{ to: '1', messageId: 'x', mark: 'a' },
			{ to: '2', messageId: 'x', mark: 'b' },
		],
		['a', 'b'],
	],
	[
		'the same message ID twice, to two numbers in another order',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'x' },
		],
		[
			{ to: '2', messageId: 'x', mark: 'b' },
			{ to: '1', messageId: 'x', mark: 'a' },
		],
		['a', 'b'],
	],
	[
		'an entry with an ID of the service, repeated',
		[{ to: '1' }, { to: '1' }],
		[
			{ to: '1', messageId: 'service-1', mark: 'a' },
			{ to: '1', messageId: 'service-1', mark: 'a' },
		],
		['a', undefined],
	],
	[
		'an entry with the number of one message and the ID of another',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'y' },
		],
		[
			{ to: '1', messageId: 'x', mark: 'a' },
			{ to: '2', messageId: 'x', mark: 'b' },
		],
		['a', undefined],
	],
	[
		'entries that belong to nobody',
		[{ to: '1' }],
		[
			{ to: '9', mark: 'z' },
			{ to: '1', mark: 'a' },
		],
		['a'],
	],
	['no entries', [{ to: '1' }], [], [undefined]],
	['an empty entry', [{ to: '1' }], [{ mark: 'z' }], [undefined]],
])('%s', (_, destinations, entries, expected) => {
	expect(matchEntries(destinations, entries).map((entry) => (entry as { mark?: string } | undefined)?.mark)).toEqual(
		expected,
	);
});

const ours = (...ids: string[]) => ids.map((messageId) => ({ to: '1', messageId }));
const theirs = (...ids: Array<string | null | undefined>) =>
	ids.map((messageId) => ({ to: '+1', messageId, mark: messageId }));

const rejectedLast = (entries: object[]) => [...entries.slice(0, -1), { ...entries.at(-1), status: { groupId: 5 } }];

/** What each message is told, or '?' if that may concern another one. */
test.each<[string, Destination[], object[], Array<string | null | undefined>]>([
	['one message, under an ID of the service', ours('x'), theirs('s'), ['s']],
	['one message, without an ID', ours('x'), theirs(null), [null]],
	['as many as messages, under IDs of the service', ours('x', 'y'), theirs('s', 't'), ['s', 't']],
	['fewer than messages, under our IDs', ours('x', 'y'), theirs('y'), [undefined, 'y']],
	['of one message twice, under our ID', ours('x', 'y'), theirs('x', 'x'), ['x', undefined]],
	['fewer than messages, under an ID of the service', ours('x', 'y'), theirs('s'), ['?', undefined]],
	['more than messages, under IDs of the service', ours('x', 'y'), theirs('s', 't', 'u'), ['?', '?']],
	['no ID (absent)', ours('x', 'y'), theirs(undefined, undefined), ['?', '?']],
	['no ID (null)', ours('x', 'y'), theirs(null, null), ['?', '?']],
	['no ID (empty)', ours('x', 'y'), theirs('', ''), ['?', '?']],
	['no IDs at all', [{ to: '1' }, { to: '1' }], theirs(undefined, undefined), ['?', '?']],
	['one rejected, under IDs of the service', ours('x', 'y'), rejectedLast(theirs('s', 't')), ['?', '?']],
	['one rejected, under our IDs', ours('x', 'y'), rejectedLast(theirs('y', 'x')), ['x', 'y']],
	['of equal messages, one rejected', [{ to: '1' }, { to: '1' }], rejectedLast(theirs('s', 't')), ['s', 't']],
])('messages to one number, entries %s', (_, destinations, entries, expected) => {
	const other = { to: '2', messageId: 'other' };
	const targets = [...destinations, other].map(
		(destination) => ({ destination, message: { text: destination.messageId ?? 'Hello' } }) as unknown as Target,
	);
	const read = readEntries(targets, [...entries, { ...other, mark: 'other' }] as SendResponseEntry[]);
	const told = read.map(({ entry, isAmbiguous }) =>
		isAmbiguous ? '?' : (entry as { mark?: string } | undefined)?.mark,
	);
	expect(told).toEqual([...expected, 'other']);
});

test('takes time in proportion to the number of destinations, also when all have the same number', () => {
	const growth = growthOverTenfold((count) => {
		const destinations = Array.from({ length: count }, () => ({ to: '1' }));
		const entries = Array.from({ length: count }, () => ({ to: '1' }));
		return () => expect(matchEntries(destinations, entries).every((entry) => entry !== undefined)).toBe(true);
	}, 4_000);
	expect(growth).toBeLessThan(PROPORTIONAL);
});
