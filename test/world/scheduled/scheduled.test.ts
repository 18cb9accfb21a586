import { scheduledWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Scheduled Message in random lives: whatever the service answers, what is said of each bulk ID is so, and nothing is changed or left
 * paused without a word (rules.ts). A life that breaks a rule is shrunk and told as a story. The full size is in test/long/world.test.ts.
 */
test(
	'2,500 lives break no rule',
	async () => expect(await brokenLife(scheduledWorld(), 2500, 20_261_122)).toBeUndefined(),
	600_000,
);
