import { withoutAnswerLink } from '../../service/answerLinks';
import type { JsonObject } from '../../service/types';

/** Whether a log entry belongs to a message with this text; unclear if the log has no text, a part of it, or other characters. */
export type Likeness = 'same' | 'other' | 'unclear';

/** Any other characters may come back transliterated. */
const PLAIN = /^[\x20-\x7e\n\r]*$/;

/** An address, with or without https://. */
const LINK = /(?<![\w.-])(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/\S*/g;
/** What else a service may show in place of a part of a text: characters that are hidden or cut off, or a word for that. */
const STAND_IN = /[*•…#_]+|x{2,}|\b(?:redacted|hidden|masked|removed)\b|[[(<][a-z ]+[\])>]|(?<!\.)\.{2,}$/gi;
/** What a service may show in place of a whole text: no letters or digits, a word for nothing, or a short note. */
const NOTHING = /^(?:[^\p{L}\p{N}]*|\W*(?:n\/?a|null|nil|none|undefined|empty)\W*)$/iu;
const NOTE =
	/\b(?:redacted|hidden|masked|removed|deleted|erased|withheld|concealed|confidential|anonymi[sz]ed|encrypted|unavailable|not (?:available|shown|displayed|stored|saved|logged))\b/i;
const LONGEST_NOTE = 80;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @param message as it was sent; omitted if the ID alone decides */
export function likenessOf(log: JsonObject, message: { text?: unknown; binary?: unknown } | undefined): Likeness {
	if (message === undefined) return 'same';
	const { text } = message;
	if (typeof text !== 'string' || typeof log.text !== 'string') return 'unclear';
	const sent = plain(text);
	if (plain(log.text) === sent) return 'same';
	const readings = readingsOf(log.text).map(plain);
	if (readings.includes(sent)) return 'same';
	// A note in place of a text is not encoded
	if (!PLAIN.test(sent) || standsForAny(plain(log.text), sent)) return 'unclear';
	const isAlike = readings.some(
		(read) =>
			lettersOf(read) === lettersOf(sent) ||
			// A service may mask texts, cut them off, shorten links, or add words of its own
			hasInOrder(sent, partsKept(read)) ||
			hasInOrder(read, sent.split(LINK)),
	);
	return isAlike ? 'unclear' : 'other';
}

const plain = (text: string) => withoutAnswerLink(text).replace(/\r\n?/g, '\n').trim();

/** A text without what services change: capitals, quotes, escapes, and characters that GSM lacks. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** Whether a service shows this in place of any text; not if the message itself speaks of hidden things. */
function standsForAny(read: string, sent: string): boolean {
	return NOTHING.test(read) || (read.length <= LONGEST_NOTE && NOTE.test(read) && !NOTE.test(sent));
}

/** A logged text as it is, and decoded in the ways that services encode texts. */
function readingsOf(logged: string): string[] {
	const once = withoutEntities(logged);
	const readings = [logged, once, withoutEntities(once)];
	if (/%[0-9a-f]{2}/i.test(logged)) readings.push(percentDecoded(logged));
	if (/^(?:[0-9a-f]{2})+$/i.test(logged)) readings.push(Buffer.from(logged, 'hex').toString());
	if (/^[\w+/-]{4,}={0,2}$/.test(logged)) readings.push(Buffer.from(logged, 'base64').toString());
	return [...new Set(readings)];
}

function withoutEntities(text: string): string {
	return text.replace(
		/&(?:([a-z]+)|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi,
		(entity, name?: string, code?: string, hex?: string) =>
			name === undefined
				? String.fromCodePoint(code === undefined ? parseInt(hex!, 16) : Number(code))
				: (ENTITIES[name.toLowerCase()] ?? entity),
	);
}

function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
}

/** What a service left of a text that it may have masked, cut off, or given other links. */
function partsKept(read: string): string[] {
	return read.split(LINK).flatMap((part) => part.split(STAND_IN));
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
	const [whole, wanted] = [text.toLowerCase(), parts.map((part) => part.toLowerCase())];
	let end = 0;
	return wanted.every((part) => {
		const start = whole.indexOf(part, end);
		end = start + part.length;
		return start >= 0;
	});
}
