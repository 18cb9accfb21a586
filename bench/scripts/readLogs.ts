/**
 * A plain script, run on its own: readLogs.ts <gateway> <file>. The file is a JSON list of paths, which are called one after the other.
 * Prints {"ms", "entries"}: the time from the first call to the last answer, and how many entries came.
 */
import { readFileSync } from 'node:fs';
import { AUTHORIZATION } from '../gateway/authorization';

const [gateway = '', file = ''] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, 'utf8')) as string[];

async function main(): Promise<void> {
	const start = performance.now();
	const entries: unknown[] = [];
	for (const path of paths) {
		const response = await fetch(gateway + path, {
			headers: { Accept: 'application/json', Authorization: AUTHORIZATION },
		});
		entries.push(...(JSON.parse(await response.text()) as { results: unknown[] }).results);
	}
	console.log(JSON.stringify({ ms: performance.now() - start, entries: entries.length }));
}

void main();
