import fc from 'fast-check';

import { eachPart, hostileBody, type HostileBody } from '../../support/hostile/bodies';
import { Reader } from '../../support/hostile/readApart';

const MEBIBYTE = 2 ** 20;
const SIZE = 4 * MEBIBYTE;
/** What the process has without a body. */
const PROCESS_MB = 24;
/** Ten plain passes over the text take about a tenth of a second; so this stands for a second. */
const PASSES_ALLOWED = 100;

const reader = new Reader((10 * SIZE) / MEBIBYTE + PROCESS_MB);
let costOfPass: number;

beforeAll(async () => void (costOfPass = (await reader.costOfTenPasses()) / 10));
afterAll(() => reader.stop());

/**
 * In passes over 16 million characters; Infinity where it needs more than 10 times its bytes of memory. Other programs can only make
 * it dearer, so what is too dear is measured twice more, each time beside the passes.
 */
async function passesFor(body: HostileBody, size: number): Promise<number> {
	let least = Infinity;
	for (let measured = 0; measured < 3 && least >= PASSES_ALLOWED; measured++) {
		if (measured > 0) costOfPass = (await reader.costOfTenPasses()) / 10;
		least = Math.min(least, ((await reader.costOf(body, size)) ?? Infinity) / costOfPass);
	}
	return least;
}

test('4 MiB of expensive content need little memory and linear time', async () => {
	const costs: Array<[number, string]> = [];
	for (const body of eachPart) costs.push([Math.round(await passesFor(body, SIZE)), JSON.stringify(body)]);
	expect(costs.filter(([passes]) => passes > PASSES_ALLOWED)).toEqual([]);
}, 300_000);

test('so do generated bodies', async () => {
	await fc.assert(
		fc.asyncProperty(hostileBody, async (body) => expect(await passesFor(body, SIZE)).toBeLessThan(PASSES_ALLOWED)),
		{ numRuns: 20, endOnFailure: true },
	);
}, 300_000);
