// First of all: what is loaded after it runs in virtual time
import '../integration/setUp';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { FAULT_CASES } from '../integration/bulk/faultCases';
import { matrixOf, nameOf, runCases, type MatrixResult } from '../integration/bulk/faultMatrixRun';
import { matrixTable } from '../integration/bulk/faultMatrixTable';

/**
 * Every fault × {1 item, 1 request, several requests} × {Stop, Continue, error output} × {Retry On Fail off, on} × {the service
 * checks duplicate ids, does not}. In each: nothing is accepted twice, every destination comes out once, paired with its item, and
 * what it says is what the service did. A short form is among the integration tests.
 */

let results: MatrixResult[];
beforeAll(async () => {
	results = await runCases(matrixOf(FAULT_CASES), 16);
}, 600_000);

test.each(FAULT_CASES)('$name', ({ name }) => {
	const own = results.filter(({ fault }) => fault.name === name);
	expect(own).toHaveLength(36);
	expect(
		own.filter(({ broken }) => broken.length > 0).map((result) => ({ case: nameOf(result), broken: result.broken })),
	).toEqual([]);
});

afterAll(() => {
	if (results === undefined) return;
	const table = matrixTable(results);
	process.stdout.write(`\n${table}\n`);
	if (process.env.UPDATE_DOCS === '1')
		writeFileSync(join(__dirname, '../../docs/quality/bulk-fault-matrix.md'), `${INTRODUCTION}\n${table}\n`);
});

const INTRODUCTION = `# What each fault leaves behind

Written by \`UPDATE_DOCS=1 npx jest --selectProjects long --testPathPatterns faultMatrix\`. Each row stands for 36 executions in n8n's
engine: {1 item, 1 request, several requests} × {Stop, Continue, error output} × {Retry On Fail off, on} × {the service rejects message IDs
that it knows, accepts them again}, Send Text and Send Binary in turn. The fault strikes the second of several requests, else the first, once;
*throughout* means from there on. *Accepted* counts different messages, as the service has them. *Not accepted*, *Requests* and *Look-ups* are
those of the several requests.
`;
