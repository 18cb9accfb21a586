import * as fc from 'fast-check';

import { withoutAnswerLink } from '../../../nodes/SmsMessaging/text/answerLink';

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
