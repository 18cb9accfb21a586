import type { RunningN8n } from '../../../tools/n8n/instance';
import { sharedN8n } from '../../support/n8n/shared';
import { DELIVERED } from '../../unit/notifications/bodies';
import { countExecutions, publishTrigger, push, type LiveTrigger } from './triggerN8n';

/** n8n's default limit (N8N_PAYLOAD_SIZE_MAX). */
const LIMIT_BYTES = 16 * 1024 * 1024;

let n8n: RunningN8n;
let trigger: LiveTrigger;

beforeAll(async () => {
	n8n = await sharedN8n();
	trigger = await publishTrigger(n8n);
});

test('thousands of reports up to n8n’s size limit start one execution with all of them', async () => {
	const { length } = JSON.stringify(DELIVERED);
	const results = Array.from({ length: Math.floor((LIMIT_BYTES - 1000) / (length + 1)) }, (_, index) => ({
		...DELIVERED,
		messageId: `m-${index}`,
	}));
	const body = JSON.stringify({ results });
	expect(results.length).toBeGreaterThan(10_000);
	expect(body.length / LIMIT_BYTES).toBeGreaterThan(0.9);
	expect(body.length).toBeLessThan(LIMIT_BYTES);
	const { status, json } = await push(trigger.url, body);
	expect([status, json]).toEqual([
		200,
		{ received: results.length, started: results.length, filtered: 0, repeated: 0, unreadable: 0 },
	]);
	expect(countExecutions(n8n, trigger.workflowId)).toBe(1);
});

test('a body above the limit is answered 400 with the reason and starts nothing; n8n keeps running', async () => {
	const before = countExecutions(n8n, trigger.workflowId);
	const { status, json } = await push(
		trigger.url,
		JSON.stringify({ results: [{ ...DELIVERED, callbackData: 'x'.repeat(LIMIT_BYTES) }] }),
	);
	expect([status, json]).toEqual([
		400,
		{ message: 'The body is too large for this n8n (environment variable N8N_PAYLOAD_SIZE_MAX)' },
	]);
	expect(countExecutions(n8n, trigger.workflowId)).toBe(before);
	expect(
		(await push(trigger.url, JSON.stringify({ results: [{ ...DELIVERED, messageId: 'afterwards' }] }))).status,
	).toBe(200);
});
