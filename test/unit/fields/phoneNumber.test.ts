import fc from 'fast-check';

import { readDestinations } from '../../../nodes/SmsMessaging/fields/destinations';
import { readNumberRules } from '../../../nodes/SmsMessaging/fields/phoneNumber';

/** What is sent to, and the faults. */
function read(to: unknown, country = '', messageId?: unknown): { numbers: string[]; faults: string[] } {
	const faults: string[] = [];
	const addFault = (_field: string, reason: string) => faults.push(reason);
	const destinations = readDestinations(to, messageId, readNumberRules(country, addFault), addFault);
	return { numbers: destinations.map((destination) => destination.to), faults };
}

const sentTo = (...numbers: string[]) => ({ numbers, faults: [] });
const faultWith = (...parts: string[]) => ({
	numbers: [],
	faults: parts.map((part) => expect.stringContaining(part)),
});

const number = fc.stringMatching(/^43660\d{7}$/);
const run = (property: fc.IProperty<any>) => fc.assert(property, { numRuns: 500, seed: 43 });

const DECORATION = [...' \u00a0-–−./()[]•_\u200b\u202a\ufe0d\u3164\u034f\u2800\uff0d'].filter((one) => one !== '');
const DIGITS = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];

test('decoration and digits of other scripts make no difference', () => {
	const written = fc.tuple(
		number,
		fc.constantFrom('+', '＋', '00', 'tel:+', "'+", "'", '\u2800+', '• +'),
		fc.constantFrom(...DIGITS),
		// Behind the calling code, where neither 00 nor the end of the number is near
		fc.array(fc.constantFrom(...DECORATION), { minLength: 9, maxLength: 9 }),
	);
	run(
		fc.property(written, ([digits, beginning, script, decoration]) => {
			const inScript = [...digits].map((digit, i) => `${script[Number(digit)]}${i < 7 ? decoration[i] : ''}`).join('');
			// 12 at the end may be an extension
			const isAmbiguous = /[/([][^/([]*$/.test(inScript) || /\(\D*[0٠۰０]\D*\)/.test(inScript);
			fc.pre(!isAmbiguous);
			expect(read(`${beginning}${inScript}`)).toEqual(sentTo(digits));
		}),
	);
});

test('text beside a number is a fault, not left out', () => {
	const text = fc.constantFrom('Ann ', 'x12', '#12', ' ext 12', '~', 'p', '*', '=', '++', '\u0085', '\u0301');
	run(
		fc.property(number, text, fc.nat({ max: 12 }), (digits, other, place) => {
			const written = `+${digits.slice(0, place)}${other}${digits.slice(place)}`;
			expect(read([written])).toEqual(faultWith('which is not a phone number'));
		}),
	);
	expect(read('+43 660\u0085 1234567')).toEqual(faultWith('remove the invisible character U+0085'));
});

test('a short group behind a slash or in brackets is an extension, if a number stands before it', () => {
	const group = fc.tuple(
		fc.stringMatching(/^\d{1,4}$/),
		fc.constantFrom<[string, string]>(['/', ''], [' / ', ''], [' (', ')'], ['[', ']'], ['（', '）']),
	);
	run(
		fc.property(number, group, (digits, [extension, [before, after]]) => {
			fc.pre(digits.length + extension.length <= 15 && !(extension === '0' && after !== ''));
			expect(read(`+${digits}${before}${extension}${after}`)).toEqual(faultWith(`Remove the extension ${extension}`));
		}),
	);
	expect(read('05241/8012', 'DE')).toEqual(sentTo('4952418012'));
	expect(read('030/12 34', 'DE')).toEqual(sentTo('49301234'));
});

test.each(['+49 30 1234567,,1234', '030 1234567;1234', '030 1234567;30123', '+49 30 1234567;491234'])(
	'%s has an extension, not a second number',
	(to) => {
		expect(read(to, 'DE')).toEqual({ numbers: ['49301234567'], faults: [expect.stringContaining('extension')] });
	},
);

test('scientific notation is a number if it holds all digits', () => {
	run(
		fc.property(number, fc.constantFrom('.', ','), fc.constantFrom('E+', 'e+', 'E'), (digits, point, exponent) => {
			const scientific = (count: number) => `${digits[0]}${point}${digits.slice(1, count)}${exponent}11`;
			expect(read(scientific(12))).toEqual(sentTo(digits));
			expect(read(scientific(6))).toEqual(faultWith('format the column as text'));
		}),
	);
});

test.each<unknown>([
	'+43 660 1234567, 004915112345678,',
	'436601234567\n4915112345678\n',
	['+436601234567', 4915112345678],
	[
		{ phone: '+43 660 1234567', name: 'Ann' },
		{ to: '', number: 4915112345678 },
	],
	'["+436601234567", 4915112345678]',
	JSON.stringify([{ to: '+436601234567', messageId: 'a' }, { phone: '4915112345678' }]),
])('%j is two numbers', (to) => {
	expect(read(to)).toEqual(sentTo('436601234567', '4915112345678'));
});

test.each<[unknown, string, string]>([
	[436601234567, '', '436601234567'],
	['{"to": "+436601234567"}', '', '436601234567'],
	['[43] 660 1234567', '', '436601234567'],
	['0660/123 45 67', 'AT', '436601234567'],
	['(0)660 1234567', 'at', '436601234567'],
	['(202) 555-0123', 'US', '12025550123'],
	['06 12345678', 'IT', '390612345678'],
	['8 912 345-67-89', 'RU', '79123456789'],
	['011 15 2345-6789', 'AR', '5491123456789'],
	// A mobile number that begins like the country code
	['9123456789', 'IN', '919123456789'],
	['(00) 41 79 123 45 67', 'AT', '41791234567'],
	['436601234567.0', '', '436601234567'],
	['\u202a43\u00a0660·123/45−67\u202c', '', '436601234567'],
	['12345', 'asWritten', '12345'],
])('%j with country %p is %s', (to, country, expected) => expect(read(to, country)).toEqual(sentTo(expected)));

test.each<unknown>([
	...['', '   ', ' , ,', undefined, [], '+43 660 1234567 +49 151 12345678', '43660CALLME', 'ENOTFOUND', '+', '--'],
	...[
		'436601234567, home',
		'43+6601234567',
		'+43 (0) 660 1234567',
		4366012.5,
		-436601234567,
		'-436601234567',
		"'−9876543119",
		true,
		{ name: 'Ann' },
	],
	...[
		['436601234567', ''],
		['436601234567', null],
	],
])('%j has a fault', (to) => expect(read(to).faults).toHaveLength(1));

test('a mobile number of another country without + is no landline at home', () => {
	expect(read('436601234567', 'DE').faults).toHaveLength(1);
	expect(read('030 12345678', 'DE')).toEqual(sentTo('493012345678'));
});

test.each<[unknown, unknown]>([
	['436601234567, 4915112345678', 'x'],
	[[{ to: '436601234567', messageId: 'x' }], 'y'],
	['436601234567', { id: 1 }],
	[[{ to: '436601234567', messageId: { id: 1 } }], ''],
])('to %j, the message ID %j is a fault', (to, messageId) => {
	expect(read(to, '', messageId).faults).toHaveLength(1);
});

test('each invalid number is named; of many, the first ones, with a count of the others', () => {
	expect(read('home, 436601234567, work').faults).toEqual(
		[/'home'/, /'work'/].map((name) => expect.stringMatching(name)),
	);
	const { faults } = read(Array.from({ length: 50 }, (_, index) => `nobody ${index}`).join());
	expect(faults).toHaveLength(21);
	expect(faults.slice(-2)).toEqual([expect.stringContaining('nobody 19'), expect.stringContaining('30 more')]);
});

test.each([
	['6601234567', '', 'Thailand'],
	['+43 0660 1234567', '', 'Austria'],
	['0660 1234567', '', 'No country code begins with 0'],
	['+0660 1234567', 'AT', 'No country code begins with 0'],
	['2105550123', '', '210'],
	['+1 555-0123', '', 'United States: a number after 1'],
	['555-0123', 'US', 'United States: a national number'],
	['43 0660 1234567', 'AT', 'remove the 0 after 43'],
	['0', 'AT', 'Austria: a national number'],
	// A 0 in brackets that belongs to the number only loses the brackets
	['+39 (0)6 1234567', '', 'remove the brackets'],
	['+43 (0)660 1234567', '', 'remove the (0)'],
	['1234', '', 'too short to have a country code'],
])('%s with country %p: the fault shows how it was read', (to, country, fault) => {
	expect(read(to, country)).toEqual(faultWith(fault));
});
