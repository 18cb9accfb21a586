import fc from 'fast-check';

import { sendingWorld } from '../../world/sending';
import type { LivedLife } from '../../world/sending/life';
import { storyOf } from '../../world/story';
import { startLifeServer, type LifeServer } from './lifeService';
import { isReplayable, replay, seenIn } from './replay';

/**
 * Replays lives of the simulated world (test/world) in n8n's engine and over HTTP, instead of the world's small n8n and network,
 * with Retry On Fail, loops, Stop and Retry. Not replayed: crashes of n8n (28 % of all lives), a Retry days later, refused
 * connections (4 %), sub-workflows, versions of the interface other than 1, lives with hundreds of items, and earlier messages of the same n8n. Times are not compared
 * directly, but the results depend on them.
 */
const SEED = 20_261_124;
const LIVES = 190;
const MET = [
	...['Retry On Fail', 'a loop', 'a clock that is set', 'stopped', 'error on Retry', 'success on Retry'],
	...['ECONNRESET', 'ERR_CANCELED', 'trickle', 'a look that fails'],
];

/** The features that occurred in a life. */
function met({ life, executions }: LivedLife): string[] {
	const exchanges = executions.flatMap((execution) => execution.exchanges);
	return [
		...(life.tries > 1 ? ['Retry On Fail'] : []),
		...(life.rounds.length > 1 ? ['a loop'] : []),
		...(life.skews.length > 0 ? ['a clock that is set'] : []),
		...executions.map(({ ended, mode }) => (mode === 'retry' ? `${ended} on Retry` : ended)),
		...exchanges.flatMap(({ isSend, ended, fault }) => [
			isSend || ended === '200' ? String(ended) : 'a look that fails',
			String(fault?.answer.kind),
		]),
	];
}

let server: LifeServer;
beforeAll(async () => void (server = await startLifeServer()));
afterAll(async () => await server.stop());

test('items, errors, requests and accepted messages are the same as in the simulation', async () => {
	const world = sendingWorld();
	const seenInAll = new Set<string>();
	const version = '1' as const;
	const lives = fc.sample(world.lives().filter(isReplayable), { numRuns: LIVES, seed: SEED });
	for (const [index, drawn] of lives.entries()) {
		const life = { ...drawn, version, retries: drawn.retries.map((retry) => ({ ...retry, version })) };
		const lived = await world.live(life);
		for (const what of met(lived)) seenInAll.add(what);
		const seen = await replay(lived, server);
		try {
			expect(seen).toEqual(seenIn(lived));
		} catch (error) {
			throw new Error(`Life ${index}: ${(error as Error).message}\n${storyOf(life, world.happenedIn(lived))}`);
		}
	}
	expect(MET.filter((what) => !seenInAll.has(what))).toEqual([]);
}, 600_000);
