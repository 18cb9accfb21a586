import type { Sandbox } from '../../sandbox';
import { get, post, put, send } from './client';
import { start, START } from './running';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(START + hours * HOUR).toISOString().replace('Z', '+0000');
const PHONE = '436601234567';
const DUE = at(2);

const schedule = async (sandbox: Sandbox, to: string[] = [PHONE], bulkId = 'reminders') =>
	await send(sandbox, to, { sendAt: DUE }, { bulkId });
const time = async (sandbox: Sandbox, bulkId = 'reminders') =>
	(await get(sandbox, `/sms/1/bulks?bulkId=${encodeURIComponent(bulkId)}`)).body.sendAt;
const status = async (sandbox: Sandbox) => (await get(sandbox, '/sms/1/bulks/status?bulkId=reminders')).body.status;
const move = async (sandbox: Sandbox, sendAt: string) =>
	await put(sandbox, '/sms/1/bulks?bulkId=reminders', { sendAt });
const change = async (sandbox: Sandbox, to: string) =>
	await put(sandbox, '/sms/1/bulks/status?bulkId=reminders', { status: to });
const sent = ({ messages }: Sandbox) => messages.map(({ sentAt }) => sentAt && (sentAt - START) / HOUR);

test('a bulk has a time, and a status that follows its messages', async () => {
	const sandbox = await start();
	await schedule(sandbox, [PHONE, '436601234568']);
	expect(await time(sandbox)).toBe(DUE);
	expect(await status(sandbox)).toBe('PENDING');
	await sandbox.advance(2 * HOUR);
	expect(await status(sandbox)).toBe('PROCESSING');
	await sandbox.advance(HOUR);
	expect(await status(sandbox)).toBe('FINISHED');
	expect(await time(sandbox)).toBe(DUE);
});

test.each([1, 3])('moved to hour %d, all messages are sent then, once', async (hours) => {
	const sandbox = await start();
	await schedule(sandbox, [PHONE, '436601234568']);
	expect(await move(sandbox, at(hours))).toMatchObject({
		status: 200,
		body: { bulkId: 'reminders', sendAt: at(hours) },
	});
	await sandbox.advance(5 * HOUR);
	expect(sent(sandbox)).toEqual([hours, hours]);
});

test('a paused bulk waits beyond its time, and is sent when it is resumed', async () => {
	const sandbox = await start();
	await schedule(sandbox);
	expect((await change(sandbox, 'PAUSED')).body).toEqual({ bulkId: 'reminders', status: 'PAUSED' });
	await sandbox.advance(3 * HOUR);
	expect(sent(sandbox)).toEqual([undefined]);
	await change(sandbox, 'PENDING');
	expect(sent(sandbox)).toEqual([3]);
});

test('a cancelled message is never sent, and has a report', async () => {
	const sandbox = await start();
	await schedule(sandbox);
	await change(sandbox, 'CANCELED');
	await sandbox.advance(3 * HOUR);
	expect(await status(sandbox)).toBe('CANCELED');
	expect((await get(sandbox, '/sms/1/reports')).body.results).toMatchObject([
		{ status: { id: 31 }, error: { id: 4100 } },
	]);
});

test.each([
	['CANCELED', async (sandbox: Sandbox) => await change(sandbox, 'CANCELED')],
	['PROCESSING', async (sandbox: Sandbox) => await sandbox.advance(2 * HOUR)],
	['FINISHED', async (sandbox: Sandbox) => await sandbox.advance(3 * HOUR)],
])('nothing changes a bulk that is %s', async (state, reach) => {
	const sandbox = await start();
	await schedule(sandbox);
	await reach(sandbox);
	expect((await move(sandbox, at(9))).status).toBe(404);
	for (const to of ['PAUSED', 'PENDING', 'CANCELED']) expect((await change(sandbox, to)).status).toBe(400);
	expect(await status(sandbox)).toBe(state);
});

test('--movable-bulks paused: only a paused bulk can be moved', async () => {
	const sandbox = await start({ movableBulks: 'paused' });
	await schedule(sandbox);
	expect(await move(sandbox, at(3))).toMatchObject({
		status: 404,
		body: { requestError: { serviceException: { messageId: 'NOT_FOUND' } } },
	});
	await change(sandbox, 'PAUSED');
	expect((await move(sandbox, at(3))).status).toBe(200);
	await change(sandbox, 'PENDING');
	await sandbox.advance(5 * HOUR);
	expect(sent(sandbox)).toEqual([3]);
});

