import { waitingWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Send Text and Wait for Delivery over its whole life, in random lives: what becomes of the messages, how the service reports it, and
 * what n8n and its user do in the meantime. Whatever happens, the output was true at the service, waking up sends nothing, a report that
 * was answered 200 shows, every destination is output once, and the wait ends in time (rules.ts). The full size is in
 * test/long/world.test.ts.
 */
test(
	'600 lives break no rule',
	async () => expect(await brokenLife(waitingWorld(), 600, 20_261_122)).toBeUndefined(),
	600_000,
);
