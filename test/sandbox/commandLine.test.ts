import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox } from '../../sandbox';
import { CallError, readCall, runCall } from '../../sandbox/calls';
import { readCommandLine, USAGE, UsageError } from '../../sandbox/commandLine';
import { get, send } from './client';
import { start, START } from './running';

const ROOT = resolve(__dirname, '../..');

interface Run {
	process: ChildProcess;
	output: () => string;
	errors: () => string;
	/** Waits for a line of output. */
	line: (pattern: RegExp) => Promise<RegExpExecArray>;
	ended: Promise<number | null>;
}

const runs: Run[] = [];
afterEach(async () => {
	for (const run of runs.splice(0)) {
		run.process.kill('SIGKILL');
		await run.ended;
	}
});

function run(...args: string[]): Run {
	// Node itself with tsx as its loader: signals reach the sandbox, not a wrapper.
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], { cwd: ROOT });
	let [output, errors] = ['', ''];
	child.stdout.on('data', (data) => (output += data));
	child.stderr.on('data', (data) => (errors += data));
	const ended = new Promise<number | null>((done) => child.once('close', done));
	const line = async (pattern: RegExp): Promise<RegExpExecArray> => {
		for (let waited = 0; waited < 10_000; waited += 20) {
			const found = pattern.exec(output);
			if (found) return found;
			await new Promise((done) => setTimeout(done, 20));
		}
		throw new Error(`No line ${pattern} in: ${output}${errors}`);
	};
	const started = { process: child, output: () => output, errors: () => errors, line, ended };
	runs.push(started);
	return started;
}

test('starts, prints its address and keys, prints a line for each step, and stops on SIGTERM', async () => {
	const keys = ['--authorization', 'App mine', '--authorization', 'Bearer other'];
	const sandbox = run('--port', '0', ...keys, '--enroute-ms', '10', '--final-ms', '10');
	const [, url] = await sandbox.line(/Base URL: (http:\/\/127\.0\.0\.1:\d+)/);
	await sandbox.line(/API Key: mine/);
	await sandbox.line(/Authorization: App mine {2}or {2}Bearer other/);
	const response = await fetch(`${url}/sms/1/text/advanced`, {
		method: 'POST',
		headers: { authorization: 'App mine', 'content-type': 'application/json' },
		body: JSON.stringify({ messages: [{ text: 'Hi\nthere', destinations: [{ to: '41793026727', messageId: 'm1' }] }] }),
	});
	expect(response.status).toBe(200);
	await sandbox.line(/m1 to 41793026727: PENDING_ACCEPTED.*"Hi\\nthere"/);
	await sandbox.line(/m1 to 41793026727: DELIVERED_TO_HANDSET/);
	expect((await fetch(`${url}/sms/1/logs`, { headers: { authorization: 'App hidden' } })).status).toBe(401);
	await sandbox.line(/401 UNAUTHORIZED/);
	sandbox.process.kill('SIGTERM');
	expect(await sandbox.ended).toBe(0);
	expect(sandbox.output()).toMatch(/Stopped\.\n$/);
	expect(sandbox.output()).not.toContain('hidden');
});

