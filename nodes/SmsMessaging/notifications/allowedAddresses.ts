import { IPv4, IPv6 } from '../libraries/ipaddr';
import { entriesOf } from '../text/words';

/** Addresses that may send notifications, as entered by the user; undefined for all. */
export type AllowedAddresses = readonly string[] | undefined;

const IPV6_BITS = 128;
const IPV4_BITS = 32;

/** Reads the option. Blank text allows everybody; any other value without an address, nobody. */
export function readAllowedAddresses(value: unknown): AllowedAddresses {
	if (typeof value === 'string' && value.trim() === '') return undefined;
	return entriesOf(value);
}

/**
 * Checks the address of a sender, as n8n knows it: a proxy may add its port (192.0.2.1:52345, [2001:db8::5]:52345).
 * @returns the reason for a refusal, or undefined if the list has the address
 */
export function checkAddress(address = '', allowed: readonly string[]): string | undefined {
	const ranges = allowed.map(rangeOf);
	// With one mistyped entry, the list is not what the user meant
	if (ranges.length === 0 || ranges.includes(undefined))
		return "This trigger refuses every request, because an entry of 'Allowed Addresses' is neither an IP address nor a range. Correct it in the trigger";
	const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
	const sender = addressOf(inBrackets ?? beforePort ?? address);
	if (sender === undefined)
		return `This trigger allows only some addresses, and yours cannot be read: ${JSON.stringify(address.slice(0, 60))}`;
	const isAllowed = ranges.some((range) => sender.match(range!));
	return isAllowed ? undefined : 'This trigger does not allow notifications from your address';
}

/** An address, or one with a prefix length: 192.0.2.0/24, 2001:db8::/32. */
function rangeOf(entry: string): [IPv6, number] | undefined {
	const [, text = '', length] = /^([^/]*)(?:\/(\d+))?$/.exec(entry) ?? [];
	const address = addressOf(text);
	if (address === undefined) return undefined;
	const bits = text.includes(':') ? IPV6_BITS : IPV4_BITS;
	const prefix = length === undefined ? bits : Number(length);
	return prefix <= bits ? [address, prefix + IPV6_BITS - bits] : undefined;
}

/** As IPv6, so that 192.0.2.1 and ::ffff:192.0.2.1 are the same. Numbers with leading zeros are refused: some take them for octal. */
function addressOf(text: string): IPv6 | undefined {
	if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text).toIPv4MappedAddress();
	return IPv6.isValid(text) ? IPv6.parse(text) : undefined;
}
