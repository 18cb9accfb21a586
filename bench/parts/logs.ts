import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item, WorkflowFile } from '../../tools/n8n/restClient';
import { WrongResult } from '../gateway/gatewayProcess';
import { logMessageId } from '../gateway/logEntries';
import { alternate, type Sample, type Way } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type PartResult } from '../measuring/result';
import { installLeastNodes } from '../n8n/leastNodes';
import { runScript } from '../scripts/runScript';
import { allLogs, GET_LOGS, LEAST_READER, leastReader } from '../workflows/logs';
import type { Part, PartOptions } from './part';
import { withPlaces, type Places } from './places';

const ENTRIES = 100_000;

/** All entries of the logs. */
export const logs: Part = {
	name: 'logs',
	runs: 5,
	summary: 'Get Logs with Return All over 100,000 entries, and a plain script that makes the same calls',
	measure,
	bars: (result) => barsOf(result, 'Milliseconds'),
};

async function measure({ items: count = ENTRIES, runs, profile, report }: PartOptions): Promise<PartResult> {
	return await withPlaces({ report, profile }, async (places) => {
		const { gateway, n8n } = places;
		const callsFile = join(n8n.userFolder, 'calls.json');
		const [workflow, leastWorkflow] = [allLogs(), leastReader(callsFile)];
		await installLeastNodes(n8n.userFolder);
		await n8n.addWorkflows([workflow, leastWorkflow]);
		const node: Way = {
			key: 'node',
			name: 'SMS Messaging, Get Logs, Return All',
			run: async () => {
				const { sample, items, logCalls } = await runReader(places, workflow, GET_LOGS, count);
				assertEntries(
					items.map(({ json }) => json.messageId),
					count,
				);
				await writeFile(callsFile, JSON.stringify(logCalls));
				return sample;
			},
		};
		const least: Way = {
			key: 'least',
			name: 'Community node that calls, parses and does nothing else',
			run: async () => {
				const { sample, items } = await runReader(places, leastWorkflow, LEAST_READER, count);
				if (items.length < count) throw new WrongResult(`The least node got ${items.length} of ${count} entries`);
				return sample;
			},
		};
		const script: Way = {
			key: 'script',
			name: 'Plain script, the same calls',
			run: async () => {
				await gateway.begin({ logEntries: count });
				const { ms, entries } = await runScript<{ ms: number; entries: number }>('readLogs', [gateway.url, callsFile]);
				const { requests, mostAtOnce } = await gateway.tally();
				if (entries < count) throw new WrongResult(`The script got ${entries} of ${count} entries`);
				return { ms, requests, mostAtOnce };
			},
		};
		const ways = [node, least, script];
		const results = resultsOf(ways, await alternate(ways, runs, report));
		return {
			part: 'logs',
			title: `Get Logs, Return All, ${count.toLocaleString('en')} entries, at most 1,000 in an answer, no latency`,
			ways: results,
			ratios: [
				{ name: 'SMS Messaging / plain script', value: ratioOf(results, 'node', 'script'), target: { atMost: 1.5 } },
				{
					name: 'SMS Messaging / the least in n8n',
					value: ratioOf(results, 'node', 'least'),
					target: { atMost: 1.15 },
				},
				{ name: 'The least in n8n / plain script', value: ratioOf(results, 'least', 'script') },
			],
			notes: [
				'The script repeats the calls that the node has just made, one after the other, parses the answers and keeps the entries.',
				"The least in n8n is a node that makes the same calls by n8n's HTTP helper, with JSON.parse, and gives out the entries as they come: neither flat fields, nor repeats left out, nor long integers kept exact.",
			],
		};
	});
}

/** Runs a workflow whose node reads all logs. */
async function runReader(
	{ gateway, n8n }: Places,
	workflow: WorkflowFile,
	node: string,
	count: number,
): Promise<{ sample: Sample; items: Item[]; logCalls: string[] }> {
	await gateway.begin({ logEntries: count });
	const run = await n8n.execute(workflow);
	const { requests, mostAtOnce, logCalls } = await gateway.tally();
	const { wholeMs, storedBytes } = run;
	return {
		sample: { ms: run.nodeMs(node), requests, mostAtOnce, wholeMs, storedBytes },
		items: run.items(node),
		logCalls,
	};
}

function assertEntries(messageIds: unknown[], count: number): void {
	const ids = new Set(messageIds);
	const isEach = Array.from({ length: count }, (_, index) => logMessageId(index)).every((id) => ids.has(id));
	if (messageIds.length !== count || !isEach)
		throw new WrongResult(`Get Logs gave out ${messageIds.length} items, ${ids.size} different, for ${count} entries`);
}
