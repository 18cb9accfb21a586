import type { TextLimits } from '../../../nodes/SmsMessaging/fields/textLimits';
import { TextPreparer } from '../../../nodes/SmsMessaging/sending/content';
import type { Message } from '../../../nodes/SmsMessaging/service/types';

function prepared(preparer: TextPreparer, message: Message, limits: TextLimits) {
	const faults: string[] = [];
	return { ...preparer.prepare(message, limits, (field, reason) => void faults.push(`${field} ${reason}`)), faults };
}

// Each text is another one in each language, or in other limits
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
const LIMITS: TextLimits[] = [
	{ isReplacing: false, longerTexts: 'fault' },
	{ isReplacing: true, longerTexts: 'fault', maxSegments: 1 },
	{ isReplacing: true, longerTexts: 'cut', maxSegments: 1 },
];

const MESSAGES = LIMITS.flatMap((limits) =>
	TEXTS.flatMap((text) => LANGUAGES.map((language) => ({ text, language, limits }))),
);

test('a text is prepared the same whatever was prepared before it; the rest of the message stays', () => {
	for (const one of MESSAGES) {
		const { limits, ...said } = one;
		const message = { from: 'A', ...said } as unknown as Message;
		const alone = prepared(new TextPreparer(), message, limits);
		expect({ ...alone.message, text: one.text }).toEqual(message);
		if (alone.message.text === one.text) expect(alone.message).toBe(message);
		const names = ['text', 'language', 'limits'] as const;
		for (const other of MESSAGES.filter((before) => names.filter((name) => before[name] !== one[name]).length === 1)) {
			const preparer = new TextPreparer();
			prepared(preparer, other as unknown as Message, other.limits);
			expect(prepared(preparer, message, limits)).toEqual(alone);
		}
	}
});

const REPLACE = "turn on 'Replace Characters'";

test.each([
	['too long as it is', 'x'.repeat(161), '2 segments (GSM-7)', false],
	['too long because of what can be replaced', `„${'x'.repeat(99)}“`, '2 segments (UCS-2, because of „ “)', true],
	['longer than that even if it were replaced', `„${'x'.repeat(199)}“`, '3 segments (UCS-2, because of „ “)', false],
	['because of what cannot be replaced', `ж${'x'.repeat(99)}“`, '2 segments (UCS-2, because of ж “)', false],
])('what to do about a text that is %s', (_, long, needs, canReplace) => {
	const { faults } = prepared(new TextPreparer(), { text: long } as Message, { ...LIMITS[1]!, isReplacing: false });
	expect(faults).toHaveLength(1);
	expect(faults[0]).toContain(`text needs ${needs}, but 'Maximum Segments' is 1; shorten it, `);
	expect(faults[0]!.includes(REPLACE)).toBe(canReplace);
});
