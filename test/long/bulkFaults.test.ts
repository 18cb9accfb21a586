import { startN8n } from '../../tools/n8n/instance';
import { FAULT_CASES } from '../integration/bulk/faultCases';
import { matrixOf, nameOf, runCases, type MatrixResult, type Runner } from '../integration/bulk/faultMatrixRun';
import { matrixTable } from '../integration/bulk/faultMatrixTable';
import { SMS } from '../integration/smsNode';
import { BulkN8n, outcomeOf } from '../end-to-end/bulk/bulkN8n';

/**
 * Every fault × {Stop, error output} × {the service checks duplicate ids, does not}, with several requests and Retry On Fail, in a
 * real n8n. In each: the service accepted nothing twice, every destination comes out once, and what it says is what the service did.
 */

const CASES = matrixOf(FAULT_CASES).filter(
	({ size, mode, retryOnFail }) => size === 'several requests' && mode !== 'Continue' && retryOnFail,
);
const AT_ONCE = 30;
/** A silent service takes a minute for each request, in each try. */
const LONGEST_MS = 1_200_000;

let results: MatrixResult[];

beforeAll(async () => {
	const bulk = new BulkN8n(await startN8n());
	const inRealN8n: Runner = async ({ parameters, items = [], credential, settings }) => {
		const run = {
			items: items as never,
			service: { url: String(credential.baseUrl) },
			parameters,
			options: parameters.options as never,
			node: settings as never,
		};
		const execution = await bulk.send(run, LONGEST_MS);
		const outcome = outcomeOf(execution);
		return { ...outcome, json: outcome.output(SMS).map(({ json }) => json), failed: outcome.output(SMS, 1) };
	};
	try {
		results = await runCases(CASES, AT_ONCE, inRealN8n);
	} finally {
		await bulk.n8n.stop();
	}
}, 2 * LONGEST_MS);

test.each(FAULT_CASES)('$name', ({ name }) => {
	const own = results.filter(({ fault }) => fault.name === name);
	expect(own).toHaveLength(4);
	expect(
		own.filter(({ broken }) => broken.length > 0).map((result) => ({ case: nameOf(result), broken: result.broken })),
	).toEqual([]);
});

afterAll(() => {
	if (results !== undefined) process.stdout.write(`\n${matrixTable(results)}\n`);
});
