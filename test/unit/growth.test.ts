import { growthOverTenfold, PROPORTIONAL } from '../support/growth';

/** Work that the compiler cannot leave out: its result is kept. */
function mix(steps: number): number {
	let result = 1;
	for (let step = 0; step < steps; step++) result = (result * 31 + step) % 1_000_003;
	return result;
}

test.each<[string, (size: number) => number, boolean]>([
	['in proportion', (size) => size * 1000, true],
	['a little faster than that', (size) => size * 250 * Math.log2(size), true],
	['with the square', (size) => size * size, false],
])('what grows %s is told from the rest', (_, stepsOf, isProportional) => {
	const results: number[] = [];
	const growth = growthOverTenfold((size) => () => void results.push(mix(stepsOf(size))), 250);
	expect(growth < PROPORTIONAL).toBe(isProportional);
	expect(new Set(results).size).toBe(2);
});
