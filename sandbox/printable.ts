// Also those that turn the direction of text, or are of no width
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A line with nothing in it that a terminal obeys: control characters are shown as their codes. */
export function printable(line: string): string {
	return line.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
