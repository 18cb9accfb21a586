import { alternate, type Way } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type PartResult } from '../measuring/result';
import type { BenchN8n } from '../n8n/benchN8n';
import { editFields, expertByHand, requestPerItem, smsMessaging } from '../workflows/sending';
import type { Part, PartOptions } from './part';
import { withPlaces } from './places';
import { scriptWay, workflowWay } from './sendingWays';

const ITEMS = 10_000;
const PER_REQUEST = 100;

/** The same messages sent in different ways, without latency. */
export const bulk: Part = {
	name: 'bulk',
	runs: 5,
	summary: '10,000 messages: the node, what an expert builds by hand, one request per item, a plain script',
	measure,
	bars: (result) => barsOf(result, 'Milliseconds'),
};

async function measure({ items: count = ITEMS, runs, profile, report }: PartOptions): Promise<PartResult> {
	return await withPlaces({ report, profile }, async (places) => {
		const { gateway, n8n } = places;
		const node = smsMessaging(count);
		const further = smsMessaging(count, true);
		const expert = expertByHand(count, PER_REQUEST, gateway.url);
		const expertText = expertByHand(count, PER_REQUEST, gateway.url, 'text');
		const perItem = requestPerItem(count, gateway.url);
		const edit = editFields(count);
		await n8n.addWorkflows([node, further, expert, expertText, perItem, edit].map(({ workflow }) => workflow));
		const messages = { count, withFurther: false };
		const ways: Way[] = [
			scriptWay('script', 'Plain script, one request after another', gateway, count, PER_REQUEST, 1),
			workflowWay('node', 'SMS Messaging', places, node, messages),
			workflowWay('further', 'SMS Messaging, five more options', places, further, { count, withFurther: true }),
			workflowWay('expert', 'By hand: Code, HTTP Request, Split Out', places, expert, messages),
			workflowWay('expertText', 'By hand, the Code node makes the text', places, expertText, messages),
			workflowWay('perItem', 'HTTP Request per item', places, perItem, messages),
			editWay(n8n, edit),
		];
		const results = resultsOf(ways, await alternate(ways, runs, report));
		return {
			part: 'bulk',
			title: `${count.toLocaleString('en')} messages, ${PER_REQUEST} per request, no latency`,
			ways: results,
			ratios: [
				{ name: 'SMS Messaging / by hand', value: ratioOf(results, 'node', 'expert'), target: { atMost: 0.7 } },
				{ name: 'SMS Messaging / by hand, text', value: ratioOf(results, 'node', 'expertText') },
				{ name: 'SMS Messaging / plain script', value: ratioOf(results, 'node', 'script'), target: { atMost: 2.2 } },
				{
					name: 'HTTP Request per item / SMS Messaging',
					value: ratioOf(results, 'perItem', 'node'),
					target: { atLeast: 20 },
				},
				{
					name: 'Five more options / SMS Messaging',
					value: ratioOf(results, 'further', 'node'),
					target: { atMost: 1.5 },
				},
				{ name: 'Edit Fields / SMS Messaging', value: ratioOf(results, 'edit', 'node') },
			],
			notes: [
				'Time: of the sending nodes (by hand: the sum of its three); of the script: from its first message to the last answer.',
				`SMS Messaging runs with its defaults: ${PER_REQUEST} messages per request, 2 requests at once. HTTP Request sends as many at once as it can.`,
				'Execution ms: the whole execution, with the Code node that makes the messages. Stored MB: what n8n keeps of it in its database.',
			],
		};
	});
}

/** For scale: nothing is sent. */
function editWay(n8n: BenchN8n, { workflow, last }: ReturnType<typeof editFields>): Way {
	return {
		key: 'edit',
		name: 'Edit Fields, three expressions (sends nothing)',
		run: async () => {
			const { nodeMs, wholeMs, storedBytes } = await n8n.execute(workflow);
			return { ms: nodeMs(last), wholeMs, storedBytes };
		},
	};
}
