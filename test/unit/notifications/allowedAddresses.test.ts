import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';

import { written } from '../../support/lists';
import { checkAddress, readAllowedAddresses } from '../../../nodes/SmsMessaging/notifications/authenticate';

const isAllowedAddress = (address: string | undefined, allowed: readonly string[]) =>
	checkAddress(address, allowed) === undefined;
const isReadableList = (allowed: readonly string[]) => !checkAddress('192.0.2.200', allowed)?.includes('every request');

/** IPv6 without IPv4 at its end, which Node and ipaddr.js read differently where it is not `::ffff:192.0.2.1`. */
const ipV6 = fc.ipV6().filter((address) => !address.includes('.'));
const addresses = fc.oneof(
	fc.ipV4().map((address) => ({ address, family: 'ipv4' as const, bits: 32 })),
	ipV6.map((address) => ({ address, family: 'ipv6' as const, bits: 128 })),
);

test('a network has the addresses that it has for Node', () => {
	fc.assert(
		fc.property(addresses, addresses, fc.nat(128), fc.boolean(), (one, other, length, isNear) => {
			const prefix = length % (one.bits + 1);
			const list = new BlockList();
			list.addSubnet(one.address, prefix, one.family);
			const { address, family } = isNear || one.family !== other.family ? one : other;
			const isIn = list.check(address, family);
			expect(isAllowedAddress(address, [`${one.address}/${prefix}`])).toBe(isIn);
			const withPort = family === 'ipv4' ? `${address}:52345` : `[${address}]:52345`;
			expect(isAllowedAddress(withPort, [`${one.address}/${prefix}`])).toBe(isIn);
		}),
		{ numRuns: 500 },
	);
});

test('a list may be written in any way', () => {
	const drawn = fc
		.uniqueArray(addresses, { minLength: 2, maxLength: 6, selector: ({ address }) => address })
		.chain(([other, ...listed]) =>
			fc.tuple(written(listed.map(({ address }) => address)), fc.constant({ other, listed })),
		);
	fc.assert(
		fc.property(drawn, ([text, { other, listed }]) => {
			const allowed = readAllowedAddresses(text)!;
			for (const { address } of listed) expect(checkAddress(address, allowed)).toBeUndefined();
			const isListed = listed.some(({ address }) => isAllowedAddress(other!.address, [address]));
			expect(checkAddress(other!.address, allowed) === undefined).toBe(isListed);
		}),
	);
});

test.each([
	['::ffff:192.0.2.10', '192.0.2.10'],
	['::ffff:c000:20a', '192.0.2.0/24'],
	['192.0.2.10', '::ffff:192.0.2.10'],
	['192.0.2.10', '::ffff:192.0.2.0/120'],
	['2001:db8::1', '2001:DB8:0:0:0:0:0:1'],
	['fe80::1%eth0', 'fe80::/10'],
	['64:ff9b::192.0.2.33', '64:ff9b::/96'],
])('%s is in %s', (address, entry) => {
	expect(isReadableList([entry])).toBe(true);
	expect(isAllowedAddress(address, ['198.51.100.1', entry])).toBe(true);
});

test.each([
	['192.0.2.11', '192.0.2.10'],
	['::1', '0.0.0.0/0'],
	['', '0.0.0.0/0'],
	[undefined, '::/0'],
	['unknown', '::/0'],
	['192.0.2.10:', '192.0.2.10'],
	['[192.0.2.10', '192.0.2.10'],
	['192.0.2.10, 192.0.2.10', '192.0.2.10'],
])('%s is not in %s', (address, entry) => {
	expect(isReadableList([entry])).toBe(true);
	expect(isAllowedAddress(address, [entry])).toBe(false);
});

test('an entry is valid if Node takes it for an address, with the length of a network or without; an invalid one lets nobody in', () => {
	const piece = fc.constantFrom(
		...['192', '0', '256', '010', 'f', '12345', 'x', '.', ':', '::', '/', '8', '33', '129', '-', '*', ''],
	);
	const changed = fc
		.tuple(addresses, fc.nat(20), fc.nat(3), piece)
		.map(([{ address }, at, length, other]) => address.slice(0, at) + other + address.slice(at + length));
	const pieces = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''));
	fc.assert(
		fc.property(fc.oneof(changed, pieces), (entry) => {
			const [, address = '', length = '0'] = /^([^/]*)(?:\/(\d+))?$/.exec(entry) ?? [];
			// As above
			fc.pre(!/:.*\./.test(address));
			const isValid = isIP(address) > 0 && Number(length) <= (isIP(address) === 4 ? 32 : 128);
			expect(isReadableList(['192.0.2.1', entry])).toBe(isValid);
			if (isValid) return;
			// The list is not revealed
			expect(checkAddress('198.51.100.7', ['192.0.2.1', entry])).toMatch(/^(?!.*192\.0).*'Allowed Addresses'/);
		}),
		{ numRuns: 5000 },
	);
});

test('an address that cannot be read is named, as JSON text, and only its beginning', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (address) => {
			const [name = '', ...others] = checkAddress(`x${address}`, ['::/0'])!.split(': ').slice(-1);
			expect(others).toEqual([]);
			expect(JSON.parse(name)).toBe(`x${address}`.slice(0, 60));
		}),
	);
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
	expect(isReadableList(readAllowedAddresses(value)!)).toBe(false);
});
