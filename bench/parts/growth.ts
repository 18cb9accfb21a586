import type { Item } from '../../tools/n8n/restClient';
import { type Gateway, WrongResult } from '../gateway/gatewayProcess';
import { alternate } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type MemoryResult, type PartResult } from '../measuring/result';
import { spreadOf } from '../measuring/statistics';
import type { BenchN8n } from '../n8n/benchN8n';
import { memoryOfRun } from '../n8n/memory';
import { manualTrigger } from '../workflows/chain';
import { sameItems, smsMessaging } from '../workflows/sending';
import type { Part, PartOptions } from './part';
import { withPlaces } from './places';
import { workflowWay } from './sendingWays';

const ITEMS = 100_000;
const MEMORY_RUNS = 3;
/** Two workflows that store the same amount of items take about the same memory. */
const MOST_DIFFERENCE = 0.1;

/** What ten and a hundred times as many messages take. */
export const growth: Part = {
	name: 'growth',
	runs: 5,
	summary: '1,000, 10,000 and 100,000 messages: time of each step, and memory at the last',
	measure,
	bars: (result) => barsOf(result, 'Milliseconds per 1,000 messages', (ms, { key }) => (ms / Number(key)) * 1000),
};

async function measure({ items: count = ITEMS, runs, profile, report }: PartOptions): Promise<PartResult> {
	return await withPlaces({ report, profile }, async (places) => {
		const { gateway, n8n } = places;
		const sizes = [count / 100, count / 10, count].map(Math.round);
		const workflows = sizes.map((size) => smsMessaging(size));
		await n8n.addWorkflows(workflows.map(({ workflow }) => workflow));
		const ways = sizes.map((size, index) =>
			workflowWay(
				String(size),
				`SMS Messaging, ${size.toLocaleString('en')} messages`,
				{ gateway, n8n },
				workflows[index]!,
				{ count: size, withFurther: false },
			),
		);
		const results = resultsOf(ways, await alternate(ways, runs, report));
		const memory = await measureMemory(gateway, n8n, count, Math.min(runs, MEMORY_RUNS), report);
		const [small, middle, large] = sizes.map(String) as [string, string, string];
		return {
			part: 'growth',
			title: `${sizes.map((size) => size.toLocaleString('en')).join(', ')} messages, 100 per request, no latency`,
			ways: results,
			memory,
			ratios: [
				{
					name: `Time of ${sizes[1]!.toLocaleString('en')} messages / ${sizes[0]!.toLocaleString('en')}`,
					value: ratioOf(results, middle, small),
					target: { atMost: 11.5 },
				},
				{
					name: `Time of ${sizes[2]!.toLocaleString('en')} messages / ${sizes[1]!.toLocaleString('en')}`,
					value: ratioOf(results, large, middle),
					target: { atMost: 11.5 },
				},
				{
					name: 'Memory of SMS Messaging / Code',
					value: memory[0]!.spread.median / memory[1]!.spread.median,
					target: { atMost: 1.3 },
				},
			],
			notes: [
				'Memory: the most that a freshly started n8n process has during an execution, less what it has when idle; its task runner not counted.',
				`The Code node gets the same ${count.toLocaleString('en')} items and gives out the same as SMS Messaging does.`,
			],
		};
	});
}

async function measureMemory(
	gateway: Gateway,
	n8n: BenchN8n,
	count: number,
	runs: number,
	report: PartOptions['report'],
): Promise<MemoryResult[]> {
	const node = smsMessaging(count);
	const code = sameItems(count, await exampleItem(gateway, n8n));
	await n8n.addWorkflows([code]);
	const [ofNode, ofCode]: [number[], number[]] = [[], []];
	for (let run = 1; run <= runs; run++) {
		await gateway.begin({ messages: { count, withFurther: false } });
		const nodeRun = await memoryOfRun(n8n, node.workflow, manualTrigger.name);
		await gateway.tally();
		const codeRun = await memoryOfRun(n8n, code, manualTrigger.name);
		if (Math.abs(codeRun.storedBytes / nodeRun.storedBytes - 1) > MOST_DIFFERENCE) {
			throw new WrongResult(
				`The Code node stored ${codeRun.storedBytes} bytes and SMS Messaging ${nodeRun.storedBytes}: they did not give out the same`,
			);
		}
		ofNode.push(nodeRun.addedBytes);
		ofCode.push(codeRun.addedBytes);
		report(
			`  ${run}/${runs} memory: SMS Messaging ${Math.round(nodeRun.addedBytes / 1e6)} MB, Code ${Math.round(codeRun.addedBytes / 1e6)} MB`,
		);
	}
	return [
		{ name: 'SMS Messaging', added: ofNode, spread: spreadOf(ofNode) },
		{ name: 'Code node that gives out the same items', added: ofCode, spread: spreadOf(ofCode) },
	];
}

/** The item that SMS Messaging outputs for one of many messages. */
async function exampleItem(gateway: Gateway, n8n: BenchN8n): Promise<Item> {
	const few = smsMessaging(2);
	await n8n.addWorkflows([few.workflow]);
	await gateway.begin({ messages: { count: 2, withFurther: false } });
	const item = (await n8n.execute(few.workflow)).items(few.last)[1];
	if (item === undefined) throw new WrongResult('SMS Messaging gave out nothing');
	return item;
}
