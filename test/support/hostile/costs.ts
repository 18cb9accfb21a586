import fc from 'fast-check';

import { eachPart, hostileBody, type HostileBody } from './bodies';
import { Reader } from './readApart';

const MEBIBYTE = 2 ** 20;
/** What the process has without a body. */
const PROCESS_MB = 24;
/** Ten plain passes over 16 million characters take about a tenth of a second; so this stands for a second for 4 MiB. */
const PASSES_ALLOWED_PER_MIB = 25;

/** Tests that expensive content of this size needs little memory and linear time. @param generated how many bodies are drawn besides */
export function testCosts(mebibytes: number, generated: number): void {
	const reader = new Reader(10 * mebibytes + PROCESS_MB);
	const passesAllowed = PASSES_ALLOWED_PER_MIB * mebibytes;
	let costOfPass: number;

	beforeAll(async () => void (costOfPass = (await reader.costOfTenPasses()) / 10));
	afterAll(() => reader.stop());

	/**
	 * In passes over 16 million characters; Infinity where it needs more than 10 times its bytes of memory. Other programs can only make
	 * it dearer, so what is too dear is measured twice more, each time beside the passes.
	 */
	async function passesFor(body: HostileBody): Promise<number> {
		let least = Infinity;
		for (let measured = 0; measured < 3 && least >= passesAllowed; measured++) {
			if (measured > 0) costOfPass = (await reader.costOfTenPasses()) / 10;
			least = Math.min(least, ((await reader.costOf(body, mebibytes * MEBIBYTE)) ?? Infinity) / costOfPass);
		}
		return least;
	}

	test(`${mebibytes} MiB of expensive content need little memory and linear time`, async () => {
		const costs: Array<[number, string]> = [];
		for (const body of eachPart) costs.push([Math.round(await passesFor(body)), JSON.stringify(body)]);
		expect(costs.filter(([passes]) => passes > passesAllowed)).toEqual([]);
	}, 300_000);

	test('so do generated bodies', async () => {
		await fc.assert(
			fc.asyncProperty(hostileBody, async (body) => expect(await passesFor(body)).toBeLessThan(passesAllowed)),
			{ numRuns: generated, endOnFailure: true },
		);
	}, 300_000);
}
