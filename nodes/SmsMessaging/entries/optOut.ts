import type { INodeProperties } from 'n8n-workflow';

import { describe, type AddFault } from '../parameters/values';
import { entriesOf, wordsOf } from '../text/words';

/** Whether a person opts out of messages, or back in, and the word that says so. */
export interface OptOut {
	optedOut: boolean;
	word: string;
}

/**
 * What ends consent. Sources: the FCC's words, in their usual forms (47 CFR 64.1200 (a)(10); required by AWS, Braze and Telnyx);
 * STOPP (Brevo, German); ARRET, ARRETE (AWS, Twilio: Canada); ALTO (Textizen, Spanish).
 */
const OUT_FIRST = [
	'STOP',
	'STOPALL',
	'STOP2QUIT',
	'UNSUBSCRIBE',
	'OPT OUT',
	'OPTOUT',
	'REVOKE',
	'REMOVE ME',
	'STOPP',
	'ARRET',
	'ARRETE',
	'ALTO',
];
/** Only as a whole message, since they also begin others: 'Cancel my appointment'. Behind QUIT: the same words in German, Spanish, French and Italian. */
const OUT_WHOLE = [
	'END',
	'CANCEL',
	'QUIT',
	'ABMELDEN',
	'ABBESTELLEN',
	'BAJA',
	'CANCELAR',
	'DESABONNER',
	'ANNULLA',
	'CANCELLA',
	'DISISCRIVI',
	'BASTA',
];
/** What begins it again (Braze, Twilio, Telnyx; INICIO: Textizen). As a whole message: 'Start time of the class?' gives no consent. */
const IN_WHOLE = ['START', 'UNSTOP', 'INICIO', 'YES'];

interface Rule {
	words: readonly string[];
	isWhole: boolean;
	found: OptOut;
}

const ruleOf = (optedOut: boolean, isWhole: boolean) => (word: string) => ({
	words: wordsOf(word),
	isWhole,
	found: { optedOut, word: word.toUpperCase() },
});

const RULES: readonly Rule[] = [
	...OUT_FIRST.map(ruleOf(true, false)),
	...OUT_WHOLE.map(ruleOf(true, true)),
	...IN_WHOLE.map(ruleOf(false, true)),
];

/**
 * Reads a message, and what stands behind its keywords: there only what opts out first in a message counts, since 'QUIZ YES' is an answer.
 * @param more opt-out words of the user, with which a message begins
 */
export function optOutReader(more: readonly string[] = []) {
	const find = ruleFinder(more);
	return (text: string, ...behindKeywords: Array<string | undefined>): OptOut | undefined => {
		const behind = behindKeywords.map((rest = '') => find(rest));
		return (find(text) ?? behind.find((rule) => rule?.isWhole === false && rule.found.optedOut))?.found;
	};
}

function ruleFinder(more: readonly string[]): (text: string) => Rule | undefined {
	const rules = [...more.map(ruleOf(true, false)), ...RULES];
	const longest = Math.max(...rules.map(({ words }) => words.length));
	return (text) => {
		const begin = wordsOf(text, longest + 1);
		return rules.find(
			({ words, isWhole }) =>
				words.every((word, place) => word === begin[place]) && (!isWhole || begin.length === words.length),
		);
	};
}

export const moreOptOutWordsField = (show?: Record<string, string[]>): INodeProperties => ({
	displayName: 'More Opt-Out Words',
	name: 'moreOptOutWords',
	type: 'string',
	...(show && { displayOptions: { show } }),
	default: '',
	placeholder: 'e.g. NO MORE, AUS',
	description:
		'Further words with which a message opts out, besides STOP and other usual ones: then the output has optedOut. Separate several with commas.',
});

/** The reader with the words of the option. */
export function readOptOutWords(value: unknown, addFault: AddFault): ReturnType<typeof optOutReader> {
	const words = entriesOf(value);
	const blank = words.find((word) => wordsOf(word).length === 0);
	if (blank !== undefined) addFault('moreOptOutWords', `contains ${describe(blank)}, which has no letters or digits`);
	return optOutReader(words);
}
