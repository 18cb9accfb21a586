import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inboxPage } from './buildPage';

/* Builds what npm packs: the compiled sandbox, and only those parts of the page that are served. */

const DIST = join(__dirname, 'dist');
const SERVED = ['index.html', 'icon.svg', 'dist/inbox.js', 'dist/inbox.css'];

rmSync(DIST, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', __dirname], {
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
void inboxPage().then(() => {
	for (const file of SERVED) cpSync(join(__dirname, 'page', file), join(DIST, 'page', file));
});
