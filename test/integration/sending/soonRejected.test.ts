import { startSandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms, SMS } from '../smsNode';

/** Accepted, then REJECTED_DESTINATION_NOT_REGISTERED. */
const NOT_REGISTERED = '19990601800';
const DELIVERED = '447700900123';

test.each([
	['by hand', 'manual', [NOT_REGISTERED, DELIVERED], 1],
	['by hand, all well', 'manual', [DELIVERED], 0],
	['by hand, more than five', 'manual', Array(6).fill(NOT_REGISTERED), 0],
	['published', 'trigger', [NOT_REGISTERED], 0],
] as const)('%s: a hint says what the service rejected after accepting it', async (_, mode, numbers, hints) => {
	const sandbox = await startSandbox({ delays: { enrouteMs: 1, finalMs: 1 } });
	const { json, task } = await runSms({
		parameters: { operation: 'sendText', to: numbers.join(), text: 'Hello' },
		credential: credentialFor(sandbox),
		settings: CONTINUE,
		start: { mode },
	});
	const said = task(SMS)!.hints!.filter(({ message }) => message.includes('REJECTED_DESTINATION_NOT_REGISTERED'));
	expect(said).toHaveLength(hints);
	// Whatever the logs say
	expect(json.map(({ statusGroup }) => statusGroup)).toEqual(numbers.map(() => 'PENDING'));
	expect(sandbox.messages).toHaveLength(numbers.length);
	await sandbox.stop();
});
