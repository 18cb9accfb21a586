import { runRaces, type Race, type RaceResult } from './races';

const EXECUTIONS = 100;

test.each<Race>(['refused', 'natural'])(
	'%s: 100 executions whose report comes while the wait is stored, each ends with the right status',
	async (race) => {
		const result = await runRaces(race, EXECUTIONS);
		process.stdout.write(`\n${HEADER}\n${lineOf(race, result)}\n`);
		expect(result).toMatchObject({ executions: EXECUTIONS, right: EXECUTIONS, wrong: [] });
		if (race === 'refused') expect(result.refusedExecutions).toBe(EXECUTIONS);
	},
	900_000,
);

const lineOf = (race: Race, { executions, right, refusedExecutions, refused }: RaceResult) =>
	`| ${race} | ${executions} | ${right} | ${refusedExecutions} | ${refused} |`;

const HEADER = `| race | executions | ended with the right status | with a refused push | refused pushes |
| --- | --- | --- | --- | --- |`;
