#!/usr/bin/env node
import { readCommandLine, USAGE, UsageError } from './commandLine';
import { CallError, readCall, runCall } from './calls';
import { DEFAULT_SETTINGS, SandboxStartError, startSandbox } from './index';

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

let leftOut = 0;

/** Prints a line, or drops it while earlier output is unread: it would fill the memory. */
function printIfRead(line: string): void {
	if (process.stdout.writableNeedDrain) {
		if (leftOut++ === 0)
			process.stdout.once('drain', () => {
				const lines = leftOut;
				leftOut = 0;
				print(`(${lines} lines dropped: the output was not read fast enough)`);
			});
	} else print(line);
}

function fail(message: string, exitCode: number): void {
	process.stderr.write(`${message}\n`);
	process.exitCode = exitCode;
}

/** Runs the sandbox from the command line until SIGINT or SIGTERM. Exit code 2: an invalid flag; 1: it could not start. */
async function main(): Promise<void> {
	const args = process.argv.slice(2);
	const call = readCall(args);
	if (call) return await runCall(call, print);
	const options = readCommandLine(args);
	if (options === 'help') return print(USAGE.trimEnd());
	const sandbox = await startSandbox({
		...options,
		// Requests and pushes are recorded for tests only
		recordsKept: 0,
		logger: (line) => printIfRead(`${new Date().toISOString().slice(11, 23)} ${line}`),
	});
	const authorizations = options.authorizations ?? DEFAULT_SETTINGS.authorizations;
	print(`SMS service sandbox. Base URL: ${sandbox.url}`);
	for (const value of authorizations) if (value.startsWith('App ')) print(`API Key: ${value.slice(4)}`);
	print(`Authorization: ${authorizations.join('  or  ')}`);
	print(`Inbox: ${sandbox.url}/ (shows every message and sets its status)`);
	if (sandbox.caCertificate)
		print(`Certificate: ${sandbox.caCertificate} (for clients: NODE_EXTRA_CA_CERTS=${sandbox.caCertificate})`);
	print('Stop with Ctrl+C.');

	const stop = (): void => void sandbox.stop().then(() => print('Stopped.'));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	if (error instanceof UsageError) fail(`${error.message}\nAll settings: --help`, 2);
	else if (error instanceof SandboxStartError || error instanceof CallError) fail(error.message, 1);
	else fail(`The sandbox could not start: ${(error as Error).stack ?? String(error)}`, 1);
});
