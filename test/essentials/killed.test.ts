import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { BulkN8n, outcomeOf } from '../end-to-end/bulk/bulkN8n';
import { crash } from '../end-to-end/realN8n';
import { silenceAfterAcceptance } from '../support/faults/faults';
import { brokenRules } from '../integration/bulk/accounting';
import { rows, targetsOf } from '../integration/bulk/messages';
import { until, withProxiedSandbox } from '../integration/bulk/proxiedSandbox';

let n8n: N8nInstance;
beforeAll(async () => {
	n8n = await startN8n();
});
afterAll(async () => await n8n?.stop());

const PASSING = 3;

test('n8n is killed while it sends several requests: after a restart, Retry and a second Retry send nothing twice and lose nothing', async () => {
	const bulk = new BulkN8n(n8n);
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && sends++ === PASSING ? silenceAfterAcceptance : undefined),
		async ({ proxy, sandbox, sent }) => {
			const items = rows(12);
			const options = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 30 };
			const id = await bulk.begin({ items, service: proxy, options, trigger: 'webhook' });
			await until(() => sent().length > PASSING, 60_000);
			await crash(n8n);
			expect((await n8n.rest.execution(id)).status).toBe('crashed');
			expect(sandbox.messages).toHaveLength(2 * PASSING + 2);

			const retried = await bulk.n8n.rest.retry(id);
			expect(retried.data.resultData.error?.message).toBeUndefined();
			expect(retried.status).toBe('success');
			expect(brokenRules(targetsOf(items), outcomeOf(retried), sandbox)).toEqual([]);
			expect(sandbox.messages.map(({ to }) => to).sort()).toEqual(items.map(({ to }) => to));

			expect((await bulk.n8n.rest.retry(id)).status).toBe('success');
			expect(sandbox.messages).toHaveLength(12);
		},
		{ duplicateIds: 'accept' },
	);
});
