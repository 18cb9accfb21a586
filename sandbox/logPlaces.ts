import type { LogOrder } from './options';

/** The order in which an answer lists messages (indices into messages ascending by sentAt). */
export const PLACES: Record<LogOrder, (count: number) => (step: number) => number> = {
	newestFirst: (count) => (step) => count - 1 - step,
	oldestFirst: () => (step) => step,
	unordered: (count) => {
		// A step that shares no divisor with the count visits each index once
		let width = Math.max(1, Math.floor(count * 0.618));
		while (greatestCommonDivisor(count, width) > 1) width++;
		return (step) => ((step + 1) * width) % count;
	},
};

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
