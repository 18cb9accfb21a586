import { readDestinations, readNumber } from '../../../nodes/SmsMessaging/fields/destinations';
import { faultList } from './faults';

test.each<[unknown, string]>([
	['436601234567', '436601234567'],
	[436601234567, '436601234567'],
	['+43 660 123-45.67', '436601234567'],
	['0043 (660) 1234567', '436601234567'],
	['[43] 660/1234567'.replace('/', ' '), '436601234567'],
	['\u202d+43\u2011660\u00a01234567\u202c', '436601234567'],
	['0791234567', '0791234567'],
	['+0043660', '0043660'],
	['12345', '12345'],
])('readNumber(%p) is %p', (value, expected) => {
	const { addFault, faults } = faultList();
	expect(readNumber(value, addFault)).toBe(expected);
	expect(faults).toEqual([]);
});

test.each<[unknown, RegExp]>([
	['43660x', /is '43660x', which is not a phone number/],
	['++43660', /not a phone number/],
	['43,660', /not a phone number/],
	['43/660', /not a phone number/],
	['4.366E+11', /not a phone number/],
	['٤٣٦٦٠', /not a phone number/],
	['4366012345674915', /has 16 digits, but a phone number has at most 15; separate several numbers with commas/],
	['+', /not a phone number/],
	['00', /not a phone number/],
	['+43 (0)660 1234567', /remove the \(0\)/],
	['+43 ( 0 ) 660 1234567', /remove the \(0\)/],
	[-43660, /is -43660, which is not a phone number/],
	[43660.5, /is 43660.5, which is not a phone number/],
	[4.3e22, /not a phone number/],
	[0, /not a phone number/],
	[Number.POSITIVE_INFINITY, /not a phone number/],
	[true, /is true, which is not a phone number/],
	[[43660], /is a list \(\[43660\]\), which is not a phone number/],
	['', /has an empty entry/],
	[undefined, /has an empty entry/],
	[Number.NaN, /has an empty entry/],
])('readNumber refuses %p', (value, fault) => {
	const { addFault, faults } = faultList();
	expect(readNumber(value, addFault)).toBeUndefined();
	expect(faults).toEqual([expect.stringMatching(fault)]);
	expect(faults[0]).toMatch(/^to /);
});

const list = (...destination: unknown[]) => ({ destination });

test.each<[string, unknown, unknown, unknown[], string[]]>([
	['a number', '43660', undefined, [{ to: '43660' }], []],
	[
		'commas, semicolons and lines',
		'43660,43661;43662\n43663',
		{},
		[{ to: '43660' }, { to: '43661' }, { to: '43662' }, { to: '43663' }],
		[],
	],
	['an array', ['43660', 43661], {}, [{ to: '43660' }, { to: '43661' }], []],
	[
		'objects in an array',
		[{ to: '43660', messageId: 'a', other: 1 }, { to: 43661 }],
		{},
		[{ to: '43660', messageId: 'a' }, { to: '43661' }],
		[],
	],
	['one object', { to: '43660', messageId: 'a' }, {}, [{ to: '43660', messageId: 'a' }], []],
	[
		'the list',
		'',
		list({ to: '43660', messageId: 'a' }, { to: '+43661', messageId: '' }),
		[{ to: '43660', messageId: 'a' }, { to: '43661' }],
		[],
	],
	['an empty list beside a number', '43660', list(), [{ to: '43660' }], []],
	[
		'both',
		'43660',
		list({ to: '43661' }),
		[],
		["to and 'Destinations With Message IDs' are both filled in; leave one of them empty"],
	],
	['neither', '', {}, [], ['to is empty; enter the phone number of a destination']],
	[
		'one of several is wrong',
		'43660,x,43661',
		{},
		[{ to: '43660' }, { to: '43661' }],
		[expect.stringContaining("to is 'x'")],
	],
])('readDestinations: %s', (_, to, destinations, expected, expectedFaults) => {
	const { addFault, faults } = faultList();
	expect(readDestinations(to, destinations, {}, addFault)).toEqual(expected);
	expect(faults).toEqual(expectedFaults);
});
