import { executionsIn } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const logsWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ execution, service: { entries } }) => [
		[0, `the logs: ${JSON.stringify(entries.slice(0, 60))}`],
		...executionsIn([execution]),
	],
	countsOf: ({ execution, service }) => ({ requests: execution.exchanges.length, entries: service.entries.length }),
});
