import { BlockList } from 'node:net';
import fc from 'fast-check';

import {
	isAllowedAddress,
	isReadableList,
	readAllowedAddresses,
} from '../../../nodes/SmsMessaging/notifications/allowedAddresses';

const addresses = fc.oneof(
	fc.ipV4().map((address) => ({ address, family: 'ipv4' as const, bits: 32 })),
	fc.ipV6().map((address) => ({ address, family: 'ipv6' as const, bits: 128 })),
);

test('a network has the addresses that it has for Node', () => {
	fc.assert(
		fc.property(addresses, addresses, fc.nat(128), fc.boolean(), (one, other, length, isNear) => {
			const prefix = length % (one.bits + 1);
			const list = new BlockList();
			list.addSubnet(one.address, prefix, one.family);
			const { address, family } = isNear || one.family !== other.family ? one : other;
			expect(isAllowedAddress(address, [`${one.address}/${prefix}`])).toBe(list.check(address, family));
		}),
		{ numRuns: 500 },
	);
});

test.each([
	['192.0.2.10', '192.0.2.10'],
	['192.0.2.10', '192.0.2.10/32'],
	['203.0.113.9', '0.0.0.0/0'],
	['::ffff:192.0.2.10', '192.0.2.10'],
	['::ffff:c000:20a', '192.0.2.0/24'],
	['192.0.2.10', '::ffff:192.0.2.10'],
	['192.0.2.10', '::ffff:192.0.2.0/120'],
	['2001:db8::1', '2001:DB8:0:0:0:0:0:1'],
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
