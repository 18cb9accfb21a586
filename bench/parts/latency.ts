import { alternate, type Way } from '../measuring/alternate';
import { barsOf } from '../measuring/bars';
import { ratioOf, resultsOf, type PartResult } from '../measuring/result';
import { smsMessaging } from '../workflows/sending';
import type { Part, PartOptions } from './part';
import { withPlaces } from './places';
import { scriptWay, workflowWay } from './sendingWays';

const ITEMS = 10_000;
const LATENCY_MS = 50;
const PER_REQUEST = 100;
const AT_ONCE = 2;
const ONE_BY_ONE = 200;

/** A service that is some distance away. */
export const latency: Part = {
	name: 'latency',
	runs: 5,
	summary: `10,000 messages to a service that answers after ${LATENCY_MS} ms: the node, a plain script, one message at a time`,
	measure,
	bars: (result) => barsOf(result, 'Milliseconds'),
};

async function measure({ items: count = ITEMS, runs, profile, report }: PartOptions): Promise<PartResult> {
	return await withPlaces({ report, profile }, async (places) => {
		const { gateway, n8n } = places;
		const node = smsMessaging(count);
		await n8n.addWorkflows([node.workflow]);
		const few = Math.min(count, ONE_BY_ONE);
		const ways: Way[] = [
			workflowWay('node', 'SMS Messaging', places, node, { count, withFurther: false }, LATENCY_MS),
			scriptWay(
				'script',
				`Plain script, ${AT_ONCE} requests at once`,
				gateway,
				count,
				PER_REQUEST,
				AT_ONCE,
				LATENCY_MS,
			),
			scaled(
				scriptWay(
					'oneByOne',
					`Plain script, one message at a time (${few} measured, times ${count / few})`,
					gateway,
					few,
					1,
					1,
					LATENCY_MS,
				),
				count / few,
			),
		];
		const results = resultsOf(ways, await alternate(ways, runs, report));
		return {
			part: 'latency',
			title: `${count.toLocaleString('en')} messages, ${PER_REQUEST} per request, every answer after ${LATENCY_MS} ms`,
			ways: results,
			ratios: [
				{ name: 'SMS Messaging / plain script', value: ratioOf(results, 'node', 'script'), target: { atMost: 1.5 } },
				{
					name: 'One message at a time / SMS Messaging',
					value: ratioOf(results, 'oneByOne', 'node'),
					target: { atLeast: 100 },
				},
				{
					name: 'Most requests of SMS Messaging at once',
					value: results[0]!.mostAtOnce ?? NaN,
					target: { atMost: AT_ONCE },
				},
			],
			notes: [
				`One message at a time is the plain script too, which has no n8n around it: ${few} messages were sent, and their time multiplied.`,
				'At once: the most requests that the gateway had before it at the same time.',
			],
		};
	});
}

function scaled(way: Way, factor: number): Way {
	return {
		...way,
		run: async () => {
			const sample = await way.run();
			return { ...sample, ms: sample.ms * factor };
		},
	};
}
