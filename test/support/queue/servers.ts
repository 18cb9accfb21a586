import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from '../../../local-n8n/ports';

const execute = promisify(execFile);
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

export interface Server {
	port: number;
	stop(): Promise<void>;
}

/**
 * A PostgreSQL server of its own on 127.0.0.1, with a superuser `postgres` that needs no password.
 * @throws Error that says what to install
 */
export async function startPostgres(): Promise<Server> {
	const programs = await postgresPrograms();
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'sms-postgres-'));
	const account = await accountFor(folder);
	const asAccount = (program: string, args: string[]): [string, string[]] =>
		account === undefined
			? [join(programs, program), args]
			: ['runuser', ['-u', account, '--', join(programs, program), ...args]];
	const data = join(folder, 'data');
	await execute(...asAccount('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']));
	const child = spawn(
		...asAccount('postgres', ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F']),
		{ stdio: 'ignore' },
	);
	await untilUp(
		child,
		async () => await execute(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]),
		'PostgreSQL',
	);
	return {
		port,
		stop: async () => {
			await execute(...asAccount('pg_ctl', ['-D', data, '-m', 'fast', 'stop']));
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/**
 * A Redis server of its own on 127.0.0.1.
 * @throws Error that says what to install
 */
export async function startRedis(): Promise<Server> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
	const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
		stdio: 'ignore',
	});
	const exited = new Promise((resolve) => child.once('exit', resolve));
	let failure: Error | undefined;
	child.once('error', () => {
		failure = new Error('The queue mode tests need Redis (Debian: apt-get install redis-server)');
	});
	const ping = async () => {
		if (failure !== undefined) throw failure;
		return await execute('redis-cli', ['-p', String(port), 'ping']);
	};
	await untilUp(child, ping, 'Redis').catch((error: unknown) => {
		throw failure ?? error;
	});
	return {
		port,
		stop: async () => {
			child.kill();
			await exited;
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function postgresPrograms(): Promise<string> {
	const versions = existsSync(DEBIAN_POSTGRESQL) ? await readdir(DEBIAN_POSTGRESQL) : [];
	const [newest] = versions.sort((a, b) => Number(b) - Number(a));
	if (newest === undefined)
		throw new Error('The queue mode tests need PostgreSQL (Debian: apt-get install postgresql)');
	return join(DEBIAN_POSTGRESQL, newest, 'bin');
}

/** PostgreSQL does not run as root: it gets the account that Debian made for it. */
async function accountFor(folder: string): Promise<string | undefined> {
	if (userInfo().uid !== 0) return undefined;
	const { stdout } = await execute('id', ['-u', 'postgres']);
	await chown(folder, Number(stdout), -1);
	return 'postgres';
}

async function untilUp(child: ChildProcess, look: () => Promise<unknown>, name: string): Promise<void> {
	const giveUpAt = Date.now() + START_TIMEOUT_MS;
	for (;;) {
		const isUp = await look().then(
			() => true,
			() => false,
		);
		if (isUp) return;
		if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`${name} did not start`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
