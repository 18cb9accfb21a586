import '../test/integration/setUp';

import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The tests of a room as one file of tests, so that n8n's engine is loaded only once for all of them. */
const { chosenRoom } = jest.requireActual<{ chosenRoom: () => { tests: string[] } }>('./rooms.js');
const root = join(__dirname, '..');

for (const file of globSync(chosenRoom().tests, { cwd: root }).sort()) {
	describe(file, () => {
		jest.requireActual(join(root, file));
	});
}
