import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { alternatives } from '../../../tools/n8n/install';

test('before n8n is downloaded, an n8n or a Docker that is there already is offered', () => {
	const folder = mkdtempSync(join(tmpdir(), 'path-'));
	const path = ['/nowhere', folder].join(delimiter);
	try {
		expect(alternatives(path)).toEqual([]);
		writeFileSync(join(folder, 'n8n'), '');
		expect(alternatives(path)).toEqual([expect.stringContaining('npm run sandbox')]);
		writeFileSync(join(folder, 'docker'), '');
		expect(alternatives(path)[1]).toContain('deploy/sandbox/compose.yaml');
	} finally {
		rmSync(folder, { recursive: true });
	}
});
