import { readDestinations } from '../../../nodes/SmsMessaging/fields/destinations';
import { readSafeguards } from '../../../nodes/SmsMessaging/fields/safeguards';

const refuse = (field: string, reason: string): never => {
	throw new Error(`'${field}' ${reason}`);
};

test.each([
	['a non-breaking hyphen', '+43\u2011660'],
	['a dash', '43 – 660'],
	['an invisible mark before the plus', '\u202a+43660'],
	['a narrow space', '0043\u202f660'],
	['round brackets around the country code', '(+43) 660'],
	['square brackets', '[43] 660'],
	['dots', '43.660'],
])('%s: Allowed Destinations accepts the notation of numbers', (_, beginning) => {
	const { allowedPrefixes } = readSafeguards({ allowedDestinations: beginning }, [], refuse);
	expect(allowedPrefixes).toEqual(['43660']);
	expect(readDestinations(`${beginning} 1234567`, undefined, { allowedPrefixes, isChecked: true }, refuse)).toEqual([
		{ to: '436601234567' },
	]);
});

test.each(['Austria', '0', '0660', '+', '+0043', '43 or 49'])('%p is not a prefix of a number', (beginning) => {
	expect(() => readSafeguards({ allowedDestinations: beginning }, [], refuse)).toThrow(
		"'allowedDestinations' contains",
	);
});
