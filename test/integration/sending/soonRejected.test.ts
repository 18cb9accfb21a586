import { hintsOf, sandboxForEach } from '../smsNode';

/** Accepted, then REJECTED_DESTINATION_NOT_REGISTERED. */
const NOT_REGISTERED = '19990601800';
const DELIVERED = '447700900123';

const node = sandboxForEach({ delays: { enrouteMs: 1, finalMs: 1 } });

test.each([
	['by hand', 'manual', [NOT_REGISTERED, DELIVERED], 1],
	['by hand, all well', 'manual', [DELIVERED], 0],
	['by hand, more than five', 'manual', Array(6).fill(NOT_REGISTERED), 0],
	['published', 'trigger', [NOT_REGISTERED], 0],
] as const)('%s: a hint says what the service rejected after accepting it', async (_, mode, numbers, hints) => {
	const result = await node.send([{ to: numbers.join() }], {}, { start: { mode } });
	const said = hintsOf(result).filter((hint) => hint.includes('REJECTED_DESTINATION_NOT_REGISTERED'));
	expect(said).toHaveLength(hints);
	// Whatever the logs say
	expect(result.json.map(({ statusGroup }) => statusGroup)).toEqual(numbers.map(() => 'PENDING'));
	expect(node.sandbox.messages).toHaveLength(numbers.length);
});