test('--tls serves https, prints the path of the certificate, and stops on SIGINT', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
	const file = join(folder, 'ca.pem');
	try {
		const sandbox = run('--port', '0', '--tls', '--certificate', file);
		const [, url] = await sandbox.line(/Base URL: (https:\/\/127\.0\.0\.1:\d+)/);
		await sandbox.line(/NODE_EXTRA_CA_CERTS=.*ca\.pem/);
		expect(readFileSync(file, 'utf8')).toMatch(/-----END CERTIFICATE-----\n$/);
		expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE');

		const client = spawn(process.execPath, ['-e', `fetch('${url}/sms/1/reports').then((r) => console.log(r.status))`], {
			env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
		});
		let printed = '';
		client.stdout.on('data', (data) => (printed += data));
		await new Promise((done) => client.once('close', done));
		expect(printed.trim()).toBe('401');

		await expect(fetch(`${url}/sms/1/reports`)).rejects.toThrow();
		sandbox.process.kill('SIGINT');
		expect(await sandbox.ended).toBe(0);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('a port in use: an error that names --port, exit code 1', async () => {
	const holder = await start();
	const second = run('--port', String(holder.port));
	expect(await second.ended).toBe(1);
	expect(second.errors()).toMatch(new RegExp(`^.*\\b${holder.port}\\b.*--port.*\n$`));
});

const OF_ANY_TEXT = ['ADDRESS', 'NAME', 'NUMBER', 'WORD', 'FILE', 'VALUE'];
const SETTINGS = [...USAGE.matchAll(/^ {2}(--[\w-]+) ([A-Z]+)/gm)].filter(([, , kind]) => !OF_ANY_TEXT.includes(kind!));
test.each([
	...SETTINGS.flatMap(([, name = '']) => ['?', '1.500000', ''].map((value) => [`${name}=${value}`])),
	...[['--port=70000'], ['--push-batch=0'], ['--authorization= '], ['--certificate=x.pem'], ['extra']],
])('%s is refused, and the error names it', (arg) => {
	expect(() => readCommandLine([arg])).toThrow(UsageError);
	expect(() => readCommandLine([arg])).toThrow(arg.split('=')[0]);
});

test('a public address needs --authorization', async () => {
	for (const authorizations of [undefined, ['App sandbox-key']])
		await expect(startSandbox({ host: '0.0.0.0', authorizations })).rejects.toThrow(/0\.0\.0\.0.*--authorization/);
});

test('with --authorization, the control endpoints need the key, and accept any Host', async () => {
	const sandbox = await start({ host: '0.0.0.0', authorizations: ['App my-own-key'] });
	const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
	for (const [authorization, status] of [
		['App my-own-key', 200],
		[basic('anybody:my-own-key'), 200],
		[basic('x:App my-own-key'), 200],
		['', 401],
		['my-own-key', 401],
		[basic('my-own-key:'), 401],
		['App sandbox-key', 401],
	] as const) {
		const answer = await get(sandbox, '/_sandbox/messages', authorization);
		expect([authorization, answer.status]).toEqual([authorization, status]);
		if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
	}
});

test('messages, clear, push and advance work on a running sandbox', async () => {
	const sandbox = await start();
	const call = async (...args: string[]) => {
		const lines: string[] = [];
		await runCall(readCall([...args, '--port', String(sandbox.port)])!, (line) => lines.push(line));
		return lines.join('\n');
	};
	const { messages } = await send(sandbox, '41793026727', { text: 'Hi\u001b[2J' });
	expect(await call('messages', '+41793026727')).toMatch(/ to 41793026727: [A-Z_]+ "Hi\\u001b\[2J"$/);
	await expect(call('push', messages[0]!.messageId!)).rejects.toThrow(new CallError('The message has no notifyUrl'));
	await call('advance', '48h');
	expect(sandbox.now() - START).toBeGreaterThan(47 * 3_600_000);
	await send(sandbox, '41793026727');
	await call('clear');
	expect(sandbox.messages).toEqual([]);
	await expect(call('advance')).rejects.toThrow(UsageError);
	await sandbox.stop();
	await expect(call('clear')).rejects.toThrow(/^No sandbox answers at .*--port/);
});

test.each([
	['is refused', 1, ['clear', '--port', '1'], /^No sandbox answers at .*--port.*\n$/],
	['is incomplete', 2, ['advance'], /^advance .*\n.*--help\n$/],
])('a command that %s: exit code %i, and one reason without a stack', async (_, code, args, reason) => {
	const { ended, errors } = run(...args);
	expect(await ended).toBe(code);
	expect(errors()).toMatch(reason);
});
