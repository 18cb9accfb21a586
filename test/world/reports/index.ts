import type { World } from '../world';
import { featuresOf } from './features';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';
import { WITHOUT } from './without';

export const reportsWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	storyOf,
	featuresOf,
	countsOf: ({ executions, service }) => ({
		executions: executions.length,
		calls: executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
		'reports handed out': service.handedOut.length,
	}),
	without: (life) => Object.fromEntries(Object.entries(WITHOUT).map(([what, without]) => [what, without(life)])),
});
