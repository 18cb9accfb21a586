/** What stands between two stars: its texts with their places in it, the longest first, and ? around them. */
interface Part {
	texts: ReadonlyArray<readonly [text: string, place: number]>;
	length: number;
}

/**
 * Tests texts against a pattern, where * matches any text and ? one character. The parts between the stars are looked for one after the
 * other, each as early as possible, so nothing that was found is given up again.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const parts = pattern.split('*').map(partOf);
	const [first, last] = [parts.shift()!, parts.pop()];
	return (text) => {
		if (!isAt(text, first, 0)) return false;
		if (last === undefined) return text.length === first.length;
		let at = first.length;
		for (const part of parts) {
			at = find(text, part, at) + part.length;
			if (at > text.length) return false;
		}
		return text.length - last.length >= at && isAt(text, last, text.length - last.length);
	};
}

function partOf(part: string): Part {
	const texts = [...part.matchAll(/[^?]+/g)].map(({ 0: text, index }) => [text, index] as const);
	return { texts: texts.sort(([one], [other]) => other.length - one.length), length: part.length };
}

/** Infinity if it is nowhere. */
function find(text: string, part: Part, from: number): number {
	const [rarest = '', place = 0] = part.texts[0] ?? [];
	for (let at = from; at + part.length <= text.length; at++) {
		at = text.indexOf(rarest, at + place) - place;
		if (at < from) return Infinity;
		if (isAt(text, part, at)) return at;
	}
	return Infinity;
}

function isAt(text: string, { texts, length }: Part, position: number): boolean {
	return position + length <= text.length && texts.every(([one, place]) => text.startsWith(one, position + place));
}
