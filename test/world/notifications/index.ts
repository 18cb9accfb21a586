import type { World } from '../world';
import { featuresOf } from './features';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';
import { WITHOUT } from './without';

export const notificationsWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	storyOf,
	featuresOf,
	countsOf: ({ tries, runs }) => ({ pushes: tries.length, runs: runs.length }),
	without: (life) => Object.fromEntries(Object.entries(WITHOUT).map(([what, without]) => [what, without(life)])),
});
