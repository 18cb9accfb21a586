/** npm run bench: see README.md in this folder. */
import { readCommandLine, USAGE, UsageError, type CommandLine } from './commandLine';
import { tablesOf } from './measuring/tables';

async function main({ parts, runs, items, profile }: CommandLine): Promise<void> {
	for (const part of parts) {
		console.log(`\n${part.name}: ${part.summary}`);
		const result = await part.measure({ runs: runs ?? part.runs, items, profile, report: console.log });
		console.log(tablesOf(result));
	}
}

try {
	const commandLine = readCommandLine(process.argv.slice(2));
	if (commandLine === 'help') console.log(USAGE);
	else {
		main(commandLine).catch((error: Error) => {
			console.error(error);
			process.exitCode = 1;
		});
	}
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	console.error(`${error.message}\n\n${USAGE}`);
	process.exitCode = 2;
}
