import fc from 'fast-check';

import { sendingWorld } from '../../world/sending';
import { startLifeServer, type LifeServer } from './lifeService';
import { isReplayable, replay, seenIn } from './replay';

/**
 * Lives of the simulated world (test/world), lived once more in n8n's engine and over HTTP, in place of the world's own small n8n and
 * network: Retry On Fail, loops, Stop and Retry among them. Left out is what cannot happen in this process: a crash of n8n (28 % of all
 * lives) and, since a server that listens refuses no connection, what is refused on its way (4 %). So are sub-workflows and lives with
 * hundreds of items, and with earlier messages of the same n8n. Times are not compared, except that what happens depends on them.
 */
const SEED = 20_261_124;
const LIVES = 350;
const MET = [
	'Retry On Fail',
	'runs in a loop',
	'the system clock is set',
	'an execution is stopped',
	'an execution fails on Retry',
	'an execution succeeds on Retry',
	'a send ends with ECONNRESET',
	'a send ends with ERR_CANCELED',
	'an answer trickles',
	'a look into the logs fails',
];

let server: LifeServer;
beforeAll(async () => void (server = await startLifeServer()));
afterAll(async () => await server.stop());

test('items, errors, requests and what the service has accepted are the same', async () => {
	const world = sendingWorld();
	const met = new Set<string>();
	let replayed = 0;
	for (const [index, life] of fc.sample(world.lives(), { numRuns: LIVES, seed: SEED }).entries()) {
		const lived = await world.live(life);
		if (!isReplayable(lived)) continue;
		replayed++;
		for (const feature of world.featuresOf(lived)) met.add(feature);
		const seen = await replay(lived, server);
		try {
			expect(seen).toEqual(seenIn(lived));
		} catch (error) {
			throw new Error(`Life ${index}: ${(error as Error).message}\n${world.storyOf(lived)}`);
		}
	}
	expect(replayed).toBeGreaterThan(150);
	expect(MET.filter((feature) => !met.has(feature))).toEqual([]);
}, 600_000);
