import { sendingWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Sending in random lives: a service, a user's choices and what happens to n8n are drawn at random. Whatever happens, what the node
 * says is true, nothing is sent twice unnecessarily, and every destination is output once (rules.ts). A life that breaks a rule is
 * shrunk and told as a story. The full size is in test/long/world.test.ts.
 */
const SEED = 20_261_122;

test(
	'1,500 lives break no rule',
	async () => expect(await brokenLife(sendingWorld(), 1500, SEED)).toBeUndefined(),
	600_000,
);
