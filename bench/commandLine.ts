import { parseArgs } from 'node:util';
import { bulk } from './parts/bulk';
import { growth } from './parts/growth';
import { latency } from './parts/latency';
import { logs } from './parts/logs';
import { outside } from './parts/outside';
import type { Part } from './parts/part';
import { trigger } from './parts/trigger';

export const PARTS: readonly Part[] = [bulk, growth, latency, trigger, logs, outside];

export const USAGE = `Usage: npm run bench -- [parts] [settings]

Parts (default: all):
${PARTS.map(({ name, summary }) => `  ${name.padEnd(9)}${summary}`).join('\n')}

Settings:
  --runs N     runs of each variant (${PARTS.map(({ name, runs }) => `${name} ${runs}`).join(', ')})
  --items N    another size: messages, entries, notifications, or bytes in outside
  --profile    every run of n8n writes a CPU profile below test-results/bench/profiles (not in trigger)
  --results F  write results and chart into this folder
  --help       this text

Without --results, only full runs (default size and number of runs, no --profile) are written to bench/results and
docs/bench.svg; others are only printed. The exit code is 1 if a result was wrong, otherwise 0, whatever the times.
`;

export interface CommandLine {
	parts: readonly Part[];
	runs?: number;
	items?: number;
	profile: boolean;
	/** Folder for results and chart. */
	results?: string;
}

/** An invalid command line; the message is for the user. */
export class UsageError extends Error {}

/** Reads the arguments after the script's name; 'help' when help is asked for. Throws UsageError. */
export function readCommandLine(args: string[]): CommandLine | 'help' {
	const { values, positionals } = parse(args);
	if (values.help) return 'help';
	const unknown = positionals.find((name) => PARTS.every((part) => part.name !== name));
	if (unknown !== undefined)
		throw new UsageError(`Unknown part '${unknown}'. Parts: ${PARTS.map(({ name }) => name).join(', ')}`);
	return {
		parts: positionals.length === 0 ? PARTS : PARTS.filter(({ name }) => positionals.includes(name)),
		runs: wholeNumber('runs', values.runs),
		items: wholeNumber('items', values.items),
		profile: values.profile ?? false,
		results: values.results,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				runs: { type: 'string' },
				items: { type: 'string' },
				profile: { type: 'boolean' },
				results: { type: 'string' },
				help: { type: 'boolean' },
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

function wholeNumber(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`--${name} must be a whole number from 1 on, not '${value}'`);
	return Number(value);
}
