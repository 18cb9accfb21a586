import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { runFuzz } from './fuzz/fuzzRun';

let n8n: N8nInstance;

beforeAll(async () => {
	n8n = await startN8n();
}, 600_000);

afterAll(async () => await n8n?.stop(), 60_000);

test('10,000 generated pushes: no crash, none hangs, nothing but reports starts a run, no report is lost', async () => {
	const result = await runFuzz(n8n, 12, 10_000);
	process.stdout.write(`\n${JSON.stringify(result)}\n`);
	expect(result).toMatchObject({
		hanging: [],
		odd: [],
		lost: [],
		twice: [],
		uninvited: [],
		unannouncedExecutions: 0,
		failedExecutions: 0,
		crashes: 0,
	});
	expect(result.reports).toBeGreaterThan(10_000);
}, 3_600_000);
