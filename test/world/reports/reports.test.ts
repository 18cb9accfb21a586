import { reportsWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Get Reports in random lives: whatever the service answers and whatever happens to n8n, each report handed out is output once, or its
 * loss is named (rules.ts). A life that breaks a rule is shrunk and told as a story. The full size is in test/long/world.test.ts.
 */
test(
	'2,500 lives break no rule',
	async () => expect(await brokenLife(reportsWorld(), 2500, 20_261_122)).toBeUndefined(),
	600_000,
);
