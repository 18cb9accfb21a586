import { pollingWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * The polling trigger in random lives: each report handed out starts one run, is filtered out, or its loss is named, and polling continues
 * whatever happens to n8n, its clock and the service (rules.ts). The full size is in test/long/world.test.ts.
 */
test(
	'1,500 lives break no rule',
	async () => expect(await brokenLife(pollingWorld(), 1500, 20_261_122)).toBeUndefined(),
	600_000,
);
