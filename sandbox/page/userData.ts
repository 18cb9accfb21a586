import type { Binary } from './model';

/** One element of a user data header (3GPP TS 23.040, 9.2.3.24), or an error in the header. */
interface HeaderElement {
	hex: string;
	meaning: string;
}

interface UserData {
	header: HeaderElement[];
	/** The octets after the header. */
	content: string;
	/** The content as text, where the data coding or the octets themselves suggest one. */
	text?: string;
	coding: string;
}

const USER_DATA_HEADER = 0x40;
const LANGUAGES: Record<number, string> = { 1: 'Turkish', 2: 'Spanish', 3: 'Portuguese' };
const PORTS: Record<number, string> = {
	2948: 'WAP push',
	2949: 'secure WAP push',
	5505: 'ringtone',
	5506: 'operator logo',
	5507: 'group logo',
	5514: 'picture message',
	9204: 'business card',
	9205: 'calendar entry',
};

const hexOf = (octets: number[]): string =>
	octets
		.map((octet) => octet.toString(16).padStart(2, '0'))
		.join(' ')
		.toUpperCase();

function octetsOf(hex: string): number[] {
	return (hex.replace(/\s/g, '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

const wide = (high = 0, low = 0): number => high * 256 + low;

function ports(destination: number, source: number): string {
	const named = PORTS[destination] ? ` (${PORTS[destination]})` : '';
	return `To port ${destination}${named}, from port ${source}`;
}

/** The meaning of an element. A known identifier counts only with its proper length. */
function meaningOf(identifier: number, data: number[]): string {
	const [a = 0, b = 0, c = 0, d = 0] = data;
	switch (`${identifier}/${data.length}`) {
		case '0/3':
			return `Part ${c} of ${b}, reference ${a}`;
		case '8/4':
			return `Part ${d} of ${c}, reference ${wide(a, b)}`;
		case '1/2':
			return `Waiting indication of type ${a & 0x7f}: ${b}`;
		case '4/2':
			return ports(a, b);
		case '5/4':
			return ports(wide(a, b), wide(c, d));
		case '36/1':
			return `National language single shift: ${LANGUAGES[a] ?? a}`;
		case '37/1':
			return `National language locking shift: ${LANGUAGES[a] ?? a}`;
		default:
			return identifier >= 0x70 && identifier <= 0x7f ? 'For the SIM (security header)' : `Element ${identifier}`;
	}
}

function headerOf(octets: number[]): HeaderElement[] {
	const end = 1 + octets[0]!;
	const elements: HeaderElement[] = [];
	let position = 1;
	while (position < end) {
		const [identifier = 0, length] = octets.slice(position, position + 2);
		const next = position + 2 + (length ?? 0);
		if (length === undefined || next > end || end > octets.length) {
			return [...elements, { hex: hexOf(octets.slice(position, end)), meaning: 'Malformed' }];
		}
		elements.push({
			hex: hexOf(octets.slice(position, next)),
			meaning: meaningOf(identifier, octets.slice(position + 2, next)),
		});
		position = next;
	}
	return elements;
}

/** The data coding scheme in words (3GPP TS 23.038, 4). */
function codingOf(dataCoding: number): { name: string; alphabet: 'gsm' | 'octets' | 'ucs2' } {
	const general = dataCoding < 0x80;
	const alphabet = general ? (dataCoding >> 2) & 3 : dataCoding >= 0xf0 && dataCoding & 4 ? 1 : 0;
	const messageClass = (general && dataCoding & 0x10) || dataCoding >= 0xf0 ? `, class ${dataCoding & 3}` : '';
	if (alphabet === 2) return { name: `UCS-2${messageClass}`, alphabet: 'ucs2' };
	if (alphabet === 1) return { name: `8-bit data${messageClass}`, alphabet: 'octets' };
	return { name: alphabet === 3 ? 'Reserved' : `7-bit alphabet${messageClass}`, alphabet: 'gsm' };
}

function textOf(octets: number[], alphabet: 'gsm' | 'octets' | 'ucs2'): string | undefined {
	if (alphabet === 'ucs2') return new TextDecoder('utf-16be').decode(new Uint8Array(octets));
	const readable = octets.length > 0 && octets.every((octet) => octet >= 0x20 && octet < 0x7f);
	return readable ? String.fromCharCode(...octets) : undefined;
}

/** Parses binary content. */
export function readUserData({ hex, dataCoding = 0, esmClass = 0 }: Binary): UserData {
	const octets = octetsOf(hex);
	const hasHeader = (esmClass & USER_DATA_HEADER) !== 0 && octets.length > 0;
	const content = hasHeader ? octets.slice(1 + octets[0]!) : octets;
	const { name, alphabet } = codingOf(dataCoding);
	return {
		header: hasHeader ? headerOf(octets) : [],
		content: hexOf(content),
		text: textOf(content, alphabet),
		coding: `${dataCoding}: ${name}`,
	};
}
