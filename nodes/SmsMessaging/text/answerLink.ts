/** The query parameter of a question's link that says which destination answers. */
export const CODE = 'k';
/** 72 bits: nobody can guess them, and n8n's own signature covers the code too. */
export const CODE_CHARACTERS = 12;
/** The code of no destination, with every kind of character that a code may have. */
export const SAMPLE_CODE = 'Sample-_0000';
/** The end of a link: the code of the destination, and n8n's signature. */
const LINK_END = /\?k=[\w-]{12}&signature=[0-9a-f]{64}/g;
const SIGNATURE = '&signature=';

/** Stands for the link in a text. */
export const LINK_PLACE = '{link}';

/** What stands directly before a link, or behind it: phones take most characters for a part of it, and n8n then refuses it. */
const TOO_CLOSE = /(?<=[^ \r\n])(?=\{link\})|(?<=\{link\})(?=[^ \r\n])/g;

/** The text with a space or line break on both sides of every place for the link. */
export const withRoomForLink = (text: string): string => text.replaceAll(TOO_CLOSE, ' ');

/** The text for the page that the link leads to: an arrow in a line points at the buttons below, and none ends a line. */
export const withArrowForLink = (text: string): string =>
	text
		.replaceAll(/ ?\{link\} ?$/gm, '')
		.replaceAll(LINK_PLACE, '↓')
		.trim();

/**
 * The text without the part that differs in every execution, so that Retry recognizes what was sent before. Whoever has a link can
 * answer. Each piece between two links is searched once, so the time grows with the length alone.
 */
export function withoutAnswerLink(text: string): string {
	// Hardly any text has one
	if (!text.includes(SIGNATURE)) return text;
	const pieces = text.split(LINK_END);
	const last = pieces.pop() ?? '';
	return pieces.map((piece) => piece.slice(0, linkStart(piece)) + LINK_PLACE).join('') + last;
}

/** Where the link at the end of a piece starts: at the first address that no white space follows. */
function linkStart(piece: string): number {
	const word = piece.split(/\s/).at(-1) ?? '';
	const start = word.search(/https?:\/\//);
	return start === -1 ? piece.length : piece.length - word.length + start;
}
