import { requestsIn, type Moment } from '../story';
import type { World } from '../world';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const pollingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ n8n, exchanges, service }) => [
		...n8n.polls.map((poll): Moment => [poll.at, `a poll: ${JSON.stringify(poll)}`]),
		...requestsIn(exchanges),
		...n8n.logged.map((line): Moment => [Number.parseInt(line, 10), `n8n's log: ${line}`]),
		...service.handedOut.map(({ entry, at }): Moment => [at, `handed out: ${JSON.stringify(entry)}`]),
	],
	countsOf: ({ n8n, exchanges, service }) => ({
		polls: n8n.polls.length,
		calls: exchanges.length,
		'reports handed out': service.handedOut.length,
	}),
});
