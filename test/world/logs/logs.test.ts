import { logsWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Get Logs in random lives: a service with its logs, a user's questions and what happens are drawn at random. Whatever happens, every
 * entry asked for is output once, or the gap is named (rules.ts). The full size is in test/long/world.test.ts.
 */
test(
	'500 lives break no rule',
	async () => expect(await brokenLife(logsWorld(), 500, 20_261_122)).toBeUndefined(),
	600_000,
);
