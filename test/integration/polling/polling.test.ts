import type { NodeOperationError } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startScriptedService, type ScriptedAnswer, type ScriptedService } from '../scriptedService';
import { mms, report } from '../trigger/entries';
import { post, TEXT } from '../../sandbox/client';
import { publish } from './poller';

let sandbox: Sandbox;
let service: ScriptedService;
afterEach(async () => {
	await sandbox?.stop();
	await service?.stop();
});

const messageTo = (to: string, messageId: string) => ({ destinations: [{ to, messageId }], text: 'Hello' });
const page = (...results: object[]): ScriptedAnswer => ({ body: { results } });
const busy = (headers?: Record<string, string>): ScriptedAnswer => ({ status: 429, headers, body: {} });

/** @param answers as of startScriptedService */
async function scripted(...answers: ScriptedAnswer[]): Promise<void> {
	service = await startScriptedService(answers);
}

/** What a poll throws. */
const errorOf = async ({ poll }: ReturnType<typeof publish>) =>
	(await poll().catch((caught: unknown) => caught)) as NodeOperationError & { response?: { headers: object } };

const idsOf = (items: object[] | null) => items?.map((item) => (item as { messageId: string }).messageId);

test('429 before any report: no error, a line in the log, and no call during the pause', async () => {
	await scripted(busy(), page(report('a')), page());
	const poller = publish(service);
	expect(await poller.poll()).toBeNull();
	expect(poller.logged).toEqual([expect.stringMatching(/^info: .*'Reports': .*\(429\).* 20\d\d-/)]);
	// n8n does not store it, where it polls by schedules
	delete poller.staticData['node:Reports'];
	expect(await poller.poll()).toBeNull();
	expect(service.requests).toHaveLength(1);
	await new Promise((resolve) => setTimeout(resolve, 60_000));
	expect(idsOf(await poller.poll())).toEqual(['a']);
});

describe('other failures', () => {
	test.each([
		['401', { status: 401, body: {} }, /does not accept the credential \(401\)/, /check the authentication method/],
		['404', { status: 404, body: {} }, /no SMS service at this address \(404\)/, /check the Base URL/i],
		[
			'500',
			{ status: 500, body: {}, headers: { 'Retry-After': '90' } },
			/\(500\)/,
			/tries again at the next poll time.*Get Logs shows for 48 hours/,
		],
		['a web page', { body: '<html></html>' }, /answered 200, but not with/, /Check that the Base URL.*Get Logs/],
		[
			'a closed connection',
			{ hangUp: true },
			/connection to the service was lost/,
			/tries again at the next poll time/,
		],
	])(
		'%s before any report: the error says what happened and what to do',
		async (_name, answer, message, description) => {
			await scripted(answer);
			const error = await errorOf(publish(service));
			expect([error.name, error.message, error.description]).toEqual([
				'NodeOperationError',
				expect.stringMatching(message),
				expect.stringMatching(description),
			]);
			expect(error.description).not.toContain('before you send again');
			expect(service.requests).toHaveLength(1);
			expect(JSON.stringify(error)).not.toContain('sandbox-key');
			// Where n8n looks for them
			const { status, headers } = answer as ScriptedAnswer;
			if (status !== undefined) expect(error).toMatchObject({ httpCode: String(status) });
			expect(error.response?.headers).toEqual(headers && { 'retry-after': headers['Retry-After'] });
		},
	);

	test.each(['init', 'leadershipChange'] as const)(
		'when n8n itself activates the workflow (%s), they leave the trigger active; the next poll reports them',
		async (activation) => {
			await scripted({ status: 500, body: {} });
			const poller = publish(service, { activation });
			expect(await poller.poll()).toBeNull();
			expect(poller.logged).toEqual([expect.stringMatching(/^warn: .*\(500\)/)]);
			await expect(poller.poll()).rejects.toThrow('(500)');
		},
	);

	test('whoever publishes it anew during a pause sees what the service says; a start of n8n does not end the pause', async () => {
		await scripted(busy({ 'Retry-After': '3600' }), { status: 401, body: {} });
		const { poll, staticData } = publish(service);
		await poll();
		expect(await publish(service, { staticData, activation: 'init' }).poll()).toBeNull();
		expect(service.requests).toHaveLength(1);
		await expect(publish(service, { staticData, activation: 'update' }).poll()).rejects.toThrow('(401)');
	});

	test('invalid parameters are an error before any request', async () => {
		await scripted(page(report('a')));
		for (const parameters of [
			{ startOn: 'groups' },
			{ options: { maxCalls: 0 } },
			{ options: { from: '={{ undefined }}' } },
		]) {
			const error = await errorOf(publish(service, { parameters }));
			expect(error.message).toMatch(/'(Status Groups|Calls per Poll|From)'/);
			expect(error.description).toMatch(/nothing was fetched/i);
		}
		expect(service.requests).toEqual([]);
	});
});

