import { startSandbox, type Sandbox } from '../../sandbox';
import { get, send } from './client';
import { start } from './running';

const HOUR_MS = 3_600_000;
let sandbox: Sandbox;
let now: number;

beforeEach(async () => {
	now = Date.UTC(2026, 2, 1, 12);
	sandbox = await startSandbox({ clock: () => now });
});
afterEach(() => sandbox.stop());

const logs = async (query = ''): Promise<any[]> => {
	const { status, body } = await get(sandbox, `/sms/1/logs?${query}`);
	expect([status, Object.keys(body)]).toEqual([200, ['results']]);
	return body.results;
};
const recipients = async (query: string): Promise<string[]> => (await logs(query)).map((log) => log.to);
const at = (time: number): string => encodeURIComponent(new Date(time).toISOString().replace('Z', '+0000'));

test('newest first, 50 by default, at most 1000; reading removes nothing', async () => {
	for (let i = 0; i < 3; i++) {
		await send(
			sandbox,
			Array.from({ length: 400 }, (_, n) => `4179${1_000_000 + i * 400 + n}`),
		);
		now += 1000;
	}
	expect(await logs()).toHaveLength(50);
	expect(await logs('limit=')).toHaveLength(50);
	expect(await logs('limit=7')).toHaveLength(7);
	const most = await logs('limit=5000');
	expect(most).toHaveLength(1000);
	expect(most[0].to).toBe('41791001199');
	expect(most.map((log) => log.sentAt)).toEqual(
		most
			.map((log) => log.sentAt)
			.sort()
			.reverse(),
	);
	expect((await logs('limit=1000')).map((log) => log.messageId)).toEqual(most.map((log) => log.messageId));
});

describe('filters', () => {
	beforeEach(async () => {
		await send(sandbox, ['41793026727', '41793026728'], { from: 'Shop' }, { bulkId: 'b1' });
		now += HOUR_MS;
		await send(
			sandbox,
			['447911123456', '19990200270'],
			{ from: 'Bank', entityId: 'e', applicationId: 'a' },
			{ bulkId: 'b2' },
		);
		now += HOUR_MS;
		await send(sandbox, ['19990100600', '19990300001'], { from: '4179000' }, { bulkId: 'b3' });
		now += HOUR_MS;
		await sandbox.advance(1000);
	});

	test.each([
		['from=Bank', ['19990200270', '447911123456']],
		['to=41793026728', ['41793026728']],
		['from=Shop&to=41793026728', ['41793026728']],
		['bulkId=b1', ['41793026728', '41793026727']],
		['bulkId=b1,b3&limit=3', ['19990300001', '19990100600', '41793026728']],
		['bulkId=b1&bulkId=b3&limit=1', ['19990300001']],
		['bulkId%5B%5D=b1&bulkId%5B%5D=b2', ['19990200270', '447911123456', '41793026728', '41793026727']],
		['bulkId=none', []],
		['generalStatus=DELIVERED', ['447911123456', '41793026728', '41793026727']],
		['generalStatus=REJECTED', ['19990100600']],
		['generalStatus=PENDING', []],
		['mcc=228', ['41793026728', '41793026727']],
		['mcc=234&mnc=10', ['447911123456']],
		['entityId=e&applicationId=a', ['19990200270', '447911123456']],
		['from=&bulkId=&unknown=1&to=41793026727', ['41793026727']],
	])('%s', async (query, expected) => {
		expect(await recipients(query)).toEqual(expected);
	});

	test('sentSince and sentUntil, both inclusive, in every notation', async () => {
		const start = now - 3 * HOUR_MS;
		expect(await recipients(`sentSince=${at(start + HOUR_MS)}&sentUntil=${at(start + HOUR_MS)}`)).toEqual([
			'19990200270',
			'447911123456',
		]);
		expect(await recipients(`sentUntil=${at(start + HOUR_MS - 1)}`)).toEqual(['41793026728', '41793026727']);
		for (const since of [
			'2026-03-01T14:00:00.000%2B0000',
			'2026-03-01T15:00:00.000%2B01:00',
			'2026-03-01T14:00:00Z',
			'2026-03-01T11:00:00.000000-0300',
		]) {
			expect(await recipients(`sentSince=${since}`)).toEqual(['19990300001', '19990100600']);
		}
		expect(await recipients(`bulkId=b1&sentSince=${at(start + 1)}`)).toEqual([]);
	});
});

describe('called too often', () => {
	test('120 calls a minute, then 429; other endpoints have no limit', async () => {
		for (let i = 0; i < 120; i++) expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
		const refused = await get(sandbox, '/sms/1/logs');
		expect(refused).toMatchObject({
			status: 429,
			body: { requestError: { serviceException: { messageId: 'TOO_MANY_REQUESTS', text: 'Too many requests' } } },
		});
		expect(refused.headers.has('retry-after')).toBe(false);
		expect((await get(sandbox, '/sms/1/reports')).status).toBe(200);
		expect((await get(sandbox, '/sms/1/logs', 'Bearer sandbox-token')).status).toBe(200);
		now += 60_000;
		expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
	});

	test('the limit and Retry-After can be set', async () => {
		const strict = await start({ logsPerMinute: 1, retryAfter: true, clock: () => now });
		expect((await get(strict, '/sms/1/logs')).status).toBe(200);
		now += 20_000;
		const refused = await get(strict, '/sms/1/logs');
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
	});
});
