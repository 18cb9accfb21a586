import { executionsIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const sendingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ executions, service }) => [
		...executionsIn(executions),
		...service.accepted.map((message): Moment => [message.acceptedAt, `accepted: ${JSON.stringify(message)}`]),
	],
	countsOf: ({ executions }) => ({
		executions: executions.length,
		requests: executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
	}),
});
