import { askingWorld } from '.';
import { brokenLife } from '../brokenLife';

/**
 * Send and Wait for Response in random lives: those of waiting, and people who look at the links and press the buttons, early, late,
 * twice and with forged links. Only presses answer, a confirmed answer is output, and every question is output
 * once, with an answer or a true reason (rules.ts).
 */
test(
	'400 lives break no rule',
	async () => expect(await brokenLife(askingWorld(), 400, 20_261_122)).toBeUndefined(),
	600_000,
);
