import { runBulkSend } from './bulkSendRun';
import { DemoError, type DemoSession } from './demoSession';
import { readDemoOptions, USAGE, type DemoOptions } from './demoOptions';
import { messageTable, summary } from './messageTable';
import type { Report } from './progress';

function print(line = ''): void {
	process.stdout.write(`${line}\n`);
}

/**
 * What `npm start` and the demo in queue mode have in common: starts everything (with `startDemo` or a variant of it), sends
 * the list of the bulk-send example, shows the status of each message, calls `afterwards`, and stops everything. Ctrl-C and SIGTERM
 * stop it at any time. Sets the exit code: 0 if every message has a final status, 1 otherwise, 2 for invalid options.
 */
export async function runDemoCommand<Session extends Pick<DemoSession, 'n8n'>>(
	args: string[],
	start: (options: DemoOptions, report: Report, onStarted: (stop: () => Promise<void>) => void) => Promise<Session>,
	afterwards: (session: Session, interrupted: Promise<void>, options: DemoOptions) => Promise<void>,
): Promise<void> {
	const options = readOptions(args);
	if (options === undefined) return;

	let stop = async () => {};
	let isInterrupted = false;
	let resolveInterrupted = () => {};
	const interrupted = new Promise<void>((resolve) => (resolveInterrupted = resolve));
	const onSignal = () => {
		if (isInterrupted) return;
		isInterrupted = true;
		print('\nStopping n8n and the sandbox …');
		resolveInterrupted();
		void stop();
	};
	process.on('SIGINT', onSignal).on('SIGTERM', onSignal);

	try {
		const session = await start(options, print, (stopStarted) => (stop = stopStarted));
		print('\nSending the list of the workflow ‘SMS: bulk send’ and waiting for its delivery reports …\n');
		const rows = await runBulkSend(session.n8n.rest);
		print(messageTable(rows));
		print(summary(rows));
		if (rows.some(({ finalStatus }) => finalStatus === undefined)) process.exitCode = 1;
		await afterwards(session, interrupted, options);
	} catch (error) {
		// A failure caused by stopping everything is not worth reporting
		if (isInterrupted) return;
		process.exitCode = 1;
		process.stderr.write(`\n${error instanceof DemoError || !(error instanceof Error) ? error : error.message}\n`);
	} finally {
		await stop();
	}
}

function readOptions(args: string[]) {
	try {
		const options = readDemoOptions(args);
		if (options !== 'help') return options;
		print(USAGE);
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
		process.exitCode = 2;
	}
	return undefined;
}
