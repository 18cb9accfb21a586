import fc from 'fast-check';

import { eachPart, hostileBody } from '../support/hostile/bodies';
import { Reader } from '../support/hostile/readApart';

const reader = new Reader();
afterAll(() => reader.stop());

test('4 MiB of expensive content, and of any two kinds of it, need little memory and linear time', async () => {
	const isCheap = fc.asyncProperty(hostileBody, async (body) => !(await reader.isTooDear(body)));
	await fc.assert(isCheap, { examples: eachPart.map((body) => [body]), numRuns: 500, endOnFailure: true });
}, 3_600_000);
