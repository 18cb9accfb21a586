import type { World } from '../world';
import { featuresOf } from './features';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';
import { WITHOUT } from './without';

export const waitingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	storyOf,
	featuresOf,
	countsOf: ({ n8n, tries, network }) => ({
		executions: n8n.executions.length,
		pushes: tries.length,
		requests: network.exchanges.length,
	}),
	without: (life) => Object.fromEntries(Object.entries(WITHOUT).map(([what, without]) => [what, without(life)])),
});
