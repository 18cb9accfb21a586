import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Run by `npm version`: what stood under Unreleased is what this version brings. */

const HEADING = '## Unreleased\n';

/** @throws Error if there is nothing to release */
export function released(changelog: string, version: string): string {
	const [, unreleased = ''] = changelog.split(HEADING);
	if (unreleased.split(/^## /m)[0]!.trim() === '')
		throw new Error(`CHANGELOG.md has nothing under '${HEADING.trim()}'`);
	return changelog.replace(HEADING, `${HEADING}\n## ${version}\n`);
}

if (require.main === module) {
	const file = join(__dirname, '../CHANGELOG.md');
	const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string };
	writeFileSync(file, released(readFileSync(file, 'utf8'), version));
}
