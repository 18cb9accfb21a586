import { executionsIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const reportsWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ executions, service }) => [
		...executionsIn(executions),
		...service.handedOut.map(({ entry, at }): Moment => [at, `handed out: ${JSON.stringify(entry)}`]),
	],
	countsOf: ({ executions, service }) => ({
		executions: executions.length,
		calls: executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
		'reports handed out': service.handedOut.length,
	}),
});
