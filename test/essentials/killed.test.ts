import { createServer } from 'node:http';

import { startN8n } from '../../tools/n8n/instance';
import type { WorkflowFile } from '../../tools/n8n/restClient';
import { beginBulk, LIST, outcomeOf } from '../end-to-end/bulk/bulkN8n';
import { crash, plain } from '../end-to-end/realN8n';
import { afterwards } from '../support/afterwards';
import { silenceAfterAcceptance } from '../support/faults/faults';
import { listen } from '../support/listen';
import { acceptedTwice, brokenRules } from '../integration/bulk/accounting';
import { rows, targetsOf } from '../integration/bulk/messages';
import { until, withProxiedSandbox } from '../integration/bulk/proxiedSandbox';

const PASSING = 3;

test('n8n is killed while it sends several requests, and the rows change: Retry and a second Retry send nothing twice and lose nothing', async () => {
	const n8n = afterwards(await startN8n());
	let items = rows(12);
	const server = createServer((_, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ messages: items }));
	});
	const { url } = afterwards(await listen(server));
	const readFromSource = ({ nodes }: WorkflowFile) => {
		const node = nodes.findIndex(({ name }) => name === LIST);
		nodes[node] = { ...plain(LIST, 'httpRequest', 4.2), parameters: { url, options: {} } };
	};
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && sends++ === PASSING ? silenceAfterAcceptance : undefined),
		async ({ proxy, sandbox, sent }) => {
			const options = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 30 };
			const id = await beginBulk(n8n, { items, service: proxy, options, trigger: 'webhook', change: readFromSource });
			await until(() => sent().length > PASSING, 60_000);
			await crash(n8n);
			expect((await n8n.rest.execution(id)).status).toBe('crashed');
			expect(sandbox.messages).toHaveLength(2 * PASSING + 2);

			// Sent: 0 to 7. Then 1 is gone, 3 says something else, 6 and 9 change places, and there is one more
			items = [0, 2, 3, 4, 5, 9, 7, 8, 6, 10, 11, 12].map((n) => rows(13)[n]!);
			items[2]!.content = 'Changed';
			const retried = await n8n.rest.retry(id);
			expect(retried.data.resultData.error?.message).toBeUndefined();
			expect(retried.status).toBe('success');
			expect(brokenRules(targetsOf(items), outcomeOf(retried), sandbox)).toEqual([]);
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(sandbox.messages).toHaveLength(14);

			expect((await n8n.rest.retry(id)).status).toBe('success');
			expect(sandbox.messages).toHaveLength(14);
		},
		{ duplicateIds: 'accept' },
	);
});
