import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { exampleNames, readExample } from '../../tools/n8n/exampleWorkflows';
import { OWNER } from '../../tools/n8n/instance';
import { N8N_NODE, ROOT, TEST_RESULTS } from '../../tools/n8n/places';
import { freePorts, isPortFree } from '../../tools/n8n/ports';
import { RestClient } from '../../tools/n8n/restClient';
import { CommandError, runCommand } from '../../tools/n8n/runCommand';

jest.setTimeout(180_000);

const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');

let folder: string;

beforeAll(async () => {
	await mkdir(TEST_RESULTS, { recursive: true });
	folder = await mkdtemp(join(TEST_RESULTS, 'demo-'));
});

afterAll(async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }));

async function demo(...args: string[]): Promise<string> {
	return await runCommand(N8N_NODE, [TSX, join(ROOT, 'tools/n8n/start.ts'), '--once', ...args], {
		cwd: ROOT,
		env: process.env,
	});
}

/** That the list is sent, and what the service says in the end. */
function expectList(output: string): void {
	expect(output).toContain('12 messages in 13 segments: 11 delivered, 1 not delivered, 0 without a final status.');
	expect(output.match(/PENDING_ACCEPTED/g)).toHaveLength(12);
	expect(output.match(/DELIVERED_TO_HANDSET/g)).toHaveLength(11);
	expect(output).toMatch(/19990200271.*UNDELIVERABLE_NOT_DELIVERED/);
	expect(output).toContain('EC_ABSENT_SUBSCRIBER');
}

test('npm start -- --once on a new folder shows the final status of every message', async () => {
	const [port, sandboxPort] = await freePorts(2);
	expectList(await demo('--port', String(port), '--sandbox-port', String(sandboxPort), '--folder', folder));
});

test('npm start on a folder that exists sends the list again, and runs n8n and the sandbox until Ctrl-C, which stops both', async () => {
	const [port, sandboxPort] = await freePorts(2);
	const args = ['--port', String(port), '--sandbox-port', String(sandboxPort), '--folder', folder];
	const child = spawn(N8N_NODE, ['--import', 'tsx', join(ROOT, 'tools/n8n/start.ts'), ...args], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const ready = new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => {
				output += chunk;
				if (output.includes('Ctrl-C stops n8n and the sandbox.')) resolve();
			});
		}
		child.once('close', () => reject(new Error(`npm start ended by itself:\n${output}`)));
	});
	try {
		await ready;
		expectList(output);
		expect(output).toMatch(new RegExp(`Open n8n +http://.+:${port}\\b`));
		expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
		expect((await fetch(`http://127.0.0.1:${sandboxPort}/sms/1/logs`)).status).toBe(401);
		const rest = new RestClient(`http://127.0.0.1:${port}`);
		await rest.signIn(OWNER);
		const workflows = await rest.call<Array<{ name: string }>>('GET', '/workflows');
		const examples = await Promise.all((await exampleNames()).map(async (name) => (await readExample(name)).name));
		expect(workflows.map(({ name }) => name).sort()).toEqual(examples.sort());
		child.kill('SIGINT');
		expect(await ended).toBe(0);
		expect(output).toContain('Stopping n8n and the sandbox …');
		expect(await Promise.all([isPortFree(port!), isPortFree(sandboxPort!)])).toEqual([true, true]);
	} finally {
		// Where the test failed before: the demo stops n8n itself on this signal
		if (child.exitCode === null) child.kill('SIGTERM');
		await ended;
	}
});

test('a port in use: the error names it, and the option for another one', async () => {
	const [port, sandboxPort] = await freePorts(2);
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	try {
		await expect(
			demo('--port', String(port), '--sandbox-port', String(sandboxPort), '--folder', folder),
		).rejects.toMatchObject({ code: 1, output: expect.stringContaining(`--port ${port! + 1}`) });
		await expect(
			demo('--port', String(sandboxPort), '--sandbox-port', String(port), '--folder', folder),
		).rejects.toMatchObject({ code: 1, output: expect.stringContaining(`--sandbox-port ${port! + 1}`) });
	} finally {
		server.close();
	}
});

test('an invalid port is refused with the list of options', async () => {
	const failure = await demo('--port', 'abc').catch((error: CommandError) => error);
	expect(failure).toBeInstanceOf(CommandError);
	expect(failure).toMatchObject({ code: 2, output: expect.stringContaining('--sandbox-port <number>') });
});
