import type { Language, Message } from '../../../nodes/SmsMessaging/api/message';
import { messageText, TextPreparer, withText } from '../../../nodes/SmsMessaging/sending/content';

type Limits = ConstructorParameters<typeof TextPreparer>[0];

/** @param before prepared first, by the same preparer */
function prepared(message: Message, limits: Limits, isReplacing: boolean, before?: Message) {
	const preparer = new TextPreparer(limits, ({ extraFields }) => extraFields?.language as Language | undefined);
	if (before !== undefined) preparer.prepare(before, isReplacing, () => undefined);
	const faults: string[] = [];
	const addFault = (field: string, reason: string) => void faults.push(`${field} ${reason}`);
	return { ...preparer.prepare(message, isReplacing, addFault), faults };
}

// Each text is another one in each language
const TURKISH = 'ğş'.repeat(50);
const TEXTS = ['Hello', '„Hi“', 'ж'.repeat(71), TURKISH, 'x'.repeat(161)];
const LANGUAGES = [
	undefined,
	{ languageCode: 'TR' },
	{ languageCode: 'TR', singleShift: true },
	{ languageCode: 'TR', lockingShift: true },
	{ languageCode: 'TR', singleShift: true, lockingShift: true },
	{ languageCode: 'TR', singleShift: false, lockingShift: false },
	{ languageCode: 'PT', singleShift: true, lockingShift: true },
];
const LIMITS: Limits[] = [
	{ longerTexts: 'fault' },
	{ longerTexts: 'fault', maxSegments: 1 },
	{ longerTexts: 'cut', maxSegments: 1 },
];

const MESSAGES = TEXTS.flatMap((text) => LANGUAGES.map((language) => ({ text, language })));

const messageOf = ({ text, language }: (typeof MESSAGES)[number]): Message => ({
	sender: 'A',
	content: { text },
	extraFields: { language },
});

test('the preparation of a text does not depend on earlier texts, and changes only the text', () => {
	for (const [limits, isReplacing] of LIMITS.flatMap((one) => [true, false].map((is) => [one, is] as const))) {
		for (const one of MESSAGES) {
			const message = messageOf(one);
			const alone = prepared(message, limits, isReplacing);
			expect(withText(alone.message, one.text)).toEqual(message);
			if (messageText(alone.message) === one.text) expect(alone.message).toBe(message);
			const isNear = (other: typeof one) => (other.text === one.text) !== (other.language === one.language);
			for (const other of MESSAGES.filter(isNear))
				expect(prepared(message, limits, isReplacing, messageOf(other))).toEqual(alone);
		}
	}
});
