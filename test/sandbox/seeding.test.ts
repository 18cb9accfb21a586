import { seedMessages, startSandbox, type Sandbox, type SandboxMessage } from '../../sandbox';
import { get } from './client';

const UNTIL = Date.UTC(2026, 2, 1, 12);
const FROM = UNTIL - 40 * 3_600_000;

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: () => UNTIL });
});
afterEach(async () => await sandbox.stop());

/** How many messages share each value. */
function counts(messages: SandboxMessage[], valueOf: (message: SandboxMessage) => unknown): Map<unknown, number> {
	const counted = new Map<unknown, number>();
	for (const message of messages) counted.set(valueOf(message), (counted.get(valueOf(message)) ?? 0) + 1);
	return counted;
}

test('as many messages as asked for, in the time asked for, each with an id of its own, the same ones each time', async () => {
	const seeding = { count: 3000, from: FROM, until: UNTIL, colliding: 0.3 };
	const messages = seedMessages(sandbox.store, seeding);
	expect(counts(messages, ({ messageId }) => messageId).size).toBe(3000);
	expect(sandbox.messages).toEqual(messages);
	for (const { sentAt } of messages) expect(sentAt! >= FROM && sentAt! <= UNTIL).toBe(true);
	const second = await startSandbox({ clock: () => UNTIL });
	expect(seedMessages(second.store, seeding)).toEqual(messages);
	expect(seedMessages(second.store, { ...seeding, seed: 2 }).map(({ sentAt }) => sentAt)).not.toEqual(
		messages.map(({ sentAt }) => sentAt),
	);
	await second.stop();
});

test('logs show them; reports of those that ended wait to be fetched when asked for', async () => {
	const without = seedMessages(sandbox.store, { count: 50, from: FROM, until: UNTIL });
	expect((await get(sandbox, '/sms/1/reports?limit=1000')).body.results).toEqual([]);
	const { results } = (await get(sandbox, '/sms/1/logs?limit=1000')).body;
	expect(results.map(({ messageId }: { messageId: string }) => messageId)).toEqual(
		without.map(({ messageId }) => messageId).reverse(),
	);
	const queued = seedMessages(sandbox.store, { count: 200, from: FROM, until: UNTIL, reports: true, seed: 2 });
	const reports = (await get(sandbox, '/sms/1/reports?limit=1000')).body.results;
	expect(reports).toHaveLength(queued.filter(({ doneAt }) => doneAt !== undefined).length);
	expect(reports[0]).toMatchObject({ callbackData: 'order 0' });
});
