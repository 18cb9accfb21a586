/** Tests texts against a pattern, where * matches any text and ? one character. A mismatch goes back to the latest * only. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	return (text) => {
		let [place, star, from] = [0, -1, 0];
		for (let at = 0; at < text.length; ) {
			if (pattern[place] === '*') {
				star = place++;
				from = at;
			} else if (pattern[place] === '?' || pattern[place] === text[at]) {
				place += 1;
				at += 1;
			} else if (star === -1) return false;
			else {
				place = star + 1;
				at = ++from;
			}
		}
		return /^\**$/.test(pattern.slice(place));
	};
}
