import { alternate, type Way } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type PartResult } from '../measuring/result';
import { installLeastNodes } from '../n8n/leastNodes';
import { expertByHand, leastSender, requestPerItem, smsMessaging } from '../workflows/sending';
import type { Part, PartOptions } from './part';
import { withPlaces } from './places';
import { scriptWay, workflowWay } from './sendingWays';

const ITEMS = 10_000;
const PER_REQUEST = 100;

/** The same messages sent in different ways, without latency. */
export const bulk: Part = {
	name: 'bulk',
	runs: 5,
	summary:
		'10,000 messages: the node, the least that a community node can do, by hand, one request per item, a plain script',
	measure,
	bars: (result) => barsOf(result, 'Milliseconds'),
};

async function measure({ items: count = ITEMS, runs, profile, report }: PartOptions): Promise<PartResult> {
	return await withPlaces({ report, profile }, async (places) => {
		const { gateway, n8n } = places;
		const node = smsMessaging(count);
		const further = smsMessaging(count, 'further');
		const skipping = smsMessaging(count, 'skipping');
		const skippingOne = smsMessaging(count, 'skippingOne');
		const version3 = smsMessaging(count, 'version3');
		const [least, plain] = [leastSender(count, 'items'), leastSender(count, 'parameters')];
		const expert = expertByHand(count, PER_REQUEST, gateway.url);
		const expertText = expertByHand(count, PER_REQUEST, gateway.url, 'text');
		const perItem = requestPerItem(count, gateway.url);
		await installLeastNodes(n8n.userFolder);
		await n8n.addWorkflows(
			[node, further, skipping, skippingOne, version3, least, plain, expert, expertText, perItem].map(
				({ workflow }) => workflow,
			),
		);
		const messages = { count, withFurther: false };
		const ways: Way[] = [
			scriptWay('script', 'Plain script, one request after another', gateway, count, PER_REQUEST, 1),
			workflowWay('node', 'SMS Messaging', places, node, messages),
			workflowWay('further', 'SMS Messaging, five more options', places, further, { count, withFurther: true }),
			workflowWay('skipping', 'SMS Messaging, 50,000 numbers to skip', places, skipping, messages),
			workflowWay('skippingOne', 'SMS Messaging, one number to skip', places, skippingOne, messages),
			workflowWay('version3', 'SMS Messaging, version 3 of the interface', places, version3, messages),
			workflowWay('least', 'Community node that sends and does nothing else', places, least, messages),
			workflowWay('plain', 'The same, three expressions', places, plain, messages),
			workflowWay('expert', 'By hand: Code, HTTP Request, Split Out', places, expert, messages),
			workflowWay('expertText', 'By hand, the Code node makes the text', places, expertText, messages),
			workflowWay('perItem', 'HTTP Request per item', places, perItem, messages),
		];
		const results = resultsOf(ways, await alternate(ways, runs, report));
		return {
			part: 'bulk',
			title: `${count.toLocaleString('en')} messages, ${PER_REQUEST} per request, no latency`,
			ways: results,
			ratios: [
				{ name: 'SMS Messaging / by hand', value: ratioOf(results, 'node', 'expert'), target: { atMost: 0.28 } },
				{ name: 'SMS Messaging / by hand, text', value: ratioOf(results, 'node', 'expertText') },
				{ name: 'SMS Messaging / plain script', value: ratioOf(results, 'node', 'script'), target: { atMost: 2.2 } },
				{
					name: 'SMS Messaging / the least in n8n',
					value: ratioOf(results, 'node', 'least'),
					target: { atMost: 1.97 },
				},
				{ name: 'The least in n8n / plain script', value: ratioOf(results, 'least', 'script') },
				{ name: 'Community node, three expressions / SMS Messaging', value: ratioOf(results, 'plain', 'node') },
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
				{
					name: '50,000 numbers to skip / one',
					value: ratioOf(results, 'skipping', 'skippingOne'),
					target: { atMost: 1.1 },
				},
				{
					name: 'Version 3 / SMS Messaging',
					value: ratioOf(results, 'version3', 'node'),
					target: { atMost: 1.05 },
				},
			],
			notes: [
				'Time: of the sending nodes (by hand: the sum of its three); of the script: from its first message to the last answer.',
				`SMS Messaging runs with its defaults: ${PER_REQUEST} messages per request, 2 requests at once. HTTP Request sends as many at once as it can.`,
				"The least in n8n is a node that takes the fields from the items, sends as many per request and at once by n8n's HTTP helper, and gives out the answers as they come: no parameters, checks or IDs, and nothing is tried again.",
				'Execution ms: the whole execution, with the Code node that makes the messages. Stored MB: what n8n keeps of it in its database.',
			],
		};
	});
}
