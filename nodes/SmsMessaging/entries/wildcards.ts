const BITS = 32;
const STAR = '*';
const ANY_CHARACTER = '?';

/**
 * Tests texts against the pattern, where * matches any text and ? one character. All positions in the pattern that a text may have
 * reached are tracked at once, one bit each, so the time is proportional to the text's length whatever it contains.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const tokens = pattern.replaceAll(STAR, '');
	const words = Math.floor(tokens.length / BITS) + 1;
	const noBits = (): Int32Array => new Int32Array(words);
	const set = (bits: Int32Array, index: number): void => {
		bits[Math.floor(index / BITS)]! |= 1 << (index % BITS);
	};
	/** Positions that match any text. */
	const stars = noBits();
	/** For each character, the positions that it leads to from the one before; then the same for all others. */
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
