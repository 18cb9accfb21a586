export interface Spread {
	median: number;
	min: number;
	max: number;
}

export function spreadOf(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
	return {
		median: sorted.length % 2 === 1 ? high : (low + high) / 2,
		min: sorted[0] ?? NaN,
		max: sorted.at(-1) ?? NaN,
	};
}
