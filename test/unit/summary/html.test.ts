import { logEntries, summaryOf } from './logEntries';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

const html = (entries: JsonObject[], shortfall?: string) => summaryOf(entries).summaryItem(shortfall).html;
/** An entry with this as each of its names. */
const everywhere = (value: string): JsonObject => ({
	...{ from: value, mccMnc: value, status: { groupName: value } },
	price: { pricePerMessage: 1, currency: value },
});
/** What a person reads, without the markup. */
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/(\s|&nbsp;)+/g, ' ');
const HOSTILE = `<script>alert("1")</script>'&`;
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;';

test('values from the service are escaped', () => {
	const markup = html([{ ...everywhere(HOSTILE), sentAt: HOSTILE, smsCount: HOSTILE }], HOSTILE);
	expect(markup).not.toContain('<script');
	// Status, network, sender, sentence on top; the currency in the large figure and in three headings
	expect(markup.split(ESCAPED)).toHaveLength(1 + 8);
});

test('it is self-contained: inline styles, no scripts, no URLs', () => {
	const markup = html(logEntries(500), 'Something is missing.');
	expect(markup).not.toMatch(/<(style|script|link|img|iframe|a|form|svg|meta|html|body)\b/i);
	expect(markup).not.toMatch(/https?:|url\(|src=|href=|\son\w+=/i);
});

test('its size is limited for any number and length of senders, networks, groups and currencies', () => {
	const many = (count: number, name: string) =>
		html(Array.from({ length: count }, (_, index) => everywhere(`${name}${index}`)));
	const few = many(12, 'n');
	expect(many(5000, 'n').length).toBeLessThan(few.length * 1.1);
	expect(many(12, '<'.repeat(100_000)).length).toBeLessThan(few.length + 100_000);
	expect(many(12, '👩'.repeat(100_000)).length).toBeLessThan(few.length + 100_000);
	expect(textOf(many(5000, 'n'))).toContain('Others (4,990)');
});

test('messages without any known field give a page', () => {
	const text = textOf(html([{}, {}]));
	expect(text).toContain('SMS summary: 2 messages');
	expect(text).toContain('The logs have no sending times');
	for (const word of ['(no status)', '(no network)', '(no sender)']) expect(text).toContain(`${word} 2 100.0%`);
	expect(text).not.toMatch(/NaN|undefined|null|Invalid/);
});

describe('the item for an e-mail', () => {
	const entry = { sentAt: '2030-01-30T23:30:00.000Z' };

	test('has subject, page, number of messages, and complete', () => {
		const summary = summaryOf(Array.from({ length: 1234 }, () => entry));
		expect(summary.summaryItem()).toEqual({
			subject: 'SMS summary 30 Jan 2030: 1,234 messages',
			html: expect.stringContaining('1,234'),
			messages: 1234,
			complete: true,
		});
	});

	test('without messages, or without times', () => {
		expect(summaryOf([]).summaryItem().subject).toBe('SMS summary: no messages');
		expect(summaryOf([{}]).summaryItem().subject).toBe('SMS summary: 1 message');
	});

	test('days and times of the page in another time zone', () => {
		const { subject, html: page } = summaryOf([entry], 'perMessage', 'Europe/Vienna').summaryItem();
		expect(subject).toBe('SMS summary 31 Jan 2030: 1 message');
		expect(page).toContain('Sent 31 Jan 2030, 00:30 – 00:30 (Europe/Vienna)');
	});
});
