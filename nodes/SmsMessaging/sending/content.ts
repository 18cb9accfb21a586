import type { Content, Language, Message } from '../api/message';
import type { ContentFacts } from '../entries/outputFields';
import type { Safeguards } from '../fields/safeguards';
import type { AddFault } from '../parameters/values';
import { countBinarySegments } from '../segments/countBinarySegments';
import { countSegments, type SegmentCount } from '../segments/countSegments';
import { cutToSegments } from '../segments/cutToSegments';
import { replaceCharacters, type Replaced } from '../segments/replaceCharacters';
import type { CountedMessage } from './compose';

export function countedBinary(message: Message): CountedMessage {
	const { hex, ...coding } = message.content as Extract<Content, { hex: string }>;
	const { segments, bytes } = countBinarySegments(hex, coding) ?? {};
	return { message, facts: { segments, bytes } };
}

/** Replaces, cuts and counts the text of a message. */
export function preparedText(
	message: Message,
	isReplacing: boolean,
	{ maxSegments = Infinity, longerTexts }: Pick<Safeguards, 'maxSegments' | 'longerTexts'>,
	language: Language | undefined,
	addFault: AddFault,
): CountedMessage {
	const original = messageText(message);
	const { text, replaced, irreplaceable } = isReplacing ? replaceCharacters(original, language) : asItIs(original);
	const whole = countSegments(text, language);
	const isTooLong = whole.segments > maxSegments;
	const isCut = isTooLong && longerTexts === 'cut';
	if (isTooLong && !isCut) addFault('text', tooLong(text, whole, maxSegments, language));
	const sent = isCut ? cutToSegments(text, maxSegments, language) : text;
	const { segments, encoding, forcingUcs2 } = isCut ? countSegments(sent, language) : whole;
	const facts: ContentFacts = {
		text: sent,
		segments,
		encoding,
		ucs2Characters: orNone(forcingUcs2),
		replaced: orNone(replaced),
		notReplaced: orNone(irreplaceable),
		cutFrom: isCut ? whole.segments : undefined,
	};
	return { message: withText(message, sent), facts };
}

export const messageText = ({ content }: Message): string => (content as Extract<Content, { text: string }>).text;

export function withText(message: Message, text: string): Message {
	return { ...message, content: { ...message.content, text } };
}

const asItIs = (text: string): Replaced => ({ text, replaced: [], irreplaceable: [] });

const orNone = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

function tooLong(
	text: string,
	{ segments, encoding, forcingUcs2 }: SegmentCount,
	maxSegments: number,
	language: Language | undefined,
): string {
	const because = forcingUcs2.length === 0 ? '' : `, because of ${forcingUcs2.join(' ')}`;
	const after = forcingUcs2.length === 0 ? undefined : countSegments(replaceCharacters(text, language).text, language);
	const canReplace = after !== undefined && after.encoding !== 'UCS-2' && after.segments <= maxSegments;
	const advice = `shorten it, ${canReplace ? "turn on 'Replace Characters', " : ''}or raise 'Maximum Segments'; 'Longer Texts' of Send Text can cut it`;
	return `needs ${segments} segments (${encoding}${because}), but 'Maximum Segments' is ${maxSegments}; ${advice}`;
}
