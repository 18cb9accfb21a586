import { matchEntries } from '../../../nodes/SmsMessaging/sending/submit/entries';
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

test('takes time in proportion to the number of destinations, also when all have the same number', () => {
	const growth = growthOverTenfold((count) => {
		const destinations = Array.from({ length: count }, () => ({ to: '1' }));
		const entries = Array.from({ length: count }, () => ({ to: '1' }));
		return () => expect(matchEntries(destinations, entries).every((entry) => entry !== undefined)).toBe(true);
	}, 4_000);
	expect(growth).toBeLessThan(PROPORTIONAL);
});
