import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { n8nEnvironment } from '../../tools/n8n/environment';
import { installN8n } from '../../tools/n8n/install';
import { N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { N8N_NODE, N8N_PROGRAM, ROOT } from '../../tools/n8n/places';
import { freePorts } from '../../tools/n8n/ports';
import type { Report } from '../../tools/n8n/progress';
import type { Credential, Item, NodeRun, WorkflowFile } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { prepareUserFolder } from '../../tools/n8n/userFolder';
import { WrongResult } from '../gateway/gatewayProcess';
import { headerCredential, version3Credential } from '../workflows/credentials';

/** Where user folders and profiles of the bench go; git-ignored. */
const BENCH_FOLDER = join(ROOT, 'test-results', 'bench');

/** One `n8n execute`. Times in milliseconds. */
interface WorkflowRun {
	/** From the start of the execution to its end, as n8n notes it. */
	wholeMs: number;
	/** What n8n stores of it in its database, in bytes. */
	storedBytes: number;
	/** Time of a node. */
	nodeMs(node: string): number;
	/** Items at a node's first output. */
	items(node: string): Item[];
}

/** A user folder with the package, credentials for the gateway, and workflows, on which `n8n execute` runs. */
export class BenchN8n {
	private constructor(
		readonly userFolder: string,
		private readonly profile: boolean,
	) {}

	/** Installs n8n and packs the package if that was not done. @param profile whether every run writes a CPU profile */
	static async prepare(gatewayUrl: string, report: Report, profile = false): Promise<BenchN8n> {
		await installN8n(report);
		const tarball = await packPackage();
		await mkdir(BENCH_FOLDER, { recursive: true });
		const n8n = new BenchN8n(await mkdtemp(join(BENCH_FOLDER, 'user-')), profile);
		await prepareUserFolder(n8n.userFolder, tarball);
		const credentials: Array<Required<Credential>> = [
			sandboxCredential(gatewayUrl),
			version3Credential(gatewayUrl),
			headerCredential(),
		];
		await n8n.importFrom('import:credentials', credentials);
		return n8n;
	}

	/** Adds workflows; all have an id. */
	async addWorkflows(workflows: WorkflowFile[]): Promise<void> {
		await this.importFrom('import:workflow', workflows);
	}

	/** Runs a workflow once, in a new n8n process with nothing else to do. Throws if it fails. */
	async execute({ id, name }: WorkflowFile): Promise<WorkflowRun> {
		const output = await this.run(['execute', `--id=${id}`, '--rawOutput'], this.profile ? profileArgs(name) : []);
		const execution = readExecution(output, name);
		return {
			wholeMs: Date.parse(execution.stoppedAt) - Date.parse(execution.startedAt),
			storedBytes: this.withDatabase(takeStoredBytes),
			nodeMs: (node) => runOf(execution, node).executionTime,
			items: (node) => runOf(execution, node).data?.main[0] ?? [],
		};
	}

	/** n8n as a server on the same folder, which the caller has to stop. @param env additional settings */
	async serve(env: Record<string, string> = {}): Promise<N8nInstance> {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const server = new N8nInstance(this.userFolder, port, brokerPort, env, false);
		await server.start();
		return server;
	}

	async remove(): Promise<void> {
		await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}

	private async importFrom(command: string, entries: unknown[]): Promise<void> {
		const file = join(this.userFolder, 'import.json');
		await writeFile(file, JSON.stringify(entries));
		await this.run([command, `--input=${file}`]);
		await rm(file);
	}

	/** Runs n8n's command line program. It prints into a file: with a pipe, n8n would lose what has not been read when it exits. */
	private async run(args: string[], nodeArgs: string[] = []): Promise<Buffer> {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const outputFile = join(this.userFolder, 'output');
		const output = openSync(outputFile, 'w');
		const child = spawn(N8N_NODE, [...nodeArgs, N8N_PROGRAM, ...args], {
			cwd: this.userFolder,
			env: n8nEnvironment({ userFolder: this.userFolder, port, brokerPort }),
			stdio: ['ignore', output, output],
		});
		closeSync(output);
		const end = () => child.kill('SIGKILL');
		process.once('exit', end);
		const [code] = (await once(child, 'close')) as [number | null];
		process.off('exit', end);
		const printed = await readFile(outputFile);
		if (code !== 0)
			throw new Error(`n8n ${args.join(' ')} ended with code ${code}:\n${printed.subarray(-5000).toString()}`);
		return printed;
	}

	/** n8n's own database, even while n8n is running. */
	withDatabase<T>(use: (database: DatabaseSync) => T): T {
		const database = new DatabaseSync(join(this.userFolder, '.n8n', 'database.sqlite'));
		try {
			database.exec('PRAGMA busy_timeout = 20000; PRAGMA foreign_keys = ON');
			return use(database);
		} finally {
			database.close();
		}
	}
}

/** Bytes of the data of all executions, which are removed: the next run finds the database as this one did. */
export function takeStoredBytes(database: DatabaseSync): number {
	const row = database.prepare('SELECT SUM(LENGTH(CAST(data AS BLOB))) AS bytes FROM execution_data').get() as {
		bytes: number | null;
	};
	database.exec('DELETE FROM execution_entity');
	return row.bytes ?? 0;
}

interface RawExecution {
	startedAt: string;
	stoppedAt: string;
	status: string;
	data: { resultData: { runData: Record<string, NodeRun[]> } };
}

/** n8n's log comes before the execution's JSON, and may continue after it. */
function readExecution(output: Buffer, name: string): RawExecution {
	const start = output[0] === BRACE ? 0 : output.indexOf('\n{') + 1;
	const end = output.lastIndexOf('\n}') + 2;
	const execution = JSON.parse(output.subarray(start, end).toString()) as RawExecution;
	if (execution.status !== 'success') throw new WrongResult(`Workflow '${name}' ended with status ${execution.status}`);
	return execution;
}

const BRACE = '{'.charCodeAt(0);

function runOf({ data }: RawExecution, node: string): NodeRun {
	const runs = data.resultData.runData[node] ?? [];
	const [run] = runs;
	if (run === undefined || runs.length > 1)
		throw new WrongResult(`Node '${node}' ran ${runs.length} times instead of once`);
	return run;
}

function profileArgs(name: string): string[] {
	return ['--cpu-prof', `--cpu-prof-dir=${join(BENCH_FOLDER, 'profiles', name.replaceAll(/\W+/g, '-'))}`];
}
