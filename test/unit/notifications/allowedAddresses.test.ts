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
			const withPort = family === 'ipv4' ? `${address}:52345` : `[${address}]:52345`;
			return [address, withPort].every((text) => isAllowedAddress(text, [`${one.address}/${prefix}`]) === isIn);
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
			const isListed = listed.some(({ address }) => isAllowedAddress(other!.address, [address]));
			for (const value of [text, listed.map(({ address }) => `${address} `)]) {
				const allowed = readAllowedAddresses(value)!;
				expect(listed.filter(({ address }) => !isAllowedAddress(address, allowed))).toEqual([]);
				expect(isAllowedAddress(other!.address, allowed)).toBe(isListed);
			}
		}),
	);
});

test.each([
	['::ffff:192.0.2.10', '192.0.2.10', true],
	['::ffff:c000:20a', '192.0.2.0/24', true],
	['192.0.2.10', '::ffff:192.0.2.10', true],
	['192.0.2.10', '::ffff:192.0.2.0/120', true],
	['2001:db8::1', '2001:DB8:0:0:0:0:0:1', true],
	['fe80::1%eth0', 'fe80::/10', true],
	['64:ff9b::192.0.2.33', '64:ff9b::/96', true],
	['::1', '0.0.0.0/0', false],
	['', '0.0.0.0/0', false],
	[undefined, '::/0', false],
	['192.0.2.10:', '192.0.2.10', false],
	['[192.0.2.10', '192.0.2.10', false],
	['192.0.2.10, 192.0.2.10', '192.0.2.10', false],
])('%s is in %s: %s', (address, entry, isIn) => {
	expect(isReadableList([entry])).toBe(true);
	expect(isAllowedAddress(address, ['198.51.100.1', entry])).toBe(isIn);
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
			// The list is not revealed
			const refusal = checkAddress('198.51.100.7', ['192.0.2.1', entry])!;
			return (
				isReadableList(['192.0.2.1', entry]) === isValid &&
				(isValid || /^(?!.*192\.0).*'Allowed Addresses'/.test(refusal))
			);
		}),
		{ numRuns: 5000 },
	);
});

test('an address that cannot be read is named, as JSON text, and only its beginning', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (address) => {
			const [, name = ''] = /: (".*")$/s.exec(checkAddress(`x${address}`, ['::/0'])!)!;
			return JSON.parse(name) === `x${address}`.slice(0, 60);
		}),
	);
});

test.each(['', '  '])('%j lets everybody in', (value) => {
	expect(readAllowedAddresses(value)).toBeUndefined();
});

test.each([undefined, null, ',', [], {}, 7, true])('%j, from a wrong expression, refuses everybody', (value) => {
	expect(isReadableList(readAllowedAddresses(value)!)).toBe(false);
});
