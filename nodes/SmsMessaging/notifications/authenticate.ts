import { createHash, timingSafeEqual } from 'node:crypto';

import { IPv4, IPv6 } from '../libraries/ipaddr';
import { isBlank } from '../parameters/values';
import { entriesOf } from '../text/words';

export interface Caller {
	/** The URL's parsed query parameters: text, or a list if a name occurs more than once. */
	query: Readonly<Record<string, unknown>>;
	/** The raw headers: alternating names and values, with each occurrence listed separately (Node's rawHeaders). */
	rawHeaders: readonly string[];
	/** IP address of the sender; behind a proxy the one that n8n takes from X-Forwarded-For (N8N_PROXY_HOPS). */
	address?: string;
}

/** Says why a caller may not push (HTTP 401), without a secret; undefined if it may. */
export type Check = ((caller: Caller) => string | undefined) & {
	/** Set if it refuses every caller, since the secret is missing. */
	missing?: string;
};

/** @param secret that the user has left empty */
function refusingAll(secret: string): Check {
	const missing = `This trigger refuses every request, because its ${secret} is missing. Set it in the trigger or its credential`;
	return Object.assign(() => missing, { missing });
}

export function byToken(token: string): Check {
	if (isBlank(token)) return refusingAll('token');
	return ({ query }) => {
		const given = Object.hasOwn(query, 'token') ? query.token : undefined;
		if (typeof given !== 'string') return "The URL must contain exactly one token, as in '?token=…'";
		return isSameSecret(given, token) ? undefined : 'The token in the URL is wrong';
	};
}

export function byPassword(user: string, password: string): Check {
	if (isBlank(user) || isBlank(password)) return refusingAll('user or password');
	return (caller) => {
		const given = soleHeader(caller, 'authorization') ?? '';
		const pair = /^basic +([\w+/=-]+)$/i.exec(given)?.[1];
		if (pair === undefined)
			return "The request must have exactly one header 'Authorization: Basic …'; a notify URL such as https://USER:PASSWORD@host/… adds it";
		return isSameSecret(Buffer.from(pair, 'base64'), `${user}:${password}`)
			? undefined
			: 'The user or password is wrong';
	};
}

export function byHeader(name: string, value: string): Check {
	if (isBlank(name) || isBlank(value)) return refusingAll('header name or value');
	return (caller) => {
		const given = soleHeader(caller, name.trim().toLowerCase());
		if (given === undefined) return 'The request must have the header that this trigger requires, exactly once';
		// Node returns each byte of a header as one character, and strips surrounding spaces
		return isSameSecret(Buffer.from(given, 'latin1'), value.trim())
			? undefined
			: 'The header that this trigger requires has the wrong value';
	};
}

/** Node would drop or join repeated headers, so different readers might see different values. */
function soleHeader({ rawHeaders }: Caller, name: string): string | undefined {
	const values = rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
	return values.length === 1 ? values[0] : undefined;
}

/** Takes the same time wherever the two differ; comparing digests also hides their lengths. */
function isSameSecret(given: string | Buffer, expected: string): boolean {
	const digest = (secret: string | Buffer): Buffer => createHash('sha256').update(secret).digest();
	return timingSafeEqual(digest(given), digest(expected));
}

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
