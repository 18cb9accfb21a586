import type { World } from '../world';
import { featuresOf } from './features';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';
import { WITHOUT } from './without';

export const sendingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	storyOf,
	featuresOf,
	countsOf: ({ executions }) => ({
		executions: executions.length,
		requests: executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
	}),
	without: (life) => Object.fromEntries(Object.entries(WITHOUT).map(([what, without]) => [what, without(life)])),
});
