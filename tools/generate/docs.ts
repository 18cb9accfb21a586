/*
 * npm run docs: writes the lists between the markers in docs/, and the schemas of what the operations output.
 * test/package/docs.test.ts fails when one is stale.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { withParts } from './pageParts.ts';
import { outputSchemas, SCHEMA_FOLDER } from './outputSchemas.ts';

const docs = join(__dirname, '../../docs');
const schemas = join(__dirname, '../../nodes/SmsMessaging', SCHEMA_FOLDER);

for (const path of readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
	const page = readFileSync(join(docs, path), 'utf8');
	writeFileSync(join(docs, path), withParts(page));
}

rmSync(schemas, { recursive: true, force: true });
for (const [path, schema] of outputSchemas()) {
	mkdirSync(dirname(join(schemas, path)), { recursive: true });
	writeFileSync(join(schemas, path), schema);
}
