import type { N8nInstance } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import { WrongResult } from '../gateway/gatewayProcess';
import { alternate, type Sample, type Samples, type Way } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type PartResult } from '../measuring/result';
import { BenchN8n, takeStoredBytes } from '../n8n/benchN8n';
import { installLeastNodes } from '../n8n/leastNodes';
import { pushOf } from '../pushes';
import { doNothingTrigger, smsTrigger, webhook, webhookAndSplitOut, type TriggerWorkflow } from '../workflows/triggers';
import type { Part, PartOptions } from './part';

const PUSHES = 200;
/** The legacy engine is faster: more pushes, so that a run is long enough to be meaningful. */
const LEGACY_TIMES = 2;
const AT_ONCE = 4;
const REPORTS_IN_LARGE = 1000;
const LARGE_PUSHES = 10;
const POLL_MS = 20;
const TIMEOUT_MS = 300_000;
/** Nothing here talks to the gateway. */
const NO_GATEWAY = 'http://127.0.0.1:9';

/** Notifications that come in. */
export const trigger: Part = {
	name: 'trigger',
	runs: 7,
	summary: 'notifications per second: SMS Messaging Trigger, a community trigger that does nothing, the Webhook node',
	measure,
	bars: (result) => barsOf(result, 'Notifications per second', (ms, { count = NaN }) => (count / ms) * 1000),
};

async function measure({ items: pushes = PUSHES, runs, report }: PartOptions): Promise<PartResult> {
	const largePushes = Math.max(1, Math.round((LARGE_PUSHES * pushes) / PUSHES));
	const n8n = await BenchN8n.prepare(NO_GATEWAY, report);
	try {
		await installLeastNodes(n8n.userFolder);
		const ours = smsTrigger();
		const [nothing, plain, split] = [doNothingTrigger(), webhook(), webhookAndSplitOut()];
		const sizes = { pushes, reports: 1, atOnce: AT_ONCE };
		const large = { pushes: largePushes, reports: REPORTS_IN_LARGE, atOnce: 1 };
		const few = `${REPORTS_IN_LARGE.toLocaleString('en')} reports in a push`;

		const vm: NamedTrigger[] = [
			{ key: 'node', name: 'SMS Messaging Trigger', triggered: ours, sizes },
			{ key: 'nothing', name: 'Community trigger that does nothing', triggered: nothing, sizes },
			{ key: 'webhook', name: 'Webhook node', triggered: plain, sizes },
			{ key: 'nodeLarge', name: `SMS Messaging Trigger, ${few}`, triggered: ours, sizes: large },
			{ key: 'nothingLarge', name: `Community trigger that does nothing, ${few}`, triggered: nothing, sizes: large },
			{ key: 'webhookLarge', name: `Webhook node and Split Out, ${few}`, triggered: split, sizes: large },
		];
		const sizesLegacy = { ...sizes, pushes: LEGACY_TIMES * pushes };
		const legacy: NamedTrigger[] = [
			{ key: 'nodeLegacy', name: 'SMS Messaging Trigger, legacy engine', triggered: ours, sizes: sizesLegacy },
			{
				key: 'nothingLegacy',
				name: 'Community trigger that does nothing, legacy engine',
				triggered: nothing,
				sizes: sizesLegacy,
			},
			{ key: 'webhookLegacy', name: 'Webhook node, legacy engine', triggered: plain, sizes: sizesLegacy },
			{ key: 'nodeLargeLegacy', name: `SMS Messaging Trigger, ${few}, legacy engine`, triggered: ours, sizes: large },
			{
				key: 'nothingLargeLegacy',
				name: `Community trigger that does nothing, ${few}, legacy engine`,
				triggered: nothing,
				sizes: large,
			},
			{
				key: 'webhookLargeLegacy',
				name: `Webhook node and Split Out, ${few}, legacy engine`,
				triggered: split,
				sizes: large,
			},
		];
		const samples = {
			...(await measureIn(n8n, {}, vm, runs, report)),
			...(await measureIn(n8n, { N8N_EXPRESSION_ENGINE: 'legacy' }, legacy, runs, report)),
		};
		const results = resultsOf([...vm, ...legacy], samples);
		return {
			part: 'trigger',
			title: `${pushes} notifications a run (legacy engine: ${sizesLegacy.pushes}), ${AT_ONCE} at once, one report in each; and ${largePushes} with ${REPORTS_IN_LARGE.toLocaleString('en')} reports, one at a time`,
			ways: results,
			ratios: [
				{
					name: 'Per second: SMS Messaging Trigger / one that does nothing',
					value: ratioOf(results, 'nothing', 'node'),
					target: { atLeast: 0.95 },
				},
				{
					name: 'Per second: SMS Messaging Trigger / Webhook, both legacy',
					value: ratioOf(results, 'webhookLegacy', 'nodeLegacy'),
					target: { atLeast: 0.95 },
				},
				{
					name: `Time of ${few}: SMS Messaging Trigger / by hand`,
					value: ratioOf(results, 'nodeLarge', 'webhookLarge'),
					target: { atMost: 1.3 },
				},
				{
					name: `Time of ${few}: one that does nothing / by hand`,
					value: ratioOf(results, 'nothingLarge', 'webhookLarge'),
				},
				{
					name: `Time of ${few}: SMS Messaging Trigger / one that does nothing`,
					value: ratioOf(results, 'nodeLarge', 'nothingLarge'),
					target: { atMost: 1.15 },
				},
				{
					name: `Time of ${few}: SMS Messaging Trigger / by hand, both legacy`,
					value: ratioOf(results, 'nodeLargeLegacy', 'webhookLargeLegacy'),
				},
				{
					name: 'Per second: one that does nothing / Webhook, both legacy',
					value: ratioOf(results, 'webhookLegacy', 'nothingLegacy'),
				},
				{ name: 'Per second: SMS Messaging Trigger / Webhook', value: ratioOf(results, 'webhook', 'node') },
			],
			notes: [
				'Time: from the first push to the end of the last execution. All executions are kept, as n8n does unless told otherwise; no report comes twice.',
				'n8n spares its own Webhook node (from version 1.1 on) the expression engine for each request; no community node gets that. Under the legacy engine nobody needs it.',
			],
		};
	} finally {
		await n8n.remove();
	}
}

