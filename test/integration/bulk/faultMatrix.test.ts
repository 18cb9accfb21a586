import { FAULT_CASES } from './faultCases';
import { matrixOf, nameOf, pairsOf, runCases, valuePairs, type MatrixResult } from './faultMatrixRun';

/**
 * Every fault × {1 item, 1 request, several requests} × {Stop, Continue, error output} × {Retry On Fail off, on} × {the service
 * checks duplicate ids, does not} × {text, binary}, so many of the combinations that each two values meet; all of them:
 * test/long/faultMatrix.test.ts. In each: nothing is accepted twice, every destination comes out once, paired with its item, and
 * what it says is what the service did.
 */

const CASES = pairsOf(FAULT_CASES);
const PAIRS = [...new Set(matrixOf(FAULT_CASES).flatMap(valuePairs))].sort();

let results: MatrixResult[];
beforeAll(async () => {
	results = await runCases(CASES, 4);
}, 600_000);

test.each(FAULT_CASES)('$name', ({ name }) => {
	const own = results.filter(({ fault }) => fault.name === name);
	expect([...new Set(own.flatMap(valuePairs))].sort()).toEqual(PAIRS);
	expect(
		own.filter(({ broken }) => broken.length > 0).map((result) => ({ case: nameOf(result), broken: result.broken })),
	).toEqual([]);
});
