/** npm run bench: see README.md in this folder. */
import { join } from 'node:path';
import { PARTS, readCommandLine, USAGE, UsageError, type CommandLine } from './commandLine';
import { COMMITTED, drawChart, keepResult, type ResultPlace } from './measuring/keptResults';
import { tablesOf } from './measuring/tables';
import type { Part } from './parts/part';

async function main(commandLine: CommandLine): Promise<void> {
	for (const part of commandLine.parts) {
		console.log(`\n${part.name}: ${part.summary}`);
		const { runs = part.runs, items, profile } = commandLine;
		const result = await part.measure({ runs, items, profile, report: console.log });
		console.log(tablesOf(result));
		const place = placeFor(part, commandLine);
		if (place === undefined) continue;
		await keepResult(result, place);
		await drawChart(PARTS, place);
	}
}

/** The results of a smaller run must not replace the committed ones. */
function placeFor(part: Part, { runs = part.runs, items, profile, results }: CommandLine): ResultPlace | undefined {
	if (results !== undefined) return { folder: results, chart: join(results, 'bench.svg') };
	return items === undefined && !profile && runs >= part.runs ? COMMITTED : undefined;
}

// Everything that was started ends with this process
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

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