interface Sizes {
	/** Pushes of a run. */
	pushes: number;
	/** Reports in each. */
	reports: number;
	/** Pushes under way at the same time. */
	atOnce: number;
}

interface NamedTrigger {
	key: string;
	name: string;
	triggered: TriggerWorkflow;
	sizes: Sizes;
}

/** Runs the triggers in turn in one n8n with these settings, each after a first run that does not count. */
async function measureIn(
	n8n: BenchN8n,
	env: Record<string, string>,
	triggers: NamedTrigger[],
	runs: number,
	report: PartOptions['report'],
): Promise<Samples> {
	const server = await n8n.serve(env);
	try {
		for (const { workflow } of new Set(triggers.map(({ triggered }) => triggered))) {
			await server.rest.saveWorkflow(workflow);
			await server.rest.activate(workflow.id!);
		}
		const ways = triggers.map(
			({ key, name, triggered, sizes }): Way => ({
				key,
				name,
				run: async () => await pushRun(n8n, server, triggered, sizes),
			}),
		);
		report('  warming up');
		for (const { run } of ways) await run();
		return await alternate(ways, runs, report);
	} finally {
		await server.stop();
	}
}

/** Every push must start one execution, which must output what was pushed. */
async function pushRun(
	n8n: BenchN8n,
	server: N8nInstance,
	{ workflow, path, last, gives }: TriggerWorkflow,
	{ pushes, reports, atOnce }: Sizes,
): Promise<Sample> {
	n8n.withDatabase(takeStoredBytes);
	const bodies = Array.from({ length: pushes }, () => pushOf(reports));
	const start = Date.now();
	let next = 0;
	const pushOn = async () => {
		for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) await push(server.baseUrl + path, body);
	};
	await Promise.all(Array.from({ length: atOnce }, pushOn));
	const { end, lastId } = await untilEnded(n8n, workflow.id!, pushes);
	const given = itemsOf(await server.rest.execution(lastId), last).length;
	const expected = gives === 'push' ? 1 : reports;
	if (given !== expected)
		throw new WrongResult(`Workflow '${workflow.name}' gave out ${given} items instead of ${expected}`);
	return { ms: end - start, count: pushes, storedBytes: n8n.withDatabase(takeStoredBytes) };
}

async function push(url: string, body: string): Promise<void> {
	const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
	const answer = await response.text();
	if (response.status !== 200) throw new WrongResult(`A push was answered ${response.status}: ${answer.slice(0, 500)}`);
}

/** n8n answers before it has run the workflow. */
async function untilEnded(n8n: BenchN8n, workflowId: string, count: number): Promise<{ end: number; lastId: string }> {
	const giveUpAt = Date.now() + TIMEOUT_MS;
	for (;;) {
		const row = n8n.withDatabase(
			(database) =>
				database
					.prepare(
						"SELECT COUNT(*) AS count, MAX(stoppedAt) AS end, MAX(id) AS lastId FROM execution_entity WHERE workflowId = ? AND status = 'success'",
					)
					.get(workflowId) as { count: number; end: string; lastId: number },
		);
		if (row.count > count) throw new WrongResult(`${count} pushes started ${row.count} executions`);
		if (row.count === count) return { end: Date.parse(`${row.end.replace(' ', 'T')}Z`), lastId: String(row.lastId) };
		if (Date.now() > giveUpAt)
			throw new WrongResult(`Of ${count} executions ${row.count} ended well within ${TIMEOUT_MS / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
