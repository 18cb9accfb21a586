import fc from 'fast-check';

import { likenessOf } from '../../../nodes/SmsMessaging/sending/submit/likeness';

const LINK = (nth: number) => `https://n8n.example/webhook-waiting/${nth}?k=abcdefghijkl&signature=${'0a'.repeat(32)}`;

test.each([
	['the same text', { text: 'Hello\r\nyou' }, 'Hello\r\nyou', 'same'],
	['blanks at the ends', { text: ' Hello\n' }, 'Hello ', 'same'],
	['another link to answer', { text: `Yes? ${LINK(1)}` }, `Yes? ${LINK(2)}`, 'same'],
	['another plain text', { text: 'Hello\nyou' }, 'Hello\nme', 'other'],
	['another text of several plain characters', { text: 'Hello' }, 'Hallo', 'other'],
	['a code that is hidden', { text: 'Code 1234, valid today' }, 'Code ****, valid today', 'unclear'],
	['a code that is hidden, in another text', { text: 'Code 1234, valid today' }, 'Code ****, for Ann', 'other'],
	['a short link', { text: 'See https://shop.example/a?b=1 now' }, 'See eml.io/x1 now', 'unclear'],
	[
		'a short link, and words of the service',
		{ text: 'See shop.example/a?b=1 now' },
		'See eml.io/x. now STOP',
		'unclear',
	],
	[
		'a short link for one without https, and words of the service',
		{ text: 'See http://www.shop.example/a?b=1 now' },
		'See eml.io/x now STOP',
		'unclear',
	],
	['a code that is hidden, in a text that repeats a part', { text: 'Hello Ann 1234' }, 'Hello **Hello', 'other'],
	['only one break of two kinds', { text: 'Hello\ryou' }, 'Hello\nyou', 'same'],
	['no line break', { text: 'Hello\r\nyou' }, 'Helloyou', 'unclear'],
	[
		'characters written as HTML',
		{ text: `'Tom' & "Co" <a>` },
		'&apos;Tom&apos; &amp; &quot;Co&quot; &lt;a&gt;',
		'same',
	],
	['characters written as HTML, by number and twice', { text: "It's" }, 'It&amp;#x27;s', 'same'],
	['a code that is hidden by letters', { text: 'Code 1234, valid today' }, 'Code XXXX, valid today', 'unclear'],
	['a code that is named', { text: 'Code 1234, valid today' }, 'Code [code], valid today', 'unclear'],
	['a text that is named', { text: 'Code 1234, valid today' }, 'REDACTED', 'unclear'],
	['a note in place of the text', { text: 'Code 1234, valid today' }, 'Message body redacted.', 'unclear'],
	['a note of several words', { text: 'Hello' }, '[The content is not stored]', 'unclear'],
	['a note, in a text about hidden things', { text: 'Your post was removed' }, 'Your photo was removed', 'other'],
	['a long text with a word for hidden', { text: 'Hello' }, `Your post was removed. ${'Read on. '.repeat(8)}`, 'other'],
	['a word for nothing', { text: 'Hello' }, 'N/A', 'unclear'],
	['a word for nothing within another text', { text: 'Hello' }, 'None left', 'other'],
	['another word, which read as Base64 has no letters', { text: 'Hello' }, 'Other', 'other'],
	['a dash', { text: 'Hello' }, '-', 'unclear'],
	['other letters', { text: 'Hello' }, 'Привет', 'other'],
	['capitals', { text: 'Hello Ann' }, 'HELLO ANN', 'unclear'],
	['other quotes', { text: `It's "new"` }, 'It’s new', 'unclear'],
	['percent-encoded', { text: 'Hello Ann!' }, 'Hello+Ann%21', 'same'],
	['as hexadecimal digits', { text: 'Hello' }, '48656c6c6f', 'same'],
	['as Base64', { text: 'Hello' }, 'SGVsbG8=', 'same'],
	['a plus sign that may be a blank', { text: 'Hello Ann' }, 'Hello+Ann', 'unclear'],
	['a percentage', { text: 'Only 5%de more' }, 'Only 5%de less', 'other'],
	['digits at the end', { text: 'Hello' }, 'Your code is 1234', 'other'],
	['hexadecimal digits at the start', { text: 'Hello' }, '48 hours left', 'other'],
	['an odd count of hexadecimal digits', { text: 'Hello' }, '48656', 'other'],
	['Base64 at the end', { text: 'Hello' }, '* SGVsbG8=', 'other'],
	['Base64 at the start', { text: 'Hello' }, 'SGVsbG8= !', 'other'],
	['another text of one character', { text: 'Hello' }, '7', 'other'],
	['other characters at the start', { text: 'Öl' }, 'Ol', 'unclear'],
	['other characters at the end', { text: 'Cafe €' }, 'Cafe E', 'unclear'],
	['no text in the log', { text: 'Hello' }, undefined, 'unclear'],
	['bytes, for which the log shows a text', { binary: { hex: '00' } }, '', 'unclear'],
	['a message of which only the ID counts', undefined, 'Hello', 'same'],
])('%s: likeness', (_, message, logged, likeness) => {
	expect(likenessOf({ text: logged }, message)).toBe(likeness);
});

const encodings: Record<string, (text: string) => string> = {
	nothing: (text) => text,
	percent: encodeURIComponent,
	form: (text) => `${new URLSearchParams({ text }).toString().slice('text='.length)}%0A`,
	html: (text) =>
		text.replace(/[&<>"']/g, (one) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[one]};`),
	htmlByNumber: (text) => text.replace(/[^a-z ]/giu, (one) => `&#${one.codePointAt(0)};`),
	htmlByHexadecimal: (text) => text.replace(/[^a-z ]/giu, (one) => `&#x${one.codePointAt(0)!.toString(16)};`),
	hexadecimal: (text) => Buffer.from(text).toString('hex'),
	base64: (text) => Buffer.from(text).toString('base64'),
	base64url: (text) => Buffer.from(text).toString('base64url'),
};

test('a text that a service has encoded as a whole is the same', () => {
	const text = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 12 });
	fc.assert(
		fc.property(text, fc.constantFrom(...Object.keys(encodings)), (sent, encoding) => {
			expect(likenessOf({ text: encodings[encoding]!(sent) }, { text: sent })).toBe('same');
		}),
		{ numRuns: 1000 },
	);
});
