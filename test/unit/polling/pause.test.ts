import { beginPause, endPause, pauseLeft, type PollingMemory } from '../../../nodes/SmsMessaging/polling/pause';

const MINUTE = 60_000;
const NOW = Date.UTC(2030, 0, 1);

test('pauses after 429 grow from 1 minute to 30, and start again after an answer', () => {
	const memory: PollingMemory = {};
	const pauses = Array.from({ length: 8 }, () => {
		beginPause(memory, NOW, true);
		return pauseLeft(memory, NOW) / MINUTE;
	});
	expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
	beginPause(memory, NOW, false);
	expect(pauseLeft(memory, NOW)).toBe(MINUTE);
	endPause(memory);
	expect(memory).toEqual({});
	expect(pauseLeft(memory, NOW)).toBe(0);
});

test('Retry-After sets the pause, up to a day', () => {
	const memory: PollingMemory = {};
	beginPause(memory, NOW, true, 5000);
	expect(pauseLeft(memory, NOW)).toBe(5000);
	expect(pauseLeft(memory, NOW + 5000)).toBe(0);
	beginPause(memory, NOW, true, 1000 * 24 * 60 * MINUTE);
	expect(pauseLeft(memory, NOW)).toBe(24 * 60 * MINUTE);
});

test('a clock that was set back does not stop the trigger', () => {
	const memory: PollingMemory = {};
	beginPause(memory, NOW, true);
	expect(pauseLeft(memory, NOW - 1)).toBe(0);
});
