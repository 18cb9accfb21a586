import { pushesIn, requestsIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const waitingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn,
	countsOf: ({ n8n, tries, network }) => ({
		executions: n8n.executions.length,
		pushes: tries.length,
		requests: network.exchanges.length,
	}),
});

export function happenedIn({ n8n, network, tries, service }: LivedLife): Moment[] {
	return [
		...requestsIn(network.exchanges),
		...pushesIn(tries, ({ reports, handling }) => `to execution ${handling?.execution}: ${JSON.stringify(reports)}`),
		...n8n.killedAt.map((at): Moment => [at, 'n8n is killed']),
		...n8n.executions.flatMap(({ id, beganAt, endedAt, status, waits, data }): Moment[] => [
			[beganAt, `execution ${id} begins`],
			...waits.map(({ at }): Moment => [at, `execution ${id} is stored as waiting`]),
			...data.resultData.came.map(({ at, ...came }): Moment => [at, `execution ${id}: ${JSON.stringify(came)}`]),
			[endedAt ?? Infinity, `execution ${id}: ${status}`],
		]),
		...service.accepted.map((message): Moment => [message.acceptedAt, `accepted: ${JSON.stringify(message)}`]),
	];
}
