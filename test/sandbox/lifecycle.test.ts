import type { Sandbox, StatusChange } from '../../sandbox';
import { get, send } from './client';
import { start, START } from './running';

const TO = '41793026727';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Sends a message, lets time pass, and returns its history. */
async function historyOf(sandbox: Sandbox, to: string, fields: object, ms: number): Promise<StatusChange[]> {
	await send(sandbox, to, fields);
	const { history } = sandbox.messages[0]!;
	await sandbox.advance(ms);
	return history;
}
const steps = (history: StatusChange[]) => history.map(({ status, at }) => [status.name, at - START]);
const firstLog = async (sandbox: Sandbox) => (await get(sandbox, '/sms/1/logs')).body.results[0];

test('accepted, enroute, delivered: after the configured delays', async () => {
	const sandbox = await start({ delays: { enrouteMs: 1000, finalMs: 5000 } });
	await send(sandbox, TO);
	expect((await firstLog(sandbox)).status.id).toBe(26);
	await sandbox.advance(1000);
	const enroute = await firstLog(sandbox);
	expect(enroute.status).toMatchObject({ groupName: 'PENDING', id: 7 });
	expect(enroute).not.toHaveProperty('doneAt');
	await sandbox.advance(5000);
	expect(steps(sandbox.messages[0]!.history)).toEqual([
		['PENDING_ACCEPTED', 0],
		['PENDING_ENROUTE', 1000],
		['DELIVERED_TO_HANDSET', 6000],
	]);
});

test.each([
	['minutes', 3, 3 * MINUTE_MS],
	['seconds', 3, 3000],
	['milliseconds', 3000, 3000],
	['minutes', 100_000, 48 * HOUR_MS],
	['minutes', 0, 48 * HOUR_MS],
	['minutes', undefined, 48 * HOUR_MS],
] as const)('validity in %s: %p', async (validityUnit, validityPeriod, expected) => {
	const sandbox = await start({ validityUnit });
	const history = await historyOf(sandbox, '19990500001', { validityPeriod }, 49 * HOUR_MS);
	expect(history.at(-1)).toMatchObject({
		status: { name: 'EXPIRED_EXPIRED' },
		error: { name: 'EC_VALIDITY_EXPIRED' },
		at: START + expected,
	});
});

test('sendAt delays the message; the logs have it from then on', async () => {
	const sandbox = await start();
	const sendAt = '2026-03-02T15:00:00.000+0100';
	expect((await send(sandbox, TO, { sendAt, validityPeriod: 1 })).messages[0]!.status.id).toBe(26);
	await sandbox.advance(2 * HOUR_MS - 1);
	expect(await firstLog(sandbox)).toBeUndefined();
	await sandbox.advance(1);
	expect((await firstLog(sandbox)).sentAt).toBe('2026-03-02T14:00:00.000+0000');
	await sandbox.advance(400);
	expect((await firstLog(sandbox)).status.id).toBe(5);
});

const at = (hour: number) => ({ hour, minute: 0 });
test.each<[string, object, number]>([
	['open', { days: ['MONDAY'], from: at(8), to: at(18) }, 0],
	['later today', { days: ['MONDAY'], from: at(14), to: at(18) }, 2],
	['tomorrow', { days: ['TUESDAY', 'FRIDAY'], from: at(8), to: at(18) }, 20],
	['closed today, open again in a week', { days: ['MONDAY'], from: at(8), to: at(12) }, 7 * 24 - 4],
	['all of the day', { days: ['WEDNESDAY'] }, 36],
])('deliveryTimeWindow, UTC: %s', async (_, deliveryTimeWindow, hours) => {
	const sandbox = await start();
	const history = await historyOf(sandbox, TO, { deliveryTimeWindow, validityPeriod: 10 }, 8 * 24 * HOUR_MS);
	expect(steps(history)).toEqual([
		['PENDING_ACCEPTED', 0],
		...(hours > 0 ? [['PENDING_TIME_VIOLATION', 0]] : []),
		['PENDING_ENROUTE', hours * HOUR_MS + 100],
		['DELIVERED_TO_HANDSET', hours * HOUR_MS + 400],
	]);
});
