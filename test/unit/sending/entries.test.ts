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
	['an entry without a number, for the only number', [{ to: '1' }], [{ mark: 'a' }], ['a']],
	['an entry without a number, for one of two', [{ to: '1' }, { to: '2' }], [{ mark: 'z' }], [undefined, undefined]],
	[
		'by a masked number, if only one can be meant',
		[{ to: '43660123' }, { to: '43664123' }, { to: '43664124' }],
		[
			{ to: '43664***', mark: 'either' },
			{ to: '43660***', mark: 'a' },
			{ to: '***124', mark: 'c' },
		],
		['a', undefined, 'c'],
	],
])('%s', (_, destinations, entries, expected) => {
	expect(matchEntries(destinations, entries).map((entry) => (entry as { mark?: string } | undefined)?.mark)).toEqual(
		expected,
	);
});

/** What each message is told, or '?' if an entry leaves that open. */
test.each<[string, Destination[], object[], Array<string | undefined>]>([
	[
		'numbers masked alike',
		[{ to: '43660123' }, { to: '43660124' }, { to: '43664125' }],
		[
			{ to: '4366***', messageId: 's', mark: 'z' },
			{ to: '43664125', messageId: 't', mark: 'c' },
		],
		['?', '?', 'c'],
	],
	[
		'masked numbers written in another way',
		[{ to: '43660123' }, { to: '43660124' }],
		[
			{ to: '066***3', messageId: 's', mark: 'y' },
			{ to: '066***4', messageId: 't', mark: 'z' },
		],
		['?', '?'],
	],
	['an entry that says nothing', [{ to: '1' }, { to: '2' }], [{ to: '***' }], [undefined, undefined]],
	['an entry of nobody', [{ to: '1' }, { to: '2' }], [{ to: '99999999', messageId: 's' }], [undefined, undefined]],
	[
		'a repeated entry with a masked number',
		[
			{ to: '123', messageId: 'x' },
			{ to: '124', messageId: 'y' },
		],
		[
			{ to: '12*', messageId: 'x', mark: 'a' },
			{ to: '12*', messageId: 'x', mark: 'a' },
		],
		['a', undefined],
	],
	[
		'contradicting entries under our ID',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'y' },
		],
		[
			{ to: '1', messageId: 'x', status: { groupId: 5 } },
			{ to: '1', messageId: 'x', status: { groupId: 1 } },
			{ to: '2', messageId: 'y', mark: 'b' },
		],
		['?', 'b'],
	],
	[
		'contradicting entries under IDs of the service',
		[{ to: '1' }],
		[
			{ to: '1', messageId: 's', status: { groupId: 5 } },
			{ to: '1', messageId: 't', status: { groupId: 1 } },
		],
		['?'],
	],
	[
		'our IDs at the numbers of each other',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'y' },
			{ to: '3', messageId: 'elsewhere' },
		],
		[
			{ to: '2', messageId: 'x', status: { groupId: 5 } },
			{ to: '1', messageId: 'y', status: { groupId: 1 } },
			{ to: '4', messageId: 'elsewhere', mark: 'c' },
		],
		['?', '?', 'c'],
	],
	[
		'our ID at the number of another, beside a second message to its own number',
		[{ to: '1', messageId: 'x' }, { to: '2' }, { to: '1', messageId: 'y' }, { to: '3' }],
		[
			{ to: '1', messageId: 's' },
			{ to: '2', messageId: 'x' },
			{ to: '3', messageId: 't', mark: 'd' },
		],
		['?', '?', undefined, 'd'],
	],
	[
		'our ID at the number of another, which has an entry, too',
		[{ to: '1', messageId: 'x' }, { to: '2' }],
		[
			{ to: '2', messageId: 'x', status: { groupId: 5 } },
			{ to: '2', messageId: 's' },
		],
		['?', '?'],
	],
	[
		'one too many, of another number',
		[
			{ to: '1', messageId: 'x' },
			{ to: '2', messageId: 'y' },
		],
		[
			{ to: '1', messageId: 's', mark: 'a' },
			{ to: '1', messageId: 't', mark: 'a' },
		],
		['a', undefined],
	],
	[
		'our ID beside IDs of the service, at one number',
		['x', 'y', 'z'].map((messageId) => ({ to: '1', messageId })),
		['x', 's', 't'].map((messageId) => ({ to: '1', messageId, mark: messageId })),
		['x', 's', 't'],
	],
	[
		'one ID of the service for a number, however many messages',
		['x', 'y'].map((messageId) => ({ to: '1', messageId })),
		[
			{ to: '1', messageId: 's', mark: 'a' },
			{ to: '1', messageId: 's', mark: 'b' },
		],
		['b', '?'],
	],
	[
		'only the last digits of numbers',
		[
			{ to: '436601111234', messageId: 'x' },
			{ to: '436602222234', messageId: 'y' },
		],
		[
			{ to: '1234', messageId: 's', mark: 'a' },
			{ to: '2234', messageId: 't', mark: 'b' },
		],
		['a', 'b'],
	],
	['the ID of another request', [{ to: '1', messageId: 'x' }], [{ to: '1', messageId: 'elsewhere' }], ['?']],
])('entries that leave something open: %s', (_, destinations, entries, expected) => {
	const targets = destinations.map((destination) => ({ destination, message: {} }) as unknown as Target);
	const read = readEntries(targets, entries as SendResponseEntry[], new Set(['x', 'y', 'elsewhere']));
	expect(read.map(toldBy)).toEqual(expected);
});

const toldBy = ({ entry, isAmbiguous }: ReturnType<typeof readEntries>[number]) =>
	isAmbiguous ? '?' : (entry as { mark?: string } | undefined)?.mark;

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
	['one under our ID, one that we gave none', [...ours('x'), { to: '1' }], theirs('x', 's'), ['x', 's']],
	['one rejected, under our IDs', ours('x', 'y'), rejectedLast(theirs('y', 'x')), ['x', 'y']],
	['of equal messages, one rejected', [{ to: '1' }, { to: '1' }], rejectedLast(theirs('s', 't')), ['s', 't']],
])('messages to one number, entries %s', (_, destinations, entries, expected) => {
	const other = { to: '2', messageId: 'other' };
	const targets = [...destinations, other].map(
		(destination) => ({ destination, message: { text: destination.messageId ?? 'Hello' } }) as unknown as Target,
	);
	const read = readEntries(targets, [...entries, { ...other, mark: 'other' }] as SendResponseEntry[], new Set());
	expect(read.map(toldBy)).toEqual([...expected, 'other']);
});

test('takes time in proportion to the number of destinations, also when all have the same number', () => {
	const growth = growthOverTenfold((count) => {
		const target = { destination: { to: '1' }, message: {} } as unknown as Target;
		const targets = Array.from({ length: count }, () => target);
		const entries = Array.from({ length: count }, () => ({ to: '1' }));
		return () => expect(readEntries(targets, entries, new Set()).every(({ entry }) => entry !== undefined)).toBe(true);
	}, 4_000);
	expect(growth).toBeLessThan(PROPORTIONAL);
});
