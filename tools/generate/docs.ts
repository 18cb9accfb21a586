/* npm run docs: writes the tables between the markers in docs/. test/package/docs.test.ts fails when one is stale. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withTables } from './fieldTables.ts';

const docs = join(__dirname, '../../docs');

for (const path of readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
	const page = readFileSync(join(docs, path), 'utf8');
	writeFileSync(join(docs, path), withTables(page));
}
