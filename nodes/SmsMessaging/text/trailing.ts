/** The text without these characters at its end. A pattern such as /0+$/ would look at each run of zeros again and again. */
export function withoutTrailing(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
	return text.slice(0, end);
}
