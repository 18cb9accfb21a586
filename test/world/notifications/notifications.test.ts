import { notificationsWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Pushes to the trigger in random lives: what the service sends and how often, what happens on the way, what n8n does with the runs, and
 * when it is killed. Whatever happens, a report that was answered 200 has started exactly one run or was rightly left out, every push is
 * answered in time, and nothing is held longer than necessary (rules.ts). The full size is in test/long/world.test.ts.
 */
test(
	'1,500 lives break no rule',
	async () => expect(await brokenLife(notificationsWorld(), 1500, 20_261_122)).toBeUndefined(),
	600_000,
);
