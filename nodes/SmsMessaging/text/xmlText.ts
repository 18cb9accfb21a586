/** Why a text is not acceptable XML. */
export class XmlSyntaxError extends Error {}

const [LINE_FEED, CARRIAGE_RETURN, AMPERSAND] = [0xa, 0xd, 0x26];
const ENTITY = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{1,8});/y;
const PREDEFINED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);
/** Code units of decoded text, which is assembled piece by piece. Shared, since there can be millions of short texts. */
const units = new Uint16Array(4096);

/** A part of the source with line ends as \n and, if `hasEntities`, its entities replaced. */
export function decodeText(source: string, start: number, end: number, hasEntities: boolean): string {
	let position = start;
	for (; position < end; position++) {
		const code = source.charCodeAt(position);
		if (code === CARRIAGE_RETURN || (hasEntities && code === AMPERSAND)) break;
	}
	if (position === end) return source.slice(start, end);
	let text = source.slice(start, position);
	let length = 0;
	while (position < end) {
		const code = source.charCodeAt(position);
		if (hasEntities && code === AMPERSAND) {
			const entity = entityAt(source, position);
			position += entity.length;
			const character = characterOfEntity(entity);
			for (let index = 0; index < character.length; index++) units[length++] = character.charCodeAt(index);
		} else {
			const isLineEnd = code === CARRIAGE_RETURN;
			units[length++] = isLineEnd ? LINE_FEED : code;
			position += isLineEnd && source.charCodeAt(position + 1) === LINE_FEED ? 2 : 1;
		}
		// A character has at most two units
		if (position >= end || length > units.length - 2) {
			text += String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]);
			length = 0;
		}
	}
	return text;
}

function entityAt(source: string, position: number): string {
	ENTITY.lastIndex = position;
	return ENTITY.exec(source)?.[0] ?? '&';
}

function characterOfEntity(entity: string): string {
	const name = entity.slice(1, -1);
	const character = PREDEFINED_ENTITIES.get(name);
	if (character !== undefined) return character;
	if (name.startsWith('#')) return characterOf(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
	throw new XmlSyntaxError(`The XML has an entity that is not accepted: ${entity}`);
}

/**
 * Also accepts characters that XML forbids, since senders use them: one invalid character must not lose a whole report. Some write the
 * two halves of a surrogate pair separately.
 */
function characterOf(codePoint: number): string {
	return codePoint > 0x10ffff ? '\uFFFD' : String.fromCodePoint(codePoint);
}
