import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { DEFAULT_SETTINGS } from '../sandbox';

/*
 * The load that a sandbox can take: npx tsx bench/sandboxLoad.ts [messages]. Prints messages accepted and pushed per second, and with a
 * million messages in it, its memory and how long logs take; UPDATE_DOCS=1 writes the page. Linux only, because of the memory.
 */

const TOTAL = Number(process.argv[2] ?? 1_000_000);
const SINGLE = 10_000;
const AT_ONCE = 100;
const CONNECTIONS = 10;
const PAGE = join(__dirname, '../docs/quality/sandbox-load.md');
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
		...{ url: `${url}/sms/1/text/advanced`, method: 'POST', headers: HEADERS, body, connections: CONNECTIONS, amount },
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
	const rows: string[] = [];
	const tell = (...cells: string[]): void => {
		rows.push(`| ${cells.join(' | ')} |`);
		console.log(cells.join(': '));
	};
	const sandbox = await startSandboxProcess();
	try {
		const single = await load(sandbox.url, bodyOf(1), SINGLE);
		tell('One message a request', rateOf(single.perSecond), `${single.p99} ms`);

		const start = performance.now();
		const { p99 } = await load(sandbox.url, bodyOf(1, { notifyUrl }), SINGLE);
		while (pushed < SINGLE) await new Promise((resolve) => setTimeout(resolve, 10));
		const perSecond = (SINGLE * 1000) / (performance.now() - start);
		tell('The same, until every report was pushed and received', rateOf(perSecond), `${p99} ms`);

		const bulk = await load(sandbox.url, bodyOf(AT_ONCE), (TOTAL - 2 * SINGLE) / AT_ONCE);
		tell(`${AT_ONCE} messages a request`, rateOf(bulk.perSecond * AT_ONCE), `${bulk.p99} ms`);
		await new Promise((resolve) => setTimeout(resolve, 5000));
		const health = (await (await fetch(`${sandbox.url}/_sandbox/health`)).json()) as { messages: number };
		const { memoryMb } = sandbox;
		rows.push('', `Memory with ${health.messages.toLocaleString('en')} messages: ${Math.round(memoryMb())} MB.`, '');
		console.log(rows.at(-2));

		rows.push('| Logs of that many | Mean | 99 % within |', '|---|---|---|');
		const now = encodeURIComponent(new Date(Date.now() - 60_000).toISOString().replace('Z', '+0000'));
		const queries = ['', '?limit=1000', '?to=41791000001&limit=1000', '?from=Bench&limit=1000', '?from=Nobody'];
		for (const query of [...queries, `?sentUntil=${now}`]) {
			const url = `${sandbox.url}/sms/1/logs${query}`;
			const { latency } = await autocannon({ url, headers: HEADERS, connections: 1, amount: 50 });
			tell(
				`\`/sms/1/logs${query.replace(now, 'a minute ago')}\``,
				`${latency.mean.toFixed(1)} ms`,
				`${latency.p99} ms`,
			);
		}
		if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, `${INTRODUCTION}${rows.join('\n')}\n`);
	} finally {
		sandbox.stop();
		receiver.close();
	}
}

const rateOf = (perSecond: number) => `${(Math.round(perSecond / 10) * 10).toLocaleString('en')} messages a second`;

const INTRODUCTION = `# The load that the sandbox bears

\`UPDATE_DOCS=1 npx tsx bench/sandboxLoad.ts\` writes this page.
It sends to a sandbox on the same ${availableParallelism()} cores with ${CONNECTIONS} connections of autocannon, then asks for its logs with one (Node.js ${process.version}).
Single messages: ${SINGLE.toLocaleString('en')} of each kind.
Before, the machine had a load average of ${loadavg()[0]!.toFixed(1)} from other work.

| | | 99 % of the answers within |
|---|---|---|
`;

void main();
