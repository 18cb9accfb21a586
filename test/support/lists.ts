import fc from 'fast-check';

/** Text with these entries as people write lists: commas, semicolons, line ends and white space between them, and blank entries. */
export function written(entries: readonly string[]): fc.Arbitrary<string> {
	const separator = fc.stringMatching(/^ ?[,;\n]{1,2}[ \t\r\n]?$/);
	return fc
		.array(separator, { minLength: entries.length, maxLength: entries.length })
		.map((separators) => entries.map((entry, index) => entry + separators[index]!).join(''));
}
