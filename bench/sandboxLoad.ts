import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { DEFAULT_SETTINGS } from '../sandbox';

/*
 * The load that a sandbox bears: npx tsx bench/sandboxLoad.ts [messages]. Prints messages accepted and pushed a second, and with a
 * million messages in it, its memory and how long logs take. On Linux only, for the memory.
 */

const TOTAL = Number(process.argv[2] ?? 1_000_000);
const AT_ONCE = 100;
const HEADERS = { authorization: DEFAULT_SETTINGS.authorizations[0]!, 'content-type': 'application/json' };

const bodyOf = (destinations: number, fields: object = {}) =>
	JSON.stringify({
		messages: [
			{
				from: 'Bench',
				text: 'Your order 123456 is on its way and arrives today.',
				callbackData: 'order 123456',
				...fields,
				destinations: Array.from({ length: destinations }, (_, i) => ({ to: `4179${1_000_000 + i}` })),
			},
		],
	});

async function startSandboxProcess(): Promise<{ url: string; memoryMb: () => number; stop: () => void }> {
	const args = ['--import', 'tsx', 'sandbox/main.ts', '--port', '0', '--logs-per-minute', '1000000'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const url = await new Promise<string>((resolve) => {
		child.stdout.on('data', (data) => {
			const [, found] = /listening on (\S+)/.exec(String(data)) ?? [];
			if (found) resolve(found);
		});
	});
	const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
	return { url, memoryMb, stop: () => child.kill() };
}

async function load(url: string, body: string, amount: number): Promise<{ perSecond: number; p99: number }> {
	const start = performance.now();
	const result = await autocannon({
		...{ url: `${url}/sms/1/text/advanced`, method: 'POST', headers: HEADERS, body, connections: 10, amount },
		timeout: 60,
	});
	if (result['2xx'] !== amount) throw new Error(`Only ${result['2xx']} of ${amount} requests were accepted`);
	return { perSecond: (amount * 1000) / (performance.now() - start), p99: result.latency.p99 };
}

async function main(): Promise<void> {
	let pushed = 0;
	const receiver = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			pushed += text.split('"messageId"').length - 1;
			response.end();
		});
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const notifyUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
	const sandbox = await startSandboxProcess();
	try {
		const single = await load(sandbox.url, bodyOf(1), 10_000);
		console.log(`one message a request: ${Math.round(single.perSecond)} messages a second, p99 ${single.p99} ms`);

		const start = performance.now();
		await load(sandbox.url, bodyOf(1, { notifyUrl }), 10_000);
		while (pushed < 10_000) await new Promise((resolve) => setTimeout(resolve, 10));
		console.log(
			`with pushes: ${Math.round(10_000_000 / (performance.now() - start))} messages a second, reports received`,
		);

		const bulk = await load(sandbox.url, bodyOf(AT_ONCE), (TOTAL - 20_000) / AT_ONCE);
		const rate = Math.round(bulk.perSecond * AT_ONCE);
		console.log(`${AT_ONCE} messages a request: ${rate} messages a second, p99 ${bulk.p99} ms`);
		await new Promise((resolve) => setTimeout(resolve, 5000));
		const health = (await (await fetch(`${sandbox.url}/_sandbox/health`)).json()) as { messages: number };
		console.log(`${health.messages} messages: ${Math.round(sandbox.memoryMb())} MB`);

		const now = encodeURIComponent(new Date(Date.now() - 60_000).toISOString().replace('Z', '+0000'));
		const paths = ['', '?limit=1000', '?messageId=none', '?to=41791000001&limit=1000', '?from=Nobody'];
		for (const path of [...paths, '?generalStatus=REJECTED', `?sentUntil=${now}`].map(
			(query) => `/sms/1/logs${query}`,
		)) {
			const result = await autocannon({ url: sandbox.url + path, headers: HEADERS, connections: 1, amount: 50 });
			console.log(`GET ${path}: mean ${result.latency.mean} ms, p99 ${result.latency.p99} ms`);
		}
	} finally {
		sandbox.stop();
		receiver.close();
	}
}

void main();
