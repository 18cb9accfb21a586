import { startSandbox } from '../../sandbox';
import { get, post, TEXT } from './client';

test('every request is recorded unchanged, with its answer', async () => {
	const sandbox = await startSandbox();
	try {
		const sent = '{"messages":[{"text":"Hi","validityPeriod":"5","destinations":[{"to":41793026727}]}]}';
		const answer = await post(sandbox, TEXT, sent);
		await get(sandbox, '/sms/1/logs?bulkId[]=a&bulkId[]=b&limit=&sentSince=2026-03-02T12:00:00.000%2B0000');
		await post(sandbox, TEXT, '{');
		await get(sandbox, '/sms/1/reports', 'wrong');
		await get(sandbox, '/nowhere');

		expect(sandbox.requests.map((r) => [r.method, r.path, r.status])).toEqual([
			['POST', TEXT, 200],
			['GET', '/sms/1/logs', 200],
			['POST', TEXT, 400],
			['GET', '/sms/1/reports', 401],
			['GET', '/nowhere', 404],
		]);
		const [first, second, third, fourth] = sandbox.requests;
		expect(first).toMatchObject({
			rawBody: sent,
			body: { messages: [{ validityPeriod: '5', destinations: [{ to: 41793026727 }] }] },
			responseBody: answer.body,
			headers: { authorization: sandbox.authorization, 'content-type': 'application/json' },
		});
		expect(second).toMatchObject({
			rawQuery: 'bulkId[]=a&bulkId[]=b&limit=&sentSince=2026-03-02T12:00:00.000%2B0000',
			query: { 'bulkId[]': ['a', 'b'], limit: '', sentSince: '2026-03-02T12:00:00.000+0000' },
			body: undefined,
		});
		expect(third).toMatchObject({ rawBody: '{', body: undefined });
		expect(fourth!.responseBody.requestError.serviceException.messageId).toBe('UNAUTHORIZED');
	} finally {
		await sandbox.stop();
	}
});

test('the number of recorded requests is limited', async () => {
	const sandbox = await startSandbox({ recordsKept: 2 });
	try {
		for (const limit of [1, 2, 3]) await get(sandbox, `/sms/1/reports?limit=${limit}`);
		expect(sandbox.requests.map((r) => r.rawQuery)).toEqual(['limit=2', 'limit=3']);
	} finally {
		await sandbox.stop();
	}
});
