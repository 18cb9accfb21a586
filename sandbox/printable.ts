// Includes bidirectional controls and zero-width characters
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A line that is safe to print: control characters are shown as their codes. */
export function printable(line: string): string {
	return line.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
