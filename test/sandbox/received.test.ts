import type { Sandbox } from '../../sandbox';
import { get, post, put } from './client';
import { listen, start } from './running';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await start({ keywords: ['QUIZ'] })));

const PHONE = '385916242493';
const receive = async (text: string, more: object = {}) =>
	await post(sandbox, '/_sandbox/received', { from: PHONE, text, ...more });
const inbox = async () => (await get(sandbox, '/sms/1/inbox/reports')).body;

test('a received message has the documented fields, and is returned once', async () => {
	await receive('QUIZ Correct answer is Paris', { to: '+385921004026', callbackData: 'poll' });
	expect(await inbox()).toEqual({
		results: [
			{
				messageId: expect.any(String),
				from: PHONE,
				to: '385921004026',
				text: 'QUIZ Correct answer is Paris',
				cleanText: 'Correct answer is Paris',
				keyword: 'QUIZ',
				receivedAt: '2026-03-02T12:00:00.000+0000',
				smsCount: 1,
				price: { pricePerMessage: 0, currency: 'EUR' },
				callbackData: 'poll',
			},
		],
		messageCount: 1,
		pendingMessageCount: 0,
	});
	expect(await inbox()).toEqual({ results: [], messageCount: 0, pendingMessageCount: 0 });
});

test('forwarded messages are pushed until 200, and cannot be fetched', async () => {
	const { url } = await listen(500, 200);
	await put(sandbox, '/_sandbox/forwarding', { url });
	await receive('Hello');
	await sandbox.advance(3_600_000);
	expect(sandbox.pushes.map(({ outcome, received }) => [outcome, received[0]!.text])).toEqual([
		['retrying', 'Hello'],
		['accepted', 'Hello'],
	]);
	expect(JSON.parse(sandbox.pushes[0]!.body)).toMatchObject({ results: [{ from: PHONE }], messageCount: 1 });
	expect((await inbox()).results).toEqual([]);
});
