import type { Safeguards } from '../fields/safeguards';
import type { ContentFacts } from '../output/presentEntry';
import type { AddFault } from '../parameters/values';
import type { Language } from '../segments/alphabets';
import { countBinarySegments } from '../segments/countBinarySegments';
import { countSegments, type SegmentCount } from '../segments/countSegments';
import { cutToSegments } from '../segments/cutToSegments';
import { replaceCharacters, type Replaced } from '../segments/replaceCharacters';
import type { Message } from '../api/types';

export interface Content {
	message: Message;
	facts: ContentFacts;
}

/** Counts the bytes of a binary message. */
export function countedBinary(message: Message): Content {
	const { hex, ...coding } = message.binary as { hex: string; dataCoding?: number; esmClass?: number };
	const { segments, bytes } = countBinarySegments(hex, coding) ?? {};
	return { message, facts: { segments, bytes } };
}

type TextLimits = Pick<Safeguards, 'maxSegments' | 'longerTexts'>;

/** A text as sent, with its counts. */
interface PreparedText {
	text: string;
	facts: ContentFacts;
	/** Why it must not be sent. */
	fault: string | undefined;
}

/** Replaces, cuts and counts the texts of a run. The last one is remembered, since many items often have the same. */
export class TextPreparer {
	private last: { text: string; language: Language | undefined; prepared: PreparedText } | undefined;

	constructor(private readonly limits: TextLimits) {}

	/** @param isReplacing the same for all messages */
	prepare(message: Message, isReplacing: boolean, addFault: AddFault): Content {
		const text = message.text as string;
		const language = (message.language ?? undefined) as Language | undefined;
		const { last } = this;
		const isKnown = last?.text === text && isSameLanguage(last.language, language);
		const prepared = isKnown ? last.prepared : prepareText(text, isReplacing, this.limits, language);
		if (!isKnown) this.last = { text, language, prepared };
		if (prepared.fault !== undefined) addFault('text', prepared.fault);
		const { facts } = prepared;
		return { message: prepared.text === text ? message : { ...message, text: prepared.text }, facts };
	}
}

const isSameLanguage = (one: Language | undefined, other: Language | undefined): boolean =>
	one?.languageCode === other?.languageCode &&
	one?.singleShift === other?.singleShift &&
	one?.lockingShift === other?.lockingShift;

function prepareText(
	original: string,
	isReplacing: boolean,
	{ maxSegments = Infinity, longerTexts }: TextLimits,
	language: Language | undefined,
): PreparedText {
	const { text, replaced, irreplaceable } = isReplacing ? replaceCharacters(original, language) : asItIs(original);
	const whole = countSegments(text, language);
	const isTooLong = whole.segments > maxSegments;
	const isCut = isTooLong && longerTexts === 'cut';
	const sent = isCut ? cutToSegments(text, maxSegments, language) : text;
	const { segments, encoding, forcingUcs2 } = isCut ? countSegments(sent, language) : whole;
	return {
		text: sent,
		facts: {
			text: sent,
			segments,
			encoding,
			ucs2Characters: orNone(forcingUcs2),
			replaced: orNone(replaced),
			notReplaced: orNone(irreplaceable),
			cutFrom: isCut ? whole.segments : undefined,
		},
		fault: isTooLong && !isCut ? tooLong(text, whole, maxSegments, language) : undefined,
	};
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
	const advice = `shorten it, ${canReplace ? "turn on 'Replace Characters', " : ''}raise 'Maximum Segments', or set 'Longer Texts' to 'Cut With an Ellipsis'`;
	return `needs ${segments} segments (${encoding}${because}), but 'Maximum Segments' is ${maxSegments}; ${advice}`;
}
