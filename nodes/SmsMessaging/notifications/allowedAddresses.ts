/** A range of addresses: the first `prefix` bits of `bytes`, which form an IPv6 address. */
interface AddressRange {
	bytes: readonly number[];
	prefix: number;
}

/** Addresses that may send notifications, as entered by the user; undefined for all. */
export type AllowedAddresses = readonly string[] | undefined;

const IPV6_BITS = 128;
const IPV4_BITS = 32;
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** Reads the option: a list, or comma-separated text. Blank text allows everybody; any other value without an address, nobody. */
export function readAllowedAddresses(value: unknown): AllowedAddresses {
	if (typeof value === 'string' && value.trim() === '') return undefined;
	const entries = Array.isArray(value) ? value : String(value ?? '').split(',');
	return entries.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}

/** Whether the list has entries, and all are addresses or ranges: with one mistyped entry, the list is not what the user meant. */
export function isReadableList(allowed: readonly string[]): boolean {
	return allowed.length > 0 && allowed.every((entry) => parseRange(entry) !== undefined);
}

/** Whether the address is in the list. An IPv4 address is the same whether written as such or as IPv6 (::ffff:192.0.2.1). */
export function isAllowedAddress(address: string | undefined, allowed: readonly string[]): boolean {
	const bytes = parseAddress(address ?? '');
	if (bytes === undefined) return false;
	return allowed.some((entry) => {
		const range = parseRange(entry);
		return range !== undefined && isInRange(bytes, range);
	});
}

function isInRange(bytes: readonly number[], range: AddressRange): boolean {
	return bytes.every((byte, index) => {
		const bits = Math.min(8, Math.max(0, range.prefix - index * 8));
		const mask = (0xff << (8 - bits)) & 0xff;
		return (byte & mask) === ((range.bytes[index] ?? 0) & mask);
	});
}

/** An address, or one with a prefix length: 192.0.2.0/24, 2001:db8::/32. */
function parseRange(entry: string): AddressRange | undefined {
	const [, address = '', prefixText] = /^([^/]*)(?:\/(\d+))?$/.exec(entry) ?? [];
	const bytes = parseAddress(address);
	if (bytes === undefined) return undefined;
	const bits = address.includes(':') ? IPV6_BITS : IPV4_BITS;
	const prefix = prefixText === undefined ? bits : Number(prefixText);
	return prefix <= bits ? { bytes, prefix: prefix + IPV6_BITS - bits } : undefined;
}

/** The 16 bytes of an IPv6 address, or of an IPv4 address as IPv6; undefined for anything else. */
function parseAddress(text: string): number[] | undefined {
	const address = text.replace(/%.*/, '');
	if (!address.includes(':')) {
		const bytes = parseIpv4(address);
		return bytes && [...IPV4_MAPPED, ...bytes];
	}
	const halves = address.split('::');
	if (halves.length > 2) return undefined;
	const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
	if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
	if (tail === undefined) return head.length === 16 ? head : undefined;
	const zeros = 16 - head.length - tail.length;
	return zeros >= 2 ? [...head, ...Array<number>(zeros).fill(0), ...tail] : undefined;
}

/** Groups of an IPv6 address as bytes; the last group of the address may be written as IPv4. */
function parseGroups(text: string, isEnd: boolean): number[] | undefined {
	if (text === '') return [];
	const groups = text.split(':');
	const bytes: number[] = [];
	for (const [index, group] of groups.entries()) {
		if (isEnd && index === groups.length - 1 && group.includes('.')) {
			const ipv4 = parseIpv4(group);
			if (ipv4 === undefined) return undefined;
			bytes.push(...ipv4);
		} else if (/^[\da-f]{1,4}$/i.test(group)) {
			const value = parseInt(group, 16);
			bytes.push(value >> 8, value & 0xff);
		} else return undefined;
	}
	return bytes;
}

/** Leading zeros are refused: some readers treat such a number as octal. */
function parseIpv4(text: string): number[] | undefined {
	const parts = text.split('.');
	const isNumber = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
	return parts.length === 4 && parts.every(isNumber) ? parts.map(Number) : undefined;
}