test('an ID of no scheduled message is not found, and an ID with a comma is', async () => {
	const sandbox = await start();
	await send(sandbox, PHONE, {}, { bulkId: 'reminders' });
	await schedule(sandbox, [PHONE], 'a,b');
	for (const path of ['/sms/1/bulks', '/sms/1/bulks/status'])
		expect(await get(sandbox, `${path}?bulkId=reminders`)).toMatchObject({
			status: 404,
			body: { requestError: { serviceException: { messageId: 'NOT_FOUND', text: 'Bulk not found' } } },
		});
	expect(await time(sandbox, 'a,b')).toBe(DUE);
});

test.each([
	['PUT', '/sms/1/bulks?bulkId=reminders', { sendAt: at(181 * 24) }],
	['PUT', '/sms/1/bulks?bulkId=reminders', { sendAt: 'tomorrow' }],
	['PUT', '/sms/1/bulks?bulkId=reminders', {}],
	['PUT', '/sms/1/bulks/status?bulkId=reminders', { status: 'FINISHED' }],
	['PUT', '/sms/1/bulks/status?bulkId=reminders', { status: 'STOPPED' }],
	['GET', '/sms/1/bulks', undefined],
])('%s %s %j is refused', async (method, path, body) => {
	const sandbox = await start();
	await schedule(sandbox);
	const answer = method === 'GET' ? await get(sandbox, path) : await put(sandbox, path, body);
	expect(answer.status).toBe(400);
});

test('messages of version 3 have bulks too', async () => {
	const sandbox = await start({ sendVersions: ['3'] });
	await post(sandbox, '/sms/3/messages', {
		messages: [{ destinations: [{ to: PHONE }], content: { text: 'Hello' } }],
		options: { schedule: { bulkId: 'reminders', sendAt: DUE } },
	});
	expect(await status(sandbox)).toBe('PENDING');
});

describe('balance', () => {
	const balance = async (sandbox: Sandbox) => (await get(sandbox, '/account/1/balance')).body;
	const names = ({ messages }: Awaited<ReturnType<typeof send>>) => messages.map(({ status: { name } }) => name);

	test('messages use it up; without enough of it they are rejected', async () => {
		const sandbox = await start({ balance: 0.025 });
		const to = [PHONE, '19990100600', '436601234568', '436601234569'];
		expect(names(await send(sandbox, to))).toEqual([
			'PENDING_ACCEPTED',
			'REJECTED_NETWORK',
			'PENDING_ACCEPTED',
			'REJECTED_NOT_ENOUGH_CREDITS',
		]);
		expect(await balance(sandbox)).toEqual({ balance: 0.005, currency: 'EUR' });
	});

	test('by default nothing is paid for', async () => {
		const sandbox = await start();
		const before = await balance(sandbox);
		await send(sandbox, PHONE);
		expect(await balance(sandbox)).toEqual(before);
	});
});

describe('opt-outs', () => {
	const write = (sandbox: Sandbox, text: string) => sandbox.receive({ from: `+${PHONE}`, text });
	const result = async (sandbox: Sandbox, to = PHONE) => (await send(sandbox, to)).messages[0]!.status.name;

	test('STOP has later messages to the number rejected, until START', async () => {
		const sandbox = await start({ optOuts: true });
		write(sandbox, 'Stop it');
		expect(await result(sandbox)).toBe('PENDING_ACCEPTED');
		write(sandbox, ' stop');
		expect(await result(sandbox)).toBe('REJECTED_DND');
		expect(await result(sandbox, '436601234568')).toBe('PENDING_ACCEPTED');
		write(sandbox, 'START');
		expect(await result(sandbox)).toBe('PENDING_ACCEPTED');
	});

	test('by default STOP has no effect', async () => {
		const sandbox = await start();
		write(sandbox, 'STOP');
		expect(await result(sandbox)).toBe('PENDING_ACCEPTED');
	});
});
