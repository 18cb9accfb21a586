import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../places';
import { freePorts } from '../ports';
import { ProcessGroup } from '../processGroup';

const execute = promisify(execFile);
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';
/** Not on the path of an ordinary user. */
const HAPROXY = '/usr/sbin/haproxy';

/** A server of its own on 127.0.0.1, with its data in a temporary folder. */
export class Server {
	private group: ProcessGroup | undefined;

	constructor(
		readonly name: string,
		readonly port: number,
		private readonly folder: string,
		private readonly command: [string, ...string[]],
		private readonly isUp: () => Promise<boolean>,
	) {}

	get pid(): number | undefined {
		return this.group?.isRunning ? this.group.pid : undefined;
	}

	/** Starts it, or starts it again on its data, and waits until it answers. */
	async start(): Promise<void> {
		this.group = new ProcessGroup(this.command, {
			cwd: this.folder,
			env: process.env,
			logFile: join(this.folder, 'server.log'),
		});
		await this.group.untilUp(this.name, this.isUp);
	}

	/** Stops it cleanly; `start` continues with its data. */
	async down(): Promise<void> {
		// Fast shutdown of PostgreSQL: connections are closed, not waited for
		this.group?.signal('SIGINT');
		await this.group?.exited;
	}

	/** Stops it and removes its data. */
	async stop(): Promise<void> {
		await this.down();
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** What has to be installed for these servers; undefined if nothing is missing. */
export async function missingServers(): Promise<string | undefined> {
	const packages = [
		...((await postgresPrograms()) === undefined ? ['postgresql'] : []),
		...((await succeeds(['redis-server', '--version'])) ? [] : ['redis-server']),
		...((await succeeds([HAPROXY, '-v'])) ? [] : ['haproxy']),
	];
	return packages.length === 0
		? undefined
		: `n8n's queue mode needs PostgreSQL, Redis and HAProxy on this machine (Debian: apt-get install ${packages.join(' ')})`;
}

/** The rows of a statement, in the database `postgres` of a server from `startPostgres`. */
export async function query<Rows>({ port }: Server, statement: string): Promise<Rows> {
	const psql = join((await postgresPrograms())!, 'psql');
	const json = `WITH rows AS (${statement}) SELECT coalesce(json_agg(rows), '[]') FROM rows`;
	const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-At', '-c', json];
	return JSON.parse((await execute(psql, args)).stdout) as Rows;
}

/** A PostgreSQL server with a superuser `postgres` that needs no password. */
export async function startPostgres(): Promise<Server> {
	const programs = (await postgresPrograms())!;
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'sms-postgres-'));
	const account = await accountFor(folder);
	const asAccount = (program: string, args: string[]): [string, ...string[]] =>
		account === undefined
			? [join(programs, program), ...args]
			: ['runuser', '-u', account, '--', join(programs, program), ...args];
	const data = join(folder, 'data');
	const [initdb, ...args] = asAccount('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']);
	await execute(initdb, args);
	const server = new Server(
		'PostgreSQL',
		port,
		folder,
		asAccount('postgres', ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder]),
		async () => await succeeds([join(programs, 'pg_isready'), '-h', '127.0.0.1', '-p', String(port)]),
	);
	await server.start();
	return server;
}

/** A Redis server that writes its data to disk, as n8n's queue needs it. */
export async function startRedis(): Promise<Server> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
	const at = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const server = new Server(
		'Redis',
		port,
		folder,
		['redis-server', ...at, '--appendonly', 'yes', '--save', ''],
		async () => await succeeds(['redis-cli', '-p', String(port), 'ping']),
	);
	await server.start();
	return server;
}

/** The proxy of deploy/queue, in front of the processes at these addresses (such as 127.0.0.1:5678). */
export async function startProxy(port: number, main: string, webhookProcesses: string[]): Promise<Server> {
	const folder = await mkdtemp(join(tmpdir(), 'sms-proxy-'));
	const shipped = await readFile(join(ROOT, 'deploy', 'queue', 'haproxy.cfg'), 'utf8');
	const file = join(folder, 'haproxy.cfg');
	const servers = webhookProcesses.map((address, index) => `server webhook-${index + 1} ${address}`);
	await writeFile(
		file,
		shipped
			.replace('bind :8080', `bind 127.0.0.1:${port}`)
			.replace('main:5678', main)
			.replace('server-template webhook 4 webhook:5678', servers.join('\n\t')),
	);
	const isUp = async () =>
		await fetch(`http://127.0.0.1:${port}/healthz/readiness`).then(
			({ ok }) => ok,
			() => false,
		);
	const server = new Server('HAProxy', port, folder, [HAPROXY, '-f', file], isUp);
	await server.start();
	return server;
}

async function postgresPrograms(): Promise<string | undefined> {
	const versions = existsSync(DEBIAN_POSTGRESQL) ? await readdir(DEBIAN_POSTGRESQL) : [];
	const [newest] = versions.sort((a, b) => Number(b) - Number(a));
	return newest && join(DEBIAN_POSTGRESQL, newest, 'bin');
}

/** PostgreSQL does not run as root: it runs as the account that Debian made for it. */
async function accountFor(folder: string): Promise<string | undefined> {
	if (userInfo().uid !== 0) return undefined;
	const { stdout } = await execute('id', ['-u', 'postgres']);
	await chown(folder, Number(stdout), -1);
	return 'postgres';
}

async function succeeds([program, ...args]: [string, ...string[]]): Promise<boolean> {
	return await execute(program, args).then(
		() => true,
		() => false,
	);
}
