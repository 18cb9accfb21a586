import * as fc from 'fast-check';

import { withoutAnswerLink, withRoomForLink } from '../../../nodes/SmsMessaging/text/answerLink';

const link = fc
	.tuple(
		fc.constantFrom('http://localhost:5678', 'https://n8n.example/base'),
		fc.string({ unit: fc.constantFrom(...'azAZ09-_'), minLength: 12, maxLength: 12 }),
		fc.string({ unit: fc.constantFrom(...'0af'), minLength: 64, maxLength: 64 }),
	)
	.map(([base, code, signature]) => `${base}/webhook-waiting/7/node?k=${code}&signature=${signature}`);
const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '?', '&', '://', 'https://', '?k=') });

test('every answer link in a text becomes {link}; the rest is unchanged', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(words, link)), words, (pairs, end) => {
			const text = pairs.map(([before, address]) => `${before} ${address}`).join('') + end;
			expect(withoutAnswerLink(text)).toBe(pairs.map(([before]) => `${before} {link}`).join('') + end);
		}),
	);
});

test('whatever surrounds {link}, the phone sees each link as it is', () => {
	const near = fc.constantFrom(
		...['', ' ', '\n', '\r\n', '\t', '\u00a0', '\ufeff', '.', ',', '(', ')', '"', '/', 'a', 'https://', '{'],
		'}',
	);
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.string(), near, near, fc.string()), { minLength: 1 }), link, (parts, address) => {
			const question = parts.map(([start, before, after, end]) => `${start}${before}{link}${after}${end}`).join('');
			const sent = withRoomForLink(question).replaceAll('{link}', address);
			expect(sent.split(/[ \r\n]/).filter((word) => word === address)).toHaveLength(parts.length);
			expect(withRoomForLink(withRoomForLink(question))).toBe(withRoomForLink(question));
			expect(withRoomForLink(question).replaceAll(' ', '')).toBe(question.replaceAll(' ', ''));
		}),
	);
});
