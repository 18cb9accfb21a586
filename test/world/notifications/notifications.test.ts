import { notificationsWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Pushes to the trigger, in lives at random: what the service sends and how often, what becomes of it on its way, what n8n does with
 * the runs, and when it is killed. Whatever happens, a report that was answered 200 has started its one run or was rightly left out, every
 * push is answered in time, and nothing is held for longer than it must be (rules.ts). The full size is in test/long/world.test.ts.
 */
test(
	'1,500 lives break no rule',
	async () => expect(await brokenLife(notificationsWorld(), 1500, 20_261_122)).toBeUndefined(),
	600_000,
);
