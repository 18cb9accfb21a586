import type { LogOrder } from './options';

/** For a number of messages, ascending by sentAt: which of them comes at each step of the answer. */
export const PLACES: Record<LogOrder, (count: number) => (step: number) => number> = {
	newestFirst: (count) => (step) => count - 1 - step,
	oldestFirst: () => (step) => step,
	unordered: (count) => {
		// Steps of a width that has no common divisor with the count reach each place once
		let width = Math.max(1, Math.floor(count * 0.618));
		while (greatestCommonDivisor(count, width) > 1) width++;
		return (step) => ((step + 1) * width) % count;
	},
};

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
