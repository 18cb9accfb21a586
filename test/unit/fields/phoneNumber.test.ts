import fc from 'fast-check';

import { readDestinations } from '../../../nodes/SmsMessaging/fields/destinations';
import { readNumberRules } from '../../../nodes/SmsMessaging/fields/phoneNumber';

/** What is sent to, and the faults. */
function read(to: unknown, country = ''): { numbers: string[]; faults: string[] } {
	const faults: string[] = [];
	const addFault = (_field: string, reason: string) => faults.push(reason);
	const destinations = readDestinations(to, undefined, readNumberRules(country, addFault), addFault);
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

test('JSON text of a list is a list', () => {
	const objects = [{ to: '+436601234567', messageId: 'a' }, { phone: '447911123456' }];
	expect(read(JSON.stringify(objects))).toEqual(sentTo('436601234567', '447911123456'));
	expect(read('["+436601234567", 447911123456]')).toEqual(sentTo('436601234567', '447911123456'));
	expect(read('{"to": "+436601234567"}')).toEqual(sentTo('436601234567'));
	expect(read('[43] 660 1234567')).toEqual(sentTo('436601234567'));
});

test('a 0 in brackets that belongs to the number only loses the brackets', () => {
	expect(read('+39 (0)6 1234567')).toEqual(faultWith('remove the brackets'));
	expect(read('+43 (0)660 1234567')).toEqual(faultWith('remove the (0)'));
});

test('a number too short for a country code is not called a wrong one of a country', () => {
	expect(read('1234')).toEqual(faultWith('too short to have a country code'));
});
