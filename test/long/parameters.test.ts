import { inRealN8n, type Engine, type Task } from '../support/parameters/realEngine';

test.each<[Engine, number]>([
	['vm', 1500],
	['legacy', 1500],
	['quickjs', 300],
])(
	'generated parameters and items are read with the same value or error as by the engine %s',
	async (engine, cases) => {
		const seed = Date.now();
		const answer = await inRealN8n({ engine, kind: 'generated', seed, cases });
		process.stdout.write(`\n${JSON.stringify({ ...answer, seed })}\n`);
		expect(answer).toMatchObject({ engine, result: { cases } });
		expect(answer.result.counterexample).toBeUndefined();
		expect(answer.result.reads).toBeGreaterThan(50 * cases);
		expect(answer.result.asked).toBeLessThan(0.8 * answer.result.reads);
	},
	3_600_000,
);

const KINDS: Array<Exclude<Task['kind'], 'generated'>> = [
	'characters in names',
	'characters in texts',
	'kinds of items',
];

test.each<[Engine]>([['vm'], ['legacy'], ['quickjs']])(
	'all characters and all kinds of items are read as by the engine %s',
	async (engine) => {
		for (const kind of KINDS) {
			const answer = await inRealN8n({ engine, kind });
			expect(answer).toMatchObject({ engine, result: { differences: [] } });
			expect(answer.result.asked).toBeLessThan(0.9 * answer.result.reads);
		}
	},
	600_000,
);
