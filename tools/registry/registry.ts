import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { N8N_NODE, TEST_RESULTS } from '../n8n/places';
import { freePorts } from '../n8n/ports';
import { environmentForNpm, runCommand } from '../n8n/runCommand';

/** A package registry on this machine, which holds only what is published to it and asks no other. */
export interface LocalRegistry {
	/** Publishes a packed package; with `version`, as that one. */
	publish(tarball: string, version?: string): Promise<void>;
	/** For an n8n that is to install from it. n8n names the public registry to npm, and needs a licence for any other. */
	readonly env: Record<string, string>;
	stop(): Promise<void>;
}

const VERDACCIO = join(__dirname, 'node_modules/verdaccio/bin/verdaccio');
const START_TIMEOUT_MS = 60_000;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export async function startRegistry(): Promise<LocalRegistry> {
	if (!existsSync(VERDACCIO)) await runCommand('npm', ['ci'], { cwd: __dirname, env: environmentForNpm() });
	await mkdir(TEST_RESULTS, { recursive: true });
	const folder = await mkdtemp(join(TEST_RESULTS, 'registry-'));
	const [port = 0] = await freePorts(1);
	const address = `127.0.0.1:${port}`;
	await writeFile(join(folder, 'config.yaml'), configuration(folder));
	const child = spawn(N8N_NODE, [VERDACCIO, '--config', join(folder, 'config.yaml'), '--listen', address], {
		cwd: folder,
		stdio: 'ignore',
	});
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	const stop = async () => {
		end();
		await exited;
		process.off('exit', end);
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	try {
		await untilItAnswers(`http://${address}/-/ping`);
		return {
			publish: async (tarball, version) => await publish(tarball, version, folder, address),
			env: {
				PATH: [await wrapNpm(folder, `http://${address}`), dirname(N8N_NODE), process.env.PATH].join(delimiter),
				npm_config_registry: `http://${address}`,
				npm_config_cache: join(folder, 'cache'),
				// What n8n asks by itself, before it calls npm, gets no answer at once
				HTTPS_PROXY: NOWHERE,
				NO_PROXY: '127.0.0.1',
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Anybody may publish, and there is no other registry behind it. */
function configuration(folder: string): string {
	return [
		`storage: ${join(folder, 'storage')}`,
		'web: { enable: false }',
		`auth: { htpasswd: { file: ${join(folder, 'users')} } }`,
		"packages: { '**': { access: $all, publish: $all, unpublish: $all } }",
		'log: { type: stdout, level: error }',
	].join('\n');
}

async function untilItAnswers(url: string): Promise<void> {
	const giveUpAt = Date.now() + START_TIMEOUT_MS;
	while (
		!(await fetch(url).then(
			({ ok }) => ok,
			() => false,
		))
	) {
		if (Date.now() > giveUpAt) throw new Error(`The local registry did not answer within ${START_TIMEOUT_MS / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function publish(tarball: string, version: string | undefined, folder: string, address: string): Promise<void> {
	const unpacked = await mkdtemp(join(folder, 'package-'));
	await runCommand('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], { cwd: folder, env: process.env });
	if (version !== undefined) {
		const manifest = join(unpacked, 'package.json');
		await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), version }, null, 2));
	}
	// npm wants a token, which the registry does not look at
	const options = [`--registry=http://${address}`, `--//${address}/:_authToken=anybody`, '--ignore-scripts'];
	await runCommand('npm', ['publish', '--tag', 'latest', ...options], { cwd: unpacked, env: environmentForNpm() });
	await rm(unpacked, { recursive: true });
}

/** A program called npm that talks to this registry whatever it is told. @returns its folder */
async function wrapNpm(folder: string, url: string): Promise<string> {
	const npm = (await runCommand('sh', ['-c', 'command -v npm'], { cwd: folder, env: process.env })).trim();
	const wrapper = join(folder, 'bin');
	await mkdir(wrapper);
	await writeFile(
		join(wrapper, 'npm'),
		[
			'#!/bin/sh',
			'for argument do',
			'	shift',
			`	case $argument in --registry=*) argument=--registry=${url} ;; esac`,
			'	set -- "$@" "$argument"',
			'done',
			`exec '${npm}' "$@"`,
			'',
		].join('\n'),
	);
	await chmod(join(wrapper, 'npm'), 0o755);
	return wrapper;
}
