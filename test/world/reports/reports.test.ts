import { reportsWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Get Reports, in lives at random: whatever the service answers and whatever happens to n8n, each report that was handed out comes out
 * once, or its loss is named (rules.ts). A life that breaks a rule is shrunk and told as a story. The full size is in
 * test/long/world.test.ts.
 */
test(
	'2,500 lives break no rule',
	async () => expect(await brokenLife(reportsWorld(), 2500, 20_261_122)).toBeUndefined(),
	600_000,
);
