// Also those that change the direction of text, or have no width
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A line that a terminal cannot misinterpret: control characters are shown as their codes. */
export function printable(line: string): string {
	return line.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
