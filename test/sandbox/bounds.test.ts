import type { Sandbox } from '../../sandbox';
import { get, send } from './client';
import { start } from './running';

const HOUR_MS = 3_600_000;

const conversations = async (sandbox: Sandbox) =>
	(await get(sandbox, '/_sandbox/conversations')).body.conversations.map(({ to }: any) => to);
const reports = async (sandbox: Sandbox): Promise<any[]> => (await get(sandbox, '/sms/1/reports')).body.results;

test('above the maximum number of messages, the oldest are dropped from all lists', async () => {
	const sandbox = await start({ messagesKept: 3 });
	for (const n of [1, 2, 3, 4, 5])
		await send(sandbox, '', { destinations: [{ to: `4179302672${n}`, messageId: `m${n}` }] }, { bulkId: 'b' });
	await sandbox.advance(1000);
	expect(sandbox.messages.map(({ messageId }) => messageId)).toEqual(['m3', 'm4', 'm5']);
	for (const query of ['', '?bulkId=b', '?messageId=m1,m3,m4,m5'])
		expect((await get(sandbox, `/sms/1/logs${query}`)).body.results).toHaveLength(3);
	expect((await reports(sandbox)).map(({ messageId }) => messageId)).toEqual(['m3', 'm4', 'm5']);
	expect(await conversations(sandbox)).toEqual(['41793026725', '41793026724', '41793026723']);
	expect([sandbox.message('m1'), sandbox.acceptanceCount('m1')]).toEqual([undefined, 0]);
});

test('above the maximum of bytes, too', async () => {
	const sandbox = await start({ bytesKept: 60_000 });
	for (let n = 0; n < 10; n++) await send(sandbox, '41793026727', { text: 'x'.repeat(10_000) });
	expect(sandbox.messages).toHaveLength(2);
	for (let n = 0; n < 10; n++) await send(sandbox, '41793026727');
	expect(sandbox.messages).toHaveLength(12);
});

test('a message is deleted 48 hours after its final status; a scheduled one is not', async () => {
	const sandbox = await start();
	await send(sandbox, '41793026727');
	await send(sandbox, '19990500001', { text: 'expires after 48 hours' });
	await send(sandbox, '41793026728', { sendAt: '2026-03-10T12:00:00.000+0000' });
	const kept = () => sandbox.messages.map(({ to }) => to);
	await sandbox.advance(48 * HOUR_MS);
	expect(kept()).toHaveLength(3);
	await sandbox.advance(2 * HOUR_MS);
	expect(kept()).toEqual(['19990500001', '41793026728']);
	// Its report waits for 48 hours, like any other
	await sandbox.advance(45 * HOUR_MS);
	expect((await reports(sandbox)).map(({ to }) => to)).toEqual(['19990500001']);
	await sandbox.advance(48 * HOUR_MS);
	expect(kept()).toEqual(['41793026728']);
	expect(await conversations(sandbox)).toEqual(['41793026728']);
});
