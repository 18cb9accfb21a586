import { inRealN8n, type Engine, type Task } from '../parameters/realEngine';

/** With the expression engines that only an installed n8n has, 'vm' being n8n's default. A short form of test/long/parameters.test.ts. */

test.each<[Engine, number]>([
	['vm', 40],
	['quickjs', 5],
])('generated parameters and items: the reader gives the same value or error as the engine %s', async (engine, cases) => {
	const answer = await inRealN8n({ engine, kind: 'generated', seed: 7, cases });
	expect(answer).toMatchObject({ engine, result: { cases } });
	expect(answer.result.counterexample).toBeUndefined();
	// What the engine is asked for is the engine's: nothing would be compared
	expect(answer.result.asked).toBeLessThan(0.8 * answer.result.reads);
});

test.each<[Engine, Exclude<Task['kind'], 'generated'>]>([
	['vm', 'characters in names'],
	['vm', 'characters in texts'],
	['vm', 'kinds of items'],
	['quickjs', 'characters in texts'],
])('the reader gives the same as the engine %s: all %s', async (engine, kind) => {
	const answer = await inRealN8n({ engine, kind });
	expect(answer).toMatchObject({ engine, result: { differences: [] } });
	expect(answer.result.asked).toBeLessThan(0.9 * answer.result.reads);
});
