import type { Sandbox } from '../../sandbox';
import { get, send } from './client';
import { start, START } from './running';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const steps = (sandbox: Sandbox, index = 0) =>
	sandbox.messages[index]!.history.map(({ status, at }) => [status.name, at - START]);

test('accepted, enroute, delivered: after the configured delays', async () => {
	const sandbox = await start({ delays: { enrouteMs: 1000, finalMs: 5000 } });
	await send(sandbox, '41793026727');
	await sandbox.advance(999);
	expect((await get(sandbox, '/sms/1/logs')).body.results[0]).toMatchObject({ status: { id: 26 } });
	await sandbox.advance(1);
	const enroute = (await get(sandbox, '/sms/1/logs')).body.results[0];
	expect(enroute.status).toEqual({
		groupId: 1,
		groupName: 'PENDING',
		id: 7,
		name: 'PENDING_ENROUTE',
		description: 'Message sent to next instance',
	});
	expect(enroute).not.toHaveProperty('doneAt');
	await sandbox.advance(5000);
	expect(steps(sandbox)).toEqual([
		['PENDING_ACCEPTED', 0],
		['PENDING_ENROUTE', 1000],
		['DELIVERED_TO_HANDSET', 6000],
	]);
});

test.each([
	[
		'19990200270',
		9,
		'UNDELIVERABLE',
		{ id: 27, name: 'EC_ABSENT_SUBSCRIBER', groupName: 'HANDSET_ERRORS', permanent: false },
	],
	['19990200010', 9, 'UNDELIVERABLE', { id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true }],
	['19990241030', 9, 'UNDELIVERABLE', { id: 4103, groupName: 'USER_ERRORS' }],
	['19990300001', 15, 'EXPIRED', { permanent: true }],
	['19990600200', 2, 'DELIVERED', { id: 0 }],
	['19990600400', 4, 'UNDELIVERABLE', { groupId: 1 }],
	['19990600600', 6, 'REJECTED', { id: 0 }],
	['19990299900', 5, 'DELIVERED', { id: 0 }],
	['19990199900', 5, 'DELIVERED', { id: 0 }],
	['19990700000', 5, 'DELIVERED', { id: 0 }],
])('destination %s ends with status %i', async (to, id, groupName, error) => {
	const sandbox = await start();
	expect((await send(sandbox, to)).messages[0]!.status.id).toBe(26);
	await sandbox.advance(400);
	const { results } = (await get(sandbox, '/sms/1/reports')).body;
	expect(results).toMatchObject([{ to, status: { id, groupName }, error }]);
});

describe('validity', () => {
	test.each([
		['minutes', 3, 3 * MINUTE_MS],
		['seconds', 3, 3000],
		['milliseconds', 3000, 3000],
		['minutes', 100_000, 48 * HOUR_MS],
		['minutes', 0, 48 * HOUR_MS],
		['minutes', undefined, 48 * HOUR_MS],
	] as const)('in %s: %p', async (validityUnit, validityPeriod, expected) => {
		const sandbox = await start({ validityUnit });
		await send(sandbox, '19990500001', { validityPeriod });
		await sandbox.advance(expected - 1);
		expect(sandbox.messages[0]!.status.name).toBe('PENDING_ENROUTE');
		await sandbox.advance(1);
		expect((await get(sandbox, '/sms/1/reports')).body.results[0]).toMatchObject({
			status: { groupId: 4, groupName: 'EXPIRED', id: 15, name: 'EXPIRED_EXPIRED' },
			error: { name: 'EC_VALIDITY_EXPIRED' },
		});
	});
});

describe('sendAt', () => {
	test('delays the message; the logs have it from then on', async () => {
		const sandbox = await start();
		const { messages } = await send(sandbox, '41793026727', {
			sendAt: '2026-03-02T15:00:00.000+0100',
			validityPeriod: 1,
		});
		expect(messages[0]!.status.id).toBe(26);
		await sandbox.advance(2 * HOUR_MS - 1);
		expect((await get(sandbox, '/sms/1/logs')).body.results).toEqual([]);
		await sandbox.advance(1);
		expect((await get(sandbox, '/sms/1/logs')).body.results[0].sentAt).toBe('2026-03-02T14:00:00.000+0000');
		await sandbox.advance(400);
		expect(sandbox.messages[0]!.status.id).toBe(5);
	});
});

describe('deliveryTimeWindow, UTC', () => {
	const at = (hour: number) => ({ hour, minute: 0 });
	test.each<[string, object, number]>([
		['open', { days: ['MONDAY'], from: at(8), to: at(18) }, 0],
		['later today', { days: ['MONDAY'], from: at(14), to: at(18) }, 2],
		['tomorrow', { days: ['TUESDAY', 'FRIDAY'], from: at(8), to: at(18) }, 20],
		['closed today, open again in a week', { days: ['MONDAY'], from: at(8), to: at(12) }, 7 * 24 - 4],
		['all of the day', { days: ['WEDNESDAY'] }, 36],
	])('%s', async (_, deliveryTimeWindow, hours) => {
		const sandbox = await start();
		await send(sandbox, '41793026727', { deliveryTimeWindow, validityPeriod: 10 });
		await sandbox.advance(hours * HOUR_MS - 1);
		if (hours > 0) {
			expect(sandbox.messages[0]!.status).toMatchObject({
				id: 1,
				groupName: 'PENDING',
				name: 'PENDING_TIME_VIOLATION',
			});
		}
		await sandbox.advance(401);
		expect(steps(sandbox).at(-1)).toEqual(['DELIVERED_TO_HANDSET', hours * HOUR_MS + 400]);
	});
});
