import { WrongResult, type Gateway } from '../gateway/gatewayProcess';
import type { ExpectedMessages } from '../gateway/sentMessages';
import { toOf } from '../messages';
import type { Way } from '../measuring/alternate';
import { runScript } from '../scripts/runScript';
import type { SendingWorkflow } from '../workflows/sending';
import type { Places } from './places';

/** A workflow as a way: the time is that of its sending nodes, and each message must come out with an ID of its own. */
export function workflowWay(
	key: string,
	name: string,
	{ gateway, n8n }: Places,
	{ workflow, timed, last }: SendingWorkflow,
	messages: ExpectedMessages,
	latencyMs?: number,
): Way {
	return {
		key,
		name,
		run: async () => {
			await gateway.begin({ messages, latencyMs });
			const run = await n8n.execute(workflow);
			const { requests, mostAtOnce } = await gateway.tally();
			assertOutput(
				name,
				run.items(last).map(({ json }) => json),
				messages.count,
			);
			const { wholeMs, storedBytes } = run;
			return { ms: timed.reduce((sum, node) => sum + run.nodeMs(node), 0), requests, mostAtOnce, wholeMs, storedBytes };
		},
	};
}

/** A plain script as a way: the time is what it measures itself. */
export function scriptWay(
	key: string,
	name: string,
	gateway: Gateway,
	count: number,
	perRequest: number,
	atOnce: number,
	latencyMs?: number,
): Way {
	return {
		key,
		name,
		run: async () => {
			await gateway.begin({ messages: { count, withFurther: false }, latencyMs });
			const { ms } = await runScript('sendMessages', [gateway.url, count, perRequest, atOnce]);
			const { requests, mostAtOnce } = await gateway.tally();
			return { ms, requests, mostAtOnce };
		},
	};
}

/** Some ways output one item per request with the answer, others the message itself. */
function assertOutput(name: string, jsons: Array<Record<string, unknown>>, count: number): void {
	const messages = jsons.map((json) =>
		Array.isArray(json.messages) ? (json.messages[0] as Record<string, unknown>) : json,
	);
	const ids = new Set(messages.map(({ messageId }) => messageId));
	const isInOrder = messages.every(({ to }, index) => to === toOf(index));
	if (jsons.length === count && ids.size === count && isInOrder) return;
	throw new WrongResult(
		`${name} gave out ${jsons.length} items with ${ids.size} message IDs for ${count} messages${isInOrder ? '' : ', not in their order'}`,
	);
}
