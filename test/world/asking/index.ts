import { pushesIn } from '../story';
import { happenedIn } from '../waiting';
import type { World } from '../world';
import { live, type AskingLife, type LivedAsking } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const askingWorld = (): World<AskingLife, LivedAsking> => ({
	lives,
	live,
	violationsOf,
	happenedIn: ({ base, tries }) => [
		...happenedIn(base),
		...pushesIn(
			tries,
			({ does, message, handling }) =>
				`${does} on the link of ${message.to} to execution ${handling?.execution}${handling?.resumed ? ', stored' : ''}`,
		),
	],
	countsOf: ({ base: { n8n, network }, tries }) => ({
		executions: n8n.executions.length,
		'requests to links': tries.length,
		requests: network.exchanges.length,
	}),
});
