import { parseDecimal } from '../../../nodes/SmsMessaging/summary/decimal';
import { daysText, durationText, moneyText, periodText } from '../../../nodes/SmsMessaging/summary/wording';

test.each([
	['1234567.5', 2, '1,234,567.50'],
	['0.0075', 4, '0.0075'],
	['12.5', 4, '12.5000'],
	['3', 0, '3.00'],
	['-1234.5', 2, '-1,234.50'],
	['0.12345678', 8, '0.123457'],
])('%s with %d places reads %s', (amount, places, text) => {
	expect(moneyText(parseDecimal(amount)!, places)).toBe(text);
});

test.each([
	[0, '0 ms'],
	[0.85, '850 ms'],
	[0.9999, '1.0 s'],
	[59.94, '59.9 s'],
	[59.96, '1 min'],
	[125, '2 min 5 s'],
	[3599.6, '1 h'],
	[3720, '1 h 2 min'],
	[86_399, '1 d'],
	[273_600, '3 d 4 h'],
])('%d seconds read %s', (seconds, text) => {
	expect(durationText(seconds).replaceAll('\u00a0', ' ')).toBe(text);
});

const EVENING = Date.UTC(2030, 0, 30, 22, 30);
const NIGHT = Date.UTC(2030, 0, 30, 23, 30);

test('days and period are those of the time zone', () => {
	expect(daysText(EVENING, NIGHT, 'UTC')).toBe('30 Jan 2030');
	expect(periodText(EVENING, NIGHT, 'UTC')).toBe('30 Jan 2030, 22:30 – 23:30 (UTC)');
	expect(daysText(EVENING, NIGHT, 'Europe/Vienna')).toBe('30 Jan 2030 – 31 Jan 2030');
	expect(periodText(EVENING, NIGHT, 'Europe/Vienna')).toBe('30 Jan 2030, 23:30 – 31 Jan 2030, 00:30 (Europe/Vienna)');
});
