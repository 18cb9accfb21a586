import { countText } from '../output/errorItems';
import type { Language } from '../segments/alphabets';
import { countSegments } from '../segments/countSegments';
import { replaceCharacters } from '../segments/replaceCharacters';
import type { Target } from './plan/target';

const MAX_CHARACTERS_NAMED = 10;
const CUT = 'cut a segment from 160 characters to 70';

/** The segments of all messages together, by the node's own count. */
export function totalSegments(targets: readonly Target[]): number {
	return targets.reduce((sum, { facts }) => sum + (facts.segments ?? 0), 0);
}

/** A hint: messages of more than one segment, and what Replace Characters would save. */
export function describeCost(targets: readonly Target[]): string | undefined {
	const long = targets.filter(({ facts: { segments = 1 } }) => segments > 1);
	if (long.length === 0) return undefined;
	const counts = new Set(long.map(({ facts }) => facts.segments!));
	const most = Math.max(...counts);
	const sum = totalSegments(long);
	const each =
		counts.size === 1
			? `${most} segments${long.length === 1 ? '' : ' each'}`
			: `more than one segment, ${most} at most`;
	const inAll = long.length === 1 ? '' : `: ${countText(sum)} in all`;
	const need = `${long.length === 1 ? '1 message needs' : `${countText(long.length)} messages need`} ${each}${inAll}.`;
	return [need, describeSaving(long)].filter((part) => part !== undefined).join(' ');
}

/** Characters that force UCS-2, all of which could be replaced; or if there are none, one that could not. */
function describeSaving(targets: readonly Target[]): string | undefined {
	const characters = new Set<string>();
	const known = new Map<string, Saving>();
	let saved = 0;
	let lasting: string | undefined;
	for (const { message, facts } of targets) {
		if (facts.encoding !== 'UCS-2') continue;
		const key = JSON.stringify([message.text, message.language]);
		const saving = known.get(key) ?? savingOf(String(message.text), message.language as Language | undefined);
		known.set(key, saving);
		lasting ??= saving.lasting;
		if (saving.segments === 0) continue;
		saved += saving.segments;
		for (const character of saving.characters) characters.add(character);
	}
	if (saved === 0) return lasting && `Characters such as ${lasting} ${CUT}.`;
	const named = [...characters].slice(0, MAX_CHARACTERS_NAMED).join(' ');
	return `${named} ${CUT}: Message Options → Replace Characters would save ${countText(saved)} ${saved === 1 ? 'segment' : 'segments'}.`;
}

interface Saving {
	segments: number;
	characters: string[];
	/** A character that keeps the text in UCS-2. */
	lasting: string | undefined;
}

function savingOf(text: string, language: Language | undefined): Saving {
	const { text: plain, replaced, irreplaceable } = replaceCharacters(text, language);
	const segments = countSegments(text, language).segments - countSegments(plain, language).segments;
	return { segments, characters: replaced.map(({ from }) => from), lasting: irreplaceable[0] };
}
