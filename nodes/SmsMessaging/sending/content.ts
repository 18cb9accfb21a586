import type { IDataObject } from 'n8n-workflow';

import type { TextLimits } from '../fields/textLimits';
import { withoutUndefined, type ReportFault } from '../parameters/values';
import type { Language } from '../segments/alphabets';
import { countBinarySegments } from '../segments/countBinarySegments';
import { countSegments, type SegmentCount } from '../segments/countSegments';
import { cutToSegments } from '../segments/cutToSegments';
import { replaceCharacters, type Replacement } from '../segments/replaceCharacters';
import type { Message } from '../service/types';

/** What the node itself says about the content of a message, in output items beside the fields of the service. */
export type ContentFacts = {
	/** By the node's own count, of the content as it is sent; none for bytes whose header is malformed. */
	segments?: number;
	encoding?: SegmentCount['encoding'];
	/** The characters because of which it is UCS-2, at most 20. */
	ucs2Characters?: string[];
	replaced?: Replacement[];
	/** The characters because of which nothing was replaced, at most 20. */
	notReplaced?: string[];
	/** How many segments a text had before it was cut. */
	cutFrom?: number;
};

/** As fields of an item: in order, and with lists of its own. */
export function presentFacts({ replaced, ucs2Characters, notReplaced, cutFrom, ...counts }: ContentFacts): IDataObject {
	if (ucs2Characters === undefined && replaced === undefined && cutFrom === undefined) return counts;
	return {
		...counts,
		...(ucs2Characters !== undefined && { ucs2Characters: [...ucs2Characters] }),
		...(replaced !== undefined && { replaced: replaced.map((replacement) => ({ ...replacement })) }),
		...(notReplaced !== undefined && { notReplaced: [...notReplaced] }),
		...(cutFrom !== undefined && { cutFrom }),
	};
}

/** The facts among the fields of an item. */
export function factsAmong({
	segments,
	encoding,
	ucs2Characters,
	replaced,
	notReplaced,
	cutFrom,
}: IDataObject): IDataObject {
	return withoutUndefined({ segments, encoding, ucs2Characters, replaced, notReplaced, cutFrom });
}

export interface Content {
	message: Message;
	facts: ContentFacts;
}

/** Counts the bytes of a binary message. */
export function countedBinary(message: Message): Content {
	const { hex, ...coding } = message.binary as { hex: string; dataCoding?: number; esmClass?: number };
	const segments = countBinarySegments(hex, coding)?.segments;
	return { message, facts: segments === undefined ? {} : { segments } };
}

/** A text as it is sent, and what is known about it. */
interface PreparedText {
	text: string;
	facts: ContentFacts;
	/** Why it must not be sent. */
	fault?: string;
}

/** Replaces, cuts and counts the texts of a run, equal ones once. */
export class TextPreparer {
	private readonly prepared = new Map<string, PreparedText>();

	prepare(message: Message, limits: TextLimits, report: ReportFault): Content {
		const text = message.text as string;
		const language = (message.language ?? undefined) as Language | undefined;
		const { isReplacing, maxSegments, longerTexts } = limits;
		const { languageCode, singleShift, lockingShift } = language ?? {};
		const key = `${languageCode}|${singleShift}|${lockingShift}|${isReplacing}|${maxSegments}|${longerTexts}|${text}`;
		let prepared = this.prepared.get(key);
		if (prepared === undefined) {
			prepared = prepareText(text, limits, language);
			this.prepared.set(key, prepared);
		}
		if (prepared.fault !== undefined) report('text', prepared.fault);
		return {
			message: prepared.text === text ? message : { ...message, text: prepared.text },
			facts: prepared.facts,
		};
	}
}

function prepareText(original: string, limits: TextLimits, language: Language | undefined): PreparedText {
	const { isReplacing, maxSegments = Infinity, longerTexts } = limits;
	const { text, replaced, irreplaceable } = isReplacing
		? replaceCharacters(original, language)
		: { text: original, replaced: [], irreplaceable: [] };
	const whole = countSegments(text, language);
	const isTooLong = whole.segments > maxSegments;
	const isCut = isTooLong && longerTexts === 'cut';
	const sent = isCut ? cutToSegments(text, maxSegments, language) : text;
	const { segments, encoding, forcingUcs2 } = isCut ? countSegments(sent, language) : whole;
	return {
		text: sent,
		facts: {
			segments,
			encoding,
			...(forcingUcs2.length > 0 && { ucs2Characters: forcingUcs2 }),
			...(replaced.length > 0 && { replaced }),
			...(irreplaceable.length > 0 && { notReplaced: irreplaceable }),
			...(isCut && { cutFrom: whole.segments }),
		},
		...(isTooLong && !isCut && { fault: tooLong(text, whole, maxSegments, language) }),
	};
}

function tooLong(
	text: string,
	{ segments, encoding, forcingUcs2 }: SegmentCount,
	maxSegments: number,
	language: Language | undefined,
): string {
	const because = forcingUcs2.length === 0 ? '' : `, because of ${forcingUcs2.join(' ')}`;
	const after = forcingUcs2.length === 0 ? undefined : countSegments(replaceCharacters(text, language).text, language);
	const canReplace = after !== undefined && after.encoding !== 'UCS-2' && after.segments <= maxSegments;
	const advice = `shorten it, ${canReplace ? "turn on 'Replace Characters', " : ''}set a higher 'Maximum Segments', or have longer texts cut`;
	return `needs ${segments} segments (${encoding}${because}), but 'Maximum Segments' is ${maxSegments}; ${advice}`;
}
