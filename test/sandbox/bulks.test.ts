import fc from 'fast-check';
import type { Sandbox } from '../../sandbox';
import { get, MESSAGES, post, put, send } from './client';
import { start, START } from './running';

const HOUR = 3_600_000;
const at = (hours: number, from = START) => new Date(from + hours * HOUR).toISOString().replace('Z', '+0000');
const PHONE = '436601234567';
const DUE = 2;

const schedule = async (sandbox: Sandbox, to: string[] = [PHONE], bulkId = 'reminders') =>
	await send(sandbox, to, { sendAt: at(DUE, sandbox.now()) }, { bulkId });
const time = async (sandbox: Sandbox, bulkId = 'reminders') =>
	(await get(sandbox, `/sms/1/bulks?bulkId=${encodeURIComponent(bulkId)}`)).body.sendAt;
const status = async (sandbox: Sandbox) => (await get(sandbox, '/sms/1/bulks/status?bulkId=reminders')).body.status;
const move = async (sandbox: Sandbox, sendAt: string) =>
	await put(sandbox, '/sms/1/bulks?bulkId=reminders', { sendAt });
const change = async (sandbox: Sandbox, to: string) =>
	await put(sandbox, '/sms/1/bulks/status?bulkId=reminders', { status: to });

const hours = fc.integer({ min: 0, max: 3 });
const steps = fc.array(
	fc.oneof(
		hours.map((passed) => ({ passed })),
		hours.map((to) => ({ move: to })),
		fc.constantFrom('PAUSED', 'PENDING', 'CANCELED').map((to) => ({ change: to })),
	),
	{ minLength: 1, maxLength: 8 },
);

test.each(['waiting', 'paused'] as const)(
	'a bulk can be moved (%s), paused, resumed and cancelled until it is sent, at its time or when it is resumed',
	async (movableBulks) => {
		const sandbox = await start({ movableBulks });
		await fc.assert(
			fc.asyncProperty(steps, async (taken) => {
				sandbox.store.clear();
				const began = sandbox.now();
				await schedule(sandbox, [PHONE, '436601234568']);
				let [now, due, state, sentAt] = [0, DUE, 'PENDING', undefined as number | undefined];
				for (const step of taken) {
					const before = now;
					const isWaiting = state === 'PENDING' || state === 'PAUSED';
					if ('passed' in step) {
						await sandbox.advance(step.passed * HOUR);
						now += step.passed;
					} else if ('move' in step) {
						const isMovable = state === 'PAUSED' || (isWaiting && movableBulks === 'waiting');
						expect((await move(sandbox, at(step.move, began))).status).toBe(isMovable ? 200 : 404);
						if (isMovable) due = step.move;
					} else {
						expect((await change(sandbox, step.change)).status).toBe(isWaiting ? 200 : 400);
						if (isWaiting) state = step.change;
					}
					if (state === 'PENDING' && due <= now) [state, sentAt] = ['PROCESSING', Math.max(due, before)];
					if (state === 'PROCESSING' && sentAt! < now) state = 'FINISHED';
					expect([await status(sandbox), await time(sandbox)]).toEqual([state, at(due, began)]);
				}
				const times = sandbox.messages.map((message) => (message.sentAt! - began) / HOUR);
				if (state !== 'CANCELED') expect(times).toEqual(Array(2).fill(sentAt ?? NaN));
				else
					expect((await get(sandbox, '/sms/1/reports')).body.results).toMatchObject(
						Array(2).fill({ status: { id: 31 }, error: { id: 4100 } }),
					);
			}),
			{ numRuns: 50 },
		);
	},
);

test('an ID of no scheduled message is not found, and an ID with a comma is', async () => {
	const sandbox = await start();
	await send(sandbox, PHONE, {}, { bulkId: 'reminders' });
	await schedule(sandbox, [PHONE], 'a,b');
	for (const path of ['/sms/1/bulks', '/sms/1/bulks/status'])
		expect(await get(sandbox, `${path}?bulkId=reminders`)).toMatchObject({
			status: 404,
			body: { requestError: { serviceException: { messageId: 'NOT_FOUND', text: 'Bulk not found' } } },
		});
	expect(await time(sandbox, 'a,b')).toBe(at(DUE));
});

/** Other invalid requests: validation.test.ts. */
test('a time beyond 180 days, and a status that nobody sets, are refused', async () => {
	const sandbox = await start();
	await schedule(sandbox);
	expect((await move(sandbox, at(181 * 24))).status).toBe(400);
	expect((await change(sandbox, 'FINISHED')).status).toBe(400);
	expect([await time(sandbox), await status(sandbox)]).toEqual([at(DUE), 'PENDING']);
});

test('messages of version 3 have bulks too', async () => {
	const sandbox = await start({ sendVersions: ['3'] });
	await post(sandbox, MESSAGES, {
		messages: [{ destinations: [{ to: PHONE }], content: { text: 'Hello' } }],
		options: { schedule: { bulkId: 'reminders', sendAt: at(DUE) } },
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
