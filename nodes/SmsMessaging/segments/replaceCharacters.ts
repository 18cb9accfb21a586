import type { Language } from '../api/message';
import { alphabetsFor, countSevenBit, MAX_LISTED } from './countSegments';
import { REPLACEMENTS } from './replacementTable';

export interface Replacement {
	from: string;
	to: string;
	count: number;
}

export interface Replaced {
	text: string;
	/** What was replaced, each pair once */
	replaced: Replacement[];
	/** The characters that prevented any replacement, at most 20: nothing can stand for them, and they need UCS-2 */
	irreplaceable: string[];
}

const TABLE = new Map(REPLACEMENTS.flatMap(([to, from]) => Array.from(from, (character) => [character, to] as const)));

/** A character together with the accents that follow it. Those on their own that every alphabet has are passed over. */
const CHARACTERS = /\P{M}\p{M}+|[^\n\r -_a-~]/gu;

/**
 * Replaces characters that are in no 7-bit alphabet with ones that are, so that a text needs no UCS-2. If one of them cannot be
 * replaced, the text stays as it is: replacing the rest would spoil it and save nothing.
 */
export function replaceCharacters(text: string, language?: Language): Replaced {
	if (countSevenBit(text, language)) return { text, replaced: [], irreplaceable: [] };
	const characters = [...new Set(text.match(CHARACTERS))];
	const [best] = alphabetsFor(language)
		.flat()
		.map(({ costs }) => {
			const missing = characters.filter((character) => !isIn(costs, character));
			return {
				costs,
				missing,
				irreplaceable: missing.filter((character) => replacementOf(character, costs) === undefined),
			};
		})
		.sort((a, b) => a.irreplaceable.length - b.irreplaceable.length || a.missing.length - b.missing.length);
	const { costs, irreplaceable } = best!;
	if (irreplaceable.length > 0) return { text, replaced: [], irreplaceable: irreplaceable.slice(0, MAX_LISTED) };

	const replaced = new Map<string, Replacement>();
	const replacedText = text.replace(CHARACTERS, (from, offset: number) => {
		if (isIn(costs, from)) return from;
		const to = withSeparator(replacementOf(from, costs)!, text.slice(Math.max(offset - 2, 0), offset));
		const pair = JSON.stringify([from, to]);
		const entry = replaced.get(pair) ?? { from, to, count: 0 };
		replaced.set(pair, { ...entry, count: entry.count + 1 });
		return to;
	});
	return { text: replacedText, replaced: [...replaced.values()], irreplaceable };
}

const isIn = (costs: Uint8Array, character: string): boolean =>
	character.length === 1 && Boolean(costs[character.charCodeAt(0)]);

/** Undefined if there is none. A letter with its accents is looked up as a single character. */
function replacementOf(character: string, costs: Uint8Array): string | undefined {
	let replacement = '';
	for (const part of character.normalize('NFC')) {
		const to = isIn(costs, part) ? part : TABLE.get(part);
		if (to === undefined) return undefined;
		replacement += to;
	}
	return replacement;
}

/** A replacement with digits begins with a separator, which is dropped unless it follows a digit. */
const withSeparator = (replacement: string, before: string): string =>
	/^[ ^]\d/.test(replacement) && !/\p{Nd}$/u.test(before) ? replacement.slice(1) : replacement;
