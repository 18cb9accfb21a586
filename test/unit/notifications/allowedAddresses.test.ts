import {
	isAllowedAddress,
	isReadableList,
	readAllowedAddresses,
} from '../../../nodes/SmsMessaging/notifications/allowedAddresses';

test.each([
	['192.0.2.10', '192.0.2.10'],
	['192.0.2.10', '192.0.2.10/32'],
	['192.0.2.255', '192.0.2.0/24'],
	['192.0.2.129', '192.0.2.128/25'],
	['10.250.0.1', '10.0.0.0/8'],
	['203.0.113.9', '0.0.0.0/0'],
	['::ffff:192.0.2.10', '192.0.2.10'],
	['::ffff:c000:20a', '192.0.2.0/24'],
	['192.0.2.10', '::ffff:192.0.2.10'],
	['192.0.2.10', '::ffff:192.0.2.0/120'],
	['2001:db8::1', '2001:DB8:0:0:0:0:0:1'],
	['2001:db8:0:1::5', '2001:db8::/32'],
	['2001:db8:7fff::', '2001:db8::/33'],
	['::1', '::1'],
	['::', '::/0'],
	['fe80::1%eth0', 'fe80::/10'],
	['64:ff9b::192.0.2.33', '64:ff9b::/96'],
	['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::/112'],
])('%s is in %s', (address, entry) => {
	expect(isReadableList([entry])).toBe(true);
	expect(isAllowedAddress(address, ['198.51.100.1', entry])).toBe(true);
});

test.each([
	['192.0.2.11', '192.0.2.10'],
	['192.0.3.0', '192.0.2.0/24'],
	['192.0.2.127', '192.0.2.128/25'],
	['2001:db9::', '2001:db8::/32'],
	['2001:db8:8000::', '2001:db8::/33'],
	['::192.0.2.10', '192.0.2.10'],
	['::1', '0.0.0.0/0'],
	['', '0.0.0.0/0'],
	[undefined, '::/0'],
	['unknown', '::/0'],
])('%s is not in %s', (address, entry) => {
	expect(isReadableList([entry])).toBe(true);
	expect(isAllowedAddress(address, [entry])).toBe(false);
});

test.each([
	'gateway.example',
	'192.0.2',
	'192.0.2.256',
	'192.0.2.010',
	'192.0.2.1.5',
	'192.0.2.0/33',
	'192.0.2.0/',
	'192.0.2.0/-1',
	'192.0.2.0/8/8',
	'x/192.0.2.0/24',
	'2001:db8::/129',
	'2001:db8',
	'1::2::3',
	'1:2:3:4:5:6:7:8:9',
	'1:2:3:4:5:6:7::8',
	'1:2:3:4:5:6:7:8::x',
	'1:2:3:192.0.2.1:6:7:8',
	'::1:2:3:4:5:6:7:192.0.2.1',
	':::',
	':1',
	'12345::',
	'::192.0.2.256',
	'192.0.2.1::',
	'/8',
	'*',
	'192.0.2.1-9',
])('%s is invalid, and so is a list with it', (entry) => {
	expect(isReadableList(['192.0.2.1', entry])).toBe(false);
	expect(isAllowedAddress('192.0.2.200', [entry])).toBe(false);
});

test.each([
	['', undefined],
	['  ', undefined],
	['192.0.2.1', ['192.0.2.1']],
	[' 192.0.2.1 ,, ::1,', ['192.0.2.1', '::1']],
	[
		['192.0.2.1 ', '::1'],
		['192.0.2.1', '::1'],
	],
])('%j is read as %j', (value, expected) => {
	expect(readAllowedAddresses(value)).toEqual(expected);
});

test.each([undefined, null, ',', [], {}, 7, true])('%j, from a wrong expression, refuses everybody', (value) => {
	const allowed = readAllowedAddresses(value);
	expect(allowed).toBeDefined();
	expect(isReadableList(allowed ?? [])).toBe(false);
});
