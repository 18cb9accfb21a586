import { CONCATENATION_OCTETS, OCTETS } from './countSegments';

export const HAS_HEADER = 0x40;
const UCS2 = 8;
const UCS2_OCTETS = 2;

/**
 * Segments of binary content, given as pairs of hexadecimal digits. With a user data header in the bytes (esmClass 64) every segment
 * repeats it, next to the concatenation. Undefined if there is no such header, or no space left next to it.
 */
export function countBinarySegments(
	hex: string,
	{ dataCoding = 0, esmClass = 0 }: { dataCoding?: number; esmClass?: number } = {},
): { segments: number; bytes: number } | undefined {
	const content = Buffer.from(hex.replace(/\s/g, ''), 'hex');
	const header = esmClass & HAS_HEADER ? headerLengthOf(content) : 0;
	if (header === undefined) return undefined;
	const bytes = content.length;
	if (bytes <= OCTETS) return { segments: 1, bytes };
	// A concatenation needs a length octet where there is no header yet
	const room = OCTETS - CONCATENATION_OCTETS - (header || 1);
	if (room < UCS2_OCTETS) return undefined;
	const perPart = dataCoding === UCS2 ? room - (room % UCS2_OCTETS) : room;
	return { segments: Math.ceil((bytes - header) / perPart), bytes };
}

/** Whether the bytes, behind the header that the ESM class announces, begin with what would be a header of at least one element. */
export function hasUnannouncedHeader({ hex, esmClass = 0 }: { hex: string; esmClass?: number }): boolean {
	const content = Buffer.from(hex.replace(/\s/g, ''), 'hex');
	const own = esmClass & HAS_HEADER ? (headerLengthOf(content) ?? content.length) : 0;
	return (headerLengthOf(content.subarray(own)) ?? 0) > SHORTEST_HEADER;
}

const SHORTEST_HEADER = 3;

/** Length of the user data header that the bytes begin with; undefined when its elements do not fill it exactly. */
function headerLengthOf(content: Buffer): number | undefined {
	const end = 1 + (content[0] ?? 0);
	if (end > content.length) return undefined;
	let position = 1;
	while (position + 1 < end) position += 2 + content[position + 1]!;
	return position === end ? end : undefined;
}
