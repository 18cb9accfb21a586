import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { seedMessages, startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { ask, get, MESSAGES, send, TEXT, type Answer } from './client';
import { listen, start, START } from './running';

const HOUR_MS = 3_600_000;
let folder: string;
let dataFile: string;
let sandbox: Sandbox | undefined;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
	dataFile = join(folder, 'data');
});
afterEach(async () => {
	await sandbox?.stop();
	rmSync(folder, { recursive: true });
});

async function restart(options: SandboxOptions = {}): Promise<Sandbox> {
	await sandbox?.stop();
	sandbox = undefined;
	sandbox = await startSandbox({ clock: () => START, dataFile, ...options });
	return sandbox;
}

type Call = [method: string, path: string, body?: object];

/** All that can happen to messages, their bulks and the clock within 48 hours, apart from pushes. */
const CALLS = ['41793026727', '19990100600', '19990200270', '19990400001', '19990500001'].flatMap((to): Call[] => {
	const [sendAt, later] = [2, 4].map((hours) => new Date(START + hours * HOUR_MS).toISOString());
	const destinations = [{ to, messageId: to }];
	const deliveryTimeWindow = { days: ['MONDAY'], from: { hour: 13, minute: 0 }, to: { hour: 15, minute: 0 } };
	const text = { destinations, text: 'Grüße', callbackData: 'x', flash: true };
	const binary = { destinations, content: { hex: '48', dataCoding: 4 }, webhooks: { delivery: { notify: to > '4' } } };
	const options = { validityPeriod: { amount: 2 }, campaignReferenceId: 'c' };
	return [
		['POST', TEXT, { bulkId: 'b', messages: [{ ...text, validityPeriod: 90, deliveryTimeWindow }] }],
		['POST', TEXT, { bulkId: to, messages: [{ ...text, sendAt }] }],
		['POST', MESSAGES, { messages: [{ ...binary, options }], options: { schedule: { bulkId: 'b' } } }],
		...[{ sendAt: later }, { status: 'PAUSED' }, { status: 'PENDING' }, { status: 'CANCELED' }].map(
			(change): Call => ['PUT', `/_sandbox/bulks/${to}`, change],
		),
		['POST', `/_sandbox/messages/${to}/outcome`, { status: '9' }],
		...['STOP', 'START'].map((word): Call => ['POST', '/_sandbox/received', { from: to, text: word }]),
		...['1s', '100ms', '47m', '1h'].map((advance): Call => ['POST', '/_sandbox/clock', { advance }]),
	];
});
const READS = [
	...['/sms/1/logs', '/sms/3/logs', '/sms/1/reports', '/sms/3/reports', '/sms/1/inbox/reports'],
	...['/_sandbox/conversations', '/_sandbox/clock'],
];

/** An answer without what differs from one start to the next: keys, IDs that were not given, and the order within a millisecond. */
const shown = ({ status, body }: Answer): unknown[] => [
	status,
	...[body?.results ?? body]
		.flat()
		.map((part) => JSON.stringify(part)?.replace(/[0-9a-f-]{36}|"key":"\d+"/g, ''))
		.sort(),
];

test('a sandbox that is restarted at any time answers as if it had not been', async () => {
	const options: SandboxOptions = { sendVersions: ['1', '3'], versionsSee: 'own', optOuts: true };
	let run = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(fc.constantFrom(...CALLS), { size: 'max', maxLength: 11 }), { minLength: 1, maxLength: 4 }),
			async (times) => {
				dataFile = join(folder, `data-${run++}`);
				const steady = await start(options);
				for (const some of times) {
					await restart(options);
					for (const [method, path, body] of [...READS.map((path): Call => ['GET', path]), ...some]) {
						const [expected, answer] = [await ask(method, steady, path, body), await ask(method, sandbox!, path, body)];
						expect([path, ...shown(answer)]).toEqual([path, ...shown(expected)]);
					}
				}
			},
		),
		{ numRuns: 20, endOnFailure: true },
	);
});

test('samples that stay when all else is deleted are there after a restart', async () => {
	const { store } = await restart();
	seedMessages(store, { count: 3, from: START - HOUR_MS, until: START });
	await send(sandbox!, '41793026727', { text: 'Mine' });
	const first = await restart();
	const samples = first.messages.filter(({ isSample }) => isSample);
	expect((await ask('DELETE', first, '/_sandbox/messages?samples=false')).status).toBe(204);
	expect(first.messages).toEqual(samples);
	expect((await get(first, '/sms/1/logs')).body.results).toHaveLength(3);
	await send(first, '41793026728', { text: 'Later' });
	expect((await restart()).messages.map(({ isSample, text }) => isSample ?? text)).toEqual([true, true, true, 'Later']);
});

test('a pending message continues after a restart', async () => {
	const receiver = await listen(500, 200);
	const first = await restart();
	await send(first, '19990400001', { text: 'slow', notifyUrl: receiver.url });
	await send(first, '41793026727', { text: 'scheduled', sendAt: '2026-03-02T13:00:00.000+0000' });
	await first.advance(1000);
	const second = await restart();
	await second.advance(HOUR_MS);
	expect(second.messages.map(({ history }) => history.map(({ status }) => status.id))).toEqual([
		[26, 7, 5],
		[26, 7, 5],
	]);
	expect(second.messages[0]!.doneAt).toBe(START + 30_100);
	expect(receiver.received).toHaveLength(2);
	await (await restart()).advance(HOUR_MS);
	expect(receiver.received).toHaveLength(2);
});

test('the file is private, survives a crash within a line, and is rewritten at each start', async () => {
	const first = await restart();
	await send(first, '41793026727');
	await first.advance(1000);
	await restart();
	expect(statSync(dataFile).mode & 0o777).toBe(0o600);
	const lines = readFileSync(dataFile, 'utf8').split('\n').length;
	appendFileSync(dataFile, '{"sequence":2,"hist');
	expect((await restart()).messages).toHaveLength(1);
	expect(readFileSync(dataFile, 'utf8').split('\n')).toHaveLength(lines);
});

test('a file of another kind is not changed, and the error names it', async () => {
	writeFileSync(dataFile, 'my diary\n');
	await expect(restart()).rejects.toThrow(`${dataFile} is not a sandbox data file (line 1)`);
	expect(readFileSync(dataFile, 'utf8')).toBe('my diary\n');
	await expect(restart({ dataFile: join(folder, 'none', 'data') })).rejects.toThrow(/cannot be used/);
});
