import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runRaces, type Race, type RaceResult } from './races';

const EXECUTIONS = 100;
const lines: string[] = [];

test.each<Race>(['refused', 'natural'])(
	'%s: 100 executions whose report comes while the wait is stored, each ends with the right status',
	async (race) => {
		const result = await runRaces(race, EXECUTIONS);
		lines.push(lineOf(race, result));
		process.stdout.write(`\n${HEADER}\n${lines.at(-1)}\n`);
		expect(result).toMatchObject({ executions: EXECUTIONS, right: EXECUTIONS, wrong: [] });
		if (race === 'refused') expect(result.refusedExecutions).toBe(EXECUTIONS);
	},
	900_000,
);

afterAll(() => {
	if (process.env.UPDATE_DOCS !== '1') return;
	writeFileSync(
		join(__dirname, '../../docs/quality/waiting-races.md'),
		`${INTRODUCTION}\n${HEADER}\n${lines.join('\n')}\n`,
	);
});

const lineOf = (race: Race, { executions, right, refusedExecutions, refused }: RaceResult) =>
	`| ${race} | ${executions} | ${right} | ${refusedExecutions} | ${refused} |`;

const HEADER = `| race | executions | ended with the right status | with a refused push | refused pushes |
| --- | --- | --- | --- | --- |`;

const INTRODUCTION = `# Reports that come before the wait is stored

Written by \`UPDATE_DOCS=1 npm run test:long\`. Send Text and Wait for Delivery in a real n8n; one message each, a third of them
fails. n8n refuses a report that comes before it has stored that the execution waits.

- **refused**: the look into the logs before the wait takes 1.5 s and fails, and the report comes in the meantime. The service's next tries end the wait.
- **natural**: answers to sends take 0 to 140 ms, reports come about 20 ms after the sending, the logs are as they are.
`;
