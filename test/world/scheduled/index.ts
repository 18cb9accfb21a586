import { executionsIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const scheduledWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ executions, service }) => [
		...executionsIn(executions),
		...service.history.map(({ at, ...state }): Moment => [at, `is ${JSON.stringify(state)}`]),
	],
	countsOf: ({ executions, service, life }) => ({
		executions: executions.length,
		calls: executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
		changes: service.history.length - life.nature.bulks.length,
	}),
});
