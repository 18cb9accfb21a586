import { pushesIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const notificationsWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ tries, runs, killedAt }) => [
		...pushesIn(tries, ({ push }) => String(push)),
		...runs.map(
			({ trigger, storedAt, items }): Moment => [
				storedAt,
				`a run of trigger ${trigger} is stored: ${JSON.stringify(items)}`,
			],
		),
		...killedAt.map((at): Moment => [at, 'n8n is killed']),
	],
	countsOf: ({ tries, runs }) => ({ pushes: tries.length, runs: runs.length }),
});
