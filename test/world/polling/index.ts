import type { World } from '../world';
import { featuresOf } from './features';
import { live, type Life, type LivedLife } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';
import { WITHOUT } from './without';

export const pollingWorld = (): World<Life, LivedLife> => ({
	lives,
	live,
	violationsOf,
	storyOf,
	featuresOf,
	countsOf: ({ n8n, exchanges, service }) => ({
		polls: n8n.polls.length,
		calls: exchanges.length,
		'reports handed out': service.handedOut.length,
	}),
	without: (life) => Object.fromEntries(Object.entries(WITHOUT).map(([what, without]) => [what, without(life)])),
});
