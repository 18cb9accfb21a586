import fc from 'fast-check';

import { eachPart, hostileBody } from '../../support/hostile/bodies';
import { Reader, SIZE } from '../../support/hostile/readApart';

/* Expensive content needs little memory and linear time. All of it at full size: test/long/hostileBodies.test.ts. */

const reader = new Reader();
const readerOfXml = new Reader(SIZE / 4);
afterAll(() => [reader, readerOfXml].forEach((one) => one.stop()));

test('each expensive part: JSON of 4 MiB, and XML of 1 MiB, which takes longer', async () => {
	const tooDear: string[] = [];
	for (const body of eachPart) {
		const isXml = body.before.startsWith('<');
		if (await (isXml ? readerOfXml : reader).isTooDear(body)) tooDear.push(JSON.stringify(body));
	}
	expect(tooDear).toEqual([]);
}, 300_000);

test('generated bodies of 4 MiB', async () => {
	await fc.assert(
		fc.asyncProperty(hostileBody, async (body) => !(await reader.isTooDear(body))),
		{ numRuns: 20, endOnFailure: true },
	);
}, 300_000);
