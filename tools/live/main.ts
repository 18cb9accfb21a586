/** npm run live: see USAGE in settings.ts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { ownIn, sendAndLook } from './exchange';
import { pageOf } from './page';
import { readSettings, SettingsError } from './settings';

/** Sets the exit code: 0 if the message was accepted and its log and report came, 1 if not, 2 if nothing was sent. */
async function main(): Promise<void> {
	const settings = readSettings(process.env, process.argv.slice(2));
	const run = await sendAndLook(settings);
	const file = resolve(settings.file);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, pageOf(settings, run));
	const isComplete = ownIn(run.log, run).length > 0 && ownIn(run.report, run).length > 0;
	const result = isComplete ? 'Sent, and read its log and report.' : 'Not everything came: the file says what did.';
	process.stdout.write(`${result}\n${file}\n`);
	if (!isComplete) process.exitCode = 1;
}

main().catch((error: Error) => {
	process.stderr.write(`${error instanceof SettingsError ? error.message : error.stack}\n`);
	process.exitCode = 2;
});
