import { DeliveryTimes } from '../../../nodes/SmsMessaging/summary/deliveryTimes';
import { numbersFrom } from './logEntries';

function timesOf(milliseconds: number[]): DeliveryTimes {
	const times = new DeliveryTimes();
	for (const time of milliseconds) times.add(time);
	return times;
}

/** The shortest time within which at least `percent` of 100 are delivered, found by trying each. */
function bruteForce(milliseconds: number[], percent: number): number {
	const enough = milliseconds.filter(
		(time) => milliseconds.filter((other) => other <= time).length * 100 >= percent * milliseconds.length,
	);
	return Math.min(...enough) / 1000;
}

test.each([1, 2, 3, 10, 19, 20, 21, 99, 100, 101, 400])(
	'of %d times the percentiles are those of a brute-force search',
	(count) => {
		const next = numbersFrom(count);
		const milliseconds = Array.from({ length: count }, () => Math.floor(next() * 300) * 100);
		const percentiles = timesOf(milliseconds).percentiles()!;
		const expected = Object.fromEntries(
			[50, 90, 95, 99].map((percent) => [`p${percent}`, bruteForce(milliseconds, percent)]),
		);
		expect(percentiles).toEqual({ ...expected, max: bruteForce(milliseconds, 100) });
	},
);

test('100,000 times in any order: each percentile is exactly the time at its rank', () => {
	// 7919 has no factor in common with 100,000, so that each number from 1 to 100,000 comes once
	const times = timesOf(Array.from({ length: 100_000 }, (_, index) => 1 + ((index * 7919) % 100_000)));
	expect(times.percentiles()).toEqual({ p50: 50, p90: 90, p95: 95, p99: 99, max: 100 });
});

test('no times have no percentiles', () => {
	expect(new DeliveryTimes().percentiles()).toBeUndefined();
});
