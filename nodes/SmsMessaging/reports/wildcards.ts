const BITS = 32;
const STAR = '*';
const ANY_CHARACTER = '?';

/**
 * Tells which texts look like the pattern, where * stands for any text and ? for one character. All places of the pattern at which
 * a text may be are followed at once, a bit for each: the time is in proportion to the text's length, whatever stands in it.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const tokens = pattern.replaceAll(STAR, '');
	const words = Math.floor(tokens.length / BITS) + 1;
	const noBits = (): Int32Array => new Int32Array(words);
	const set = (bits: Int32Array, index: number): void => {
		bits[Math.floor(index / BITS)]! |= 1 << (index % BITS);
	};
	/** Places at which any text may stand. */
	const stars = noBits();
	/** For each character, places that it leads to from the one before; then the same for all others. */
	const afterCharacter = new Map<number, Int32Array>();
	const afterOther = noBits();
	for (let place = 0, index = 0; index < pattern.length; index++) {
		if (pattern[index] === STAR) set(stars, place);
		else if (pattern[index] === ANY_CHARACTER) set(afterOther, ++place);
		else {
			const code = pattern.charCodeAt(index);
			const bits = afterCharacter.get(code) ?? noBits();
			set(bits, ++place);
			afterCharacter.set(code, bits);
		}
	}
	for (const bits of afterCharacter.values()) for (let word = 0; word < words; word++) bits[word]! |= afterOther[word]!;

	return (text) => {
		const places = noBits();
		set(places, 0);
		for (let at = 0; at < text.length; at++) {
			const after = afterCharacter.get(text.charCodeAt(at)) ?? afterOther;
			let carried = 0;
			let isAnywhere = 0;
			for (let word = 0; word < words; word++) {
				const bits = places[word]!;
				const next = (((bits << 1) | carried) & after[word]!) | (bits & stars[word]!);
				carried = bits >>> (BITS - 1);
				places[word] = next;
				isAnywhere |= next;
			}
			if (isAnywhere === 0) return false;
		}
		return ((places[Math.floor(tokens.length / BITS)]! >>> (tokens.length % BITS)) & 1) === 1;
	};
}
