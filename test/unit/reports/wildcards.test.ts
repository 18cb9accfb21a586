import fc from 'fast-check';

import { wildcardMatcher } from '../../../nodes/SmsMessaging/entries/selection';
import { senderForm } from '../../../nodes/SmsMessaging/text/numbers';

/** The same by its definition. */
function looksLike(text: string[], pattern: string[]): boolean {
	if (pattern.length === 0) return text.length === 0;
	if (pattern[0] === '*')
		return looksLike(text, pattern.slice(1)) || (text.length > 0 && looksLike(text.slice(1), pattern));
	const isFirst = text.length > 0 && (pattern[0] === '?' || pattern[0] === text[0]);
	return isFirst && looksLike(text.slice(1), pattern.slice(1));
}

test('* and ? match as defined, for any text and pattern', () => {
	const texts = fc.array(fc.constantFrom('a', 'b', '?', '.', '\n', '\\', '😀'), { maxLength: 12 });
	const patterns = fc.array(fc.constantFrom('a', 'b', '*', '?', '.', '\n', '\\', '[', '$', '😀'), { maxLength: 8 });
	fc.assert(
		fc.property(
			texts,
			patterns,
			(text, pattern) => wildcardMatcher(pattern.join(''))(text.join('')) === looksLike(text, pattern),
		),
		{ numRuns: 5000 },
	);
});

test.each([
	['43 660*', '43660*'],
	['+43 660 *', '43660*'],
	['24/7', '24/7'],
	['24-7*', '24-7*'],
	['43-660-*', '43660*'],
	['My Shop*', 'My Shop*'],
	['4366*', '4366*'],
])('a sender written as %s is compared as %s', (written, form) => expect(senderForm(written)).toBe(form));

test('long texts and patterns take little time', () => {
	const text = 'a'.repeat(4 * 2 ** 20);
	const many = 'a'.repeat(100);
	const began = process.cpuUsage();
	for (const pattern of [
		`*${many}b`,
		`*${many}b*`,
		`*b${many}*`,
		`*a?${many}b*`,
		`${'*a'.repeat(100)}*b*`,
		`*${'?'.repeat(100)}b*`,
		`*${many}b${many}*`,
	])
		expect(wildcardMatcher(pattern)(text)).toBe(false);
	expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
