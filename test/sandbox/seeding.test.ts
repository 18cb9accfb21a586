import { seedMessages, startSandbox, type Sandbox, type SandboxMessage } from '../../sandbox';
import { textSegments } from '../../sandbox/segments';
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

test('messages are as varied as those of a service in use', async () => {
	const messages = seedMessages(sandbox.store, { count: 3000, from: FROM, until: UNTIL, colliding: 0.3 });
	const groups = counts(messages, ({ status }) => status.groupName);
	expect([...groups.keys()].sort()).toEqual(['DELIVERED', 'EXPIRED', 'PENDING', 'REJECTED', 'UNDELIVERABLE']);
	expect(groups.get('DELIVERED')! / 3000).toBeGreaterThan(0.7);
	for (const valueOf of [
		({ mccMnc }: SandboxMessage) => mccMnc,
		({ from }: SandboxMessage) => from,
		({ pricePerMessage }: SandboxMessage) => pricePerMessage,
	]) {
		expect(counts(messages, valueOf).size).toBeGreaterThan(5);
	}
	expect([...counts(messages, ({ smsCount }) => smsCount).keys()].sort()).toEqual([1, 2, 4]);
	for (const { text, smsCount } of messages.slice(0, 100)) expect(smsCount).toBe(textSegments(text!).segments);
	for (const { sentAt, doneAt, status } of messages) {
		if (status.groupName === 'PENDING') expect(doneAt).toBeUndefined();
		else expect(doneAt! >= sentAt! && doneAt! <= UNTIL).toBe(true);
	}
});

test('the share of messages that collide, and how many of them at one time', async () => {
	const messages = seedMessages(sandbox.store, {
		count: 10_000,
		from: FROM,
		until: UNTIL,
		colliding: 0.5,
		together: [20, 400],
	});
	const sizes = [...counts(messages, ({ sentAt }) => sentAt).values()].filter((size) => size > 2);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5000);
	expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
	expect(Math.max(...sizes)).toBeGreaterThan(200);
});

test('a crowd on top: of all kinds, or one that no filter narrows', async () => {
	const at = FROM + 1000;
	const seed = (alike: boolean) =>
		seedMessages(sandbox.store, {
			count: 100,
			from: FROM,
			until: UNTIL,
			crowd: { at, count: 1500, alike },
			seed: 3,
		}).filter(({ sentAt }) => sentAt === at);
	const mixed = seed(false);
	expect(mixed).toHaveLength(1500);
	expect(counts(mixed, ({ status, mccMnc }) => `${status.groupName} ${mccMnc}`).size).toBeGreaterThan(20);
	const alike = seed(true);
	expect(alike).toHaveLength(1500);
	expect(
		counts(alike, ({ status, mccMnc, from, bulkId }) => `${status.groupName} ${mccMnc} ${from} ${bulkId}`).size,
	).toBe(1);
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
