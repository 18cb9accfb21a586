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

Written by \`UPDATE_DOCS=1 npx jest --selectProjects integration --testPathPatterns faultMatrix\`. Each row stands for 9 executions in n8n's
engine: {1 item, 1 request, several requests} × {Stop, Continue, error output}. Retry On Fail, a service that rejects message IDs that it
knows, and Send Text and Send Binary take turns. The fault strikes the second of several requests, else the first, once;
*throughout* means from there on. *Accepted* counts different messages, as the service has them. *Not accepted*, *Requests* and *Look-ups* are
those of the several requests.
`;
