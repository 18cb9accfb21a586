import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { FAULT_CASES } from './faultCases';
import { matrixOf, nameOf, runCases, type MatrixResult } from './faultMatrixRun';
import { matrixTable } from './faultMatrixTable';

/**
 * In each: nothing is accepted twice, every destination comes out once, paired with its item, and what it says is what the service
 * did. More combinations, and several faults in one execution: test/world/sending.
 */

let results: MatrixResult[];
beforeAll(async () => {
	results = await runCases(matrixOf(FAULT_CASES), 4);
}, 600_000);

test.each(FAULT_CASES)('$name', ({ name }) => {
	const own = results.filter(({ fault }) => fault.name === name);
	expect(own).toHaveLength(9);
	expect(
		own.filter(({ broken }) => broken.length > 0).map((result) => ({ case: nameOf(result), broken: result.broken })),
	).toEqual([]);
});

afterAll(() => {
	if (process.env.UPDATE_DOCS === '1')
		writeFileSync(
			join(__dirname, '../../../docs/quality/bulk-fault-matrix.md'),
			`${INTRODUCTION}\n${matrixTable(results)}\n`,
		);
});

const INTRODUCTION = `# What each fault leaves behind

\`UPDATE_DOCS=1 npx jest --selectProjects integration --testPathPatterns faultMatrix\` writes this page.

Each fault was tried in 9 executions in n8n's engine: three sizes, each with *Stop Workflow*, *Continue* and the error output.
They take turns with Retry On Fail, Send Text and Send Binary, and a service that rejects message IDs it has seen before.
The fault hits the second of several requests, otherwise the first, once; *throughout* means from there on.

The three sizes show how many of their messages the service accepted.
The last three columns are those of the 4 requests.
*Not accepted* counts the destinations in error items, or in the error of *Stop Workflow*.
`;
