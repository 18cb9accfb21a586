import { spawn } from 'node:child_process';

/** A command that ended with a code other than 0. `output` is the end of what it printed. */
export class CommandError extends Error {
	constructor(
		readonly command: string,
		readonly code: number | null,
		readonly output: string,
	) {
		super(`'${command}' ended with ${code === null ? 'a signal' : `code ${code}`}:\n${output.trimEnd()}`);
	}
}

const KEPT_CHARACTERS = 20_000;

/** Variables that an enclosing `npm run` sets about its own package; a nested npm must not use them. */
const OF_ENCLOSING_NPM = /^npm_(package|lifecycle)_|^npm_(command|config_local_prefix)$|^INIT_CWD$/;

/** The environment for a nested npm: this process's own, without what an enclosing npm says about its package. */
export function environmentForNpm(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_ENCLOSING_NPM.test(name)));
}

/**
 * Runs a command to its end and returns what it printed on stdout. Throws CommandError if it fails, and the
 * operating system's own error (ENOENT) if there is no such command.
 */
export async function runCommand(
	command: string,
	args: string[],
	options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
	return await new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let stdout = '';
		let everything = '';
		child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
			stdout += chunk;
			everything = (everything + chunk).slice(-KEPT_CHARACTERS);
		});
		child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
			everything = (everything + chunk).slice(-KEPT_CHARACTERS);
		});
		child.on('error', reject);
		child.on('close', (code) => {
			if (code === 0) resolve(stdout);
			else reject(new CommandError([command, ...args].join(' '), code, everything));
		});
	});
}
