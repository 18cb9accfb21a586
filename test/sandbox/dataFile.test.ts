import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedMessages, startSandbox, type Sandbox, type SandboxMessage, type SandboxOptions } from '../../sandbox';
import { get, MESSAGES, post, put, send } from './client';
import { listen, START } from './running';

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

const withoutSequence = ({ sequence: _, ...message }: SandboxMessage) => message;

test('messages, logs, reports, used IDs and the clock survive a restart', async () => {
	const first = await restart();
	await send(
		first,
		['41793026727', '19990200270', '19990100600'],
		{ text: 'Grüße', callbackData: 'x' },
		{ bulkId: 'b' },
	);
	await first.advance(HOUR_MS);
	expect((await get(first, '/sms/1/reports?limit=1')).body.results).toHaveLength(1);
	await send(first, '41793026728', { deliveryTimeWindow: { days: ['MONDAY'] }, flash: true });
	const [before, log] = [first.messages.map(withoutSequence), await get(first, '/sms/1/logs')];
	const second = await restart();
	expect(second.now()).toBe(START + HOUR_MS);
	expect(second.messages.map(withoutSequence)).toEqual(before);
	expect((await get(second, '/sms/1/logs')).body).toEqual(log.body);
	expect((await get(second, '/sms/1/reports')).body.results.map((report: any) => report.to)).toEqual(['19990200270']);
	expect(second.acceptanceCount(before[0]!.messageId)).toBe(1);
	expect((await get(await restart(), '/sms/1/reports')).body.results).toEqual([]);
});

test('samples that stay when all else is deleted are there after a restart', async () => {
	const first = await restart();
	seedMessages(first.store, { count: 3, from: START - HOUR_MS, until: START });
	await send(first, '41793026727', { text: 'Mine' });
	const samples = first.messages.filter(({ isSample }) => isSample);
	const response = await fetch(`${first.url}/_sandbox/messages?samples=false`, { method: 'DELETE' });
	expect(response.status).toBe(204);
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

test('a paused message stays paused after a restart, a moved one has its time, and STOP still counts', async () => {
	const first = await restart();
	const sendAt = new Date(START + HOUR_MS).toISOString();
	for (const bulkId of ['paused', 'moved']) await send(first, '41793026727', { sendAt }, { bulkId });
	await put(first, '/sms/1/bulks/status?bulkId=paused', { status: 'PAUSED' });
	await put(first, '/sms/1/bulks?bulkId=moved', { sendAt: new Date(START + 3 * HOUR_MS).toISOString() });
	first.receive({ from: '41793026728', text: 'STOP' });
	const second = await restart({ optOuts: true });
	await second.advance(2 * HOUR_MS);
	expect(second.messages.map(({ sentAt }) => sentAt)).toEqual([undefined, undefined, undefined]);
	expect((await send(second, '41793026728')).messages[0]!.status.name).toBe('REJECTED_DND');
	await second.advance(2 * HOUR_MS);
	await put(second, '/sms/1/bulks/status?bulkId=paused', { status: 'PENDING' });
	expect(second.messages.slice(0, 2).map(({ sentAt }) => sentAt && sentAt - START)).toEqual([4 * HOUR_MS, 3 * HOUR_MS]);
});

test('a message of version 3 continues with its own unit and without a report', async () => {
	const options: SandboxOptions = { sendVersions: ['3'], versionsSee: 'own', validityUnit: 'seconds' };
	const message = {
		destinations: [{ to: '19990500001' }],
		content: { hex: '48', dataCoding: 4 },
		options: { validityPeriod: { amount: 2 }, campaignReferenceId: 'c' },
		webhooks: { delivery: { notify: false } },
	};
	expect((await post(await restart(options), MESSAGES, { messages: [message] })).status).toBe(200);
	const second = await restart(options);
	await second.advance(HOUR_MS);
	expect(second.messages[0]!.doneAt).toBe(START + 2 * 60_000);
	expect((await get(second, '/sms/3/logs')).body.results).toMatchObject([
		{ content: { hex: '48', dataCoding: 4 }, campaignReferenceId: 'c', status: { groupName: 'EXPIRED' } },
	]);
	for (const path of ['/sms/3/reports', '/sms/1/logs', '/sms/1/reports'])
		expect((await get(second, path)).body.results).toEqual([]);
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
