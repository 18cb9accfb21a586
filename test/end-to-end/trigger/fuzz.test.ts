import { startN8n, type N8nInstance } from '../../../n8n/instance';
import { runFuzz } from './fuzzRun';

/** A short form of test/long/notificationFuzz.test.ts. */

let n8n: N8nInstance;

beforeAll(async () => {
	n8n = await startN8n();
});

afterAll(async () => await n8n?.stop());

test('1,000 generated pushes: no crash, none hangs, nothing but reports starts a run, no report is lost', async () => {
	const result = await runFuzz(n8n, 11, 1000);
	process.stdout.write(`\n${JSON.stringify(result)}\n`);
	expect(result).toMatchObject({ hanging: [], odd: [], lost: [], twice: [], uninvited: [], unannouncedExecutions: 0, failedExecutions: 0, crashes: 0 });
	expect(result.reports).toBeGreaterThan(1000);
	expect(result.executions).toBeGreaterThan(200);
}, 600_000);