describe('received messages', () => {
	const from = '436601234567';
	const textsOf = (items: object[] | null) => items?.map((item) => (item as { text: string }).text);

	test('each starts the workflow once, filters apply, and no call is made if no message waits', async () => {
		sandbox = await startSandbox({ mostResults: 2 });
		for (const text of ['YES', 'no', 'Perhaps']) sandbox.receive({ from, text });
		const { poll } = publish(sandbox, { parameters: { startOn: 'received', options: { keyword: 'yes, no' } } });
		expect(textsOf(await poll())).toEqual(['YES', 'no']);
		expect(sandbox.requests).toHaveLength(2);
		sandbox.receive({ from, text: 'Yes, later' });
		expect(textsOf(await poll())).toEqual(['Yes, later']);
		expect(await poll()).toBeNull();
	});

	test('an entry that is no text message is output unchanged, with a warning that lists its fields', async () => {
		await scripted({ body: { results: [mms('picture')], messageCount: 1, pendingMessageCount: 0 } });
		const poller = publish(service, { parameters: { startOn: 'received' } });
		expect(await poller.poll()).toMatchObject([{ messageId: 'picture', received: mms('picture') }]);
		expect(poller.logged.join()).toMatch(/^warn: .*"message"/);
	});

	test('the test in the editor shows those that wait, and they are not returned again', async () => {
		sandbox = await startSandbox();
		sandbox.receive({ from, text: 'Hello' });
		const parameters = { startOn: 'received', options: { keyword: 'no' } };
		expect(textsOf(await publish(sandbox, { parameters, mode: 'manual' }).poll())).toEqual(['Hello']);
		expect(await publish(sandbox, { parameters: { startOn: 'received' } }).poll()).toBeNull();
	});
});

describe('the test in the editor', () => {
	const manual = (parameters = {}) => publish(sandbox, { mode: 'manual', parameters });

	test('shows recent messages as reports, and fetches no report', async () => {
		sandbox = await startSandbox({ delays: { enrouteMs: 1, finalMs: 1 } });
		const messages = [
			{ ...messageTo('447700900123', 'a'), from: 'Shop', callbackData: 'row-1' },
			messageTo('19990200270', 'b'),
		];
		await post(sandbox, TEXT, { messages });
		await sandbox.waitFor(() => sandbox.messages.length === 2 && sandbox.messages.every(({ doneAt }) => doneAt));
		sandbox.requests.length = 0;
		const shown = (await manual().poll())!;
		const reports = (await publish(sandbox).poll())!;
		const byId = (items: object[]) =>
			Object.fromEntries(items.map((item) => [(item as { messageId: string }).messageId, item]));
		const { callbackData, ...withoutCallbackData } = byId(reports).a as { callbackData: string };
		expect(callbackData).toBe('row-1');
		expect(byId(shown)).toEqual({ a: withoutCallbackData, b: byId(reports).b });
		expect(sandbox.requests[0]).toMatchObject({ path: '/sms/1/logs', query: { limit: '10' } });
	});

	test.each([
		['final', { statusGroup: 'DELIVERED' }],
		['received', { text: expect.any(String) }],
	])('shows an example, marked as one, if there is nothing: %s', async (startOn, fields) => {
		sandbox = await startSandbox();
		expect(await manual({ startOn }).poll()).toEqual([
			expect.objectContaining({ example: expect.stringContaining('found nothing'), messageId: 'example', ...fields }),
		]);
		expect(await publish(sandbox, { parameters: { startOn } }).poll()).toBeNull();
	});
});
