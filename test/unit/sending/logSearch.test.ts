import fc from 'fast-check';

import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { LogSearch, type SoughtRequest } from '../../../nodes/SmsMessaging/sending/submit/logSearch';
import type { ServiceRequest, TransportResult } from '../../../nodes/SmsMessaging/service/client';
import { host } from '../../../nodes/SmsMessaging/service/host';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { batchOf, countedTime, targetOf } from './parts';

const PENDING = { groupId: 1, groupName: 'PENDING' };
const REJECTED = { groupId: 5, groupName: 'REJECTED' };
const IN_LOGS = new Date().toISOString();

interface Logs {
	/** Whether a query by message ID may be a list, or only one ID. */
	knowsLists: boolean;
	knowsBulkIds: boolean;
	/** Whether messages are listed under the IDs they were sent with, as rejected ones always are. */
	keepsIds: boolean;
	/** Whether a message that is alone in its request is listed with the request's bulk ID. */
	hasBulkIdOfOne: boolean;
	cap: number;
	/** A service that refuses any higher limit; without a limit it returns up to 50. */
	highestLimit?: number;
}

interface Logged {
	target: Target;
	bulkId: string;
	isAlone: boolean;
	isRejected?: boolean;
}

/** A service whose logs show these messages, newest last; and what it is asked. */
function serviceWith(nature: Logs, messages: Logged[]) {
	const logs = messages.map(({ target: { destination, message }, bulkId, isAlone, isRejected }, index) => ({
		messageId: nature.keepsIds || isRejected === true ? destination.messageId! : `service-${index}`,
		to: destination.to,
		text: message.text,
		sentAt: IN_LOGS,
		status: isRejected === true ? REJECTED : PENDING,
		...((nature.hasBulkIdOfOne || !isAlone) && { bulkId }),
	})) as Array<JsonObject & { messageId: string }>;
	const asked: string[] = [];
	const transport = async ({ query = [] }: ServiceRequest): Promise<TransportResult> => {
		const { messageId, bulkId, limit } = Object.fromEntries(query) as Record<string, string | undefined>;
		if (Number(limit) > (nature.highestLimit ?? Infinity)) return { answered: true, status: 400, body: '{}' };
		asked.push(messageId ?? bulkId ?? 'time');
		const ids = nature.knowsLists ? messageId?.split(',') : [messageId];
		const results = logs.filter(
			(log) =>
				(messageId === undefined || ids!.includes(log.messageId)) &&
				(bulkId === undefined || !nature.knowsBulkIds || log.bulkId === bulkId),
		);
		return {
			answered: true,
			status: 200,
			body: JSON.stringify({ results: results.slice(0, Math.min(nature.cap, Number(limit ?? 50))) }),
		};
	};
	return { transport, asked };
}

function sought(bulkId: string, targets: Target[], more: Partial<SoughtRequest> = {}): SoughtRequest {
	return {
		...batchOf(bulkId, targets),
		isSingle: targets.length === 1,
		numbers: targets.map(({ destination }) => destination.to),
		unknown: [],
		duplicates: [],
		isOfEarlierTry: false,
		...more,
	};
}

const searchOf = (transport: ConstructorParameters<typeof LogSearch>[0], targets: Target[], signal?: AbortSignal) =>
	new LogSearch(transport, signal, {
		messageIds: targets.flatMap(({ destination }) => destination.messageId ?? []),
		execution: { bulkIdPrefix: 'n8n-abcdef-e1-', executionCode: '0123', isRetry: false },
	});

const nature = fc.record<Logs>({
	knowsLists: fc.boolean(),
	knowsBulkIds: fc.boolean(),
	keepsIds: fc.boolean(),
	hasBulkIdOfOne: fc.boolean(),
	cap: fc.constantFrom(1000, 1000, 2),
	highestLimit: fc.constantFrom(1000, 1000, 100),
});
/** For each request, what became of each of its messages. */
const requests = fc.array(
	fc.array(fc.constantFrom('lost', 'lost', 'accepted', 'accepted', 'rejected'), { minLength: 1, maxLength: 4 }),
	{ minLength: 1, maxLength: 9 },
);
const bulkIdOf = (place: number) => `n8n-abcdef-e1-0123-0-${place}`;

test('what is in the logs is found or left open, never absent; what is not is never found', async () => {
	let found = 0;
	let absent = 0;
	await fc.assert(
		fc.asyncProperty(nature, requests, fc.boolean(), async (logs, fates, isLast) => {
			const all = fates.map((list, place) => list.map((_, index) => targetOf(`m${place}-${index}`)));
			const messages = all.flatMap((targets, place) =>
				targets.flatMap((target, index): Logged[] => {
					const fate = fates[place]![index];
					const isAlone = targets.length === 1;
					return fate === 'lost' ? [] : [{ target, bulkId: bulkIdOf(place), isAlone, isRejected: fate === 'rejected' }];
				}),
			);
			const there = new Set(messages.map(({ target }) => target));
			const { transport, asked } = serviceWith(logs, messages);
			const look = await searchOf(transport, all.flat()).requests(
				all.map((targets, place) => sought(bulkIdOf(place), targets)),
				isLast,
			);
			for (const target of all.flat()) {
				expect(look.found.has(target) && look.unread.has(target)).toBe(false);
				if (look.found.has(target)) expect(there).toContain(target);
				if (look.found.has(target)) expect(look.found.get(target)).toMatchObject({ text: target.message.text });
				const isAbsent = !look.found.has(target) && !look.unread.has(target);
				// Only a last look asks for what is listed under other IDs
				if (isAbsent && isLast && logs.cap === 1000) expect(there).not.toContain(target);
				if (isAbsent) absent += 1;
			}
			// What any service shows as the interface says is found
			if (logs.keepsIds && logs.knowsLists && logs.cap === 1000) expect(look.found.size).toBe(there.size);
			if (logs.knowsBulkIds && logs.cap === 1000 && !logs.keepsIds && all.length <= 5)
				for (const { target, isAlone, isRejected } of messages) {
					const isShown = logs.hasBulkIdOfOne || !isAlone;
					// A rejected one is also found by its ID
					if (isShown || isRejected === false) expect(look.found.has(target)).toBe(isShown);
				}
			expect(asked.filter((query) => query.startsWith('n8n-')).length).toBe(Math.min(5, all.length));
			expect(asked.length).toBeLessThanOrEqual(5 + 2 * all.flat().length + 20 + 1);
			found += look.found.size;
		}),
	);
	expect(found).toBeGreaterThan(100);
	expect(absent).toBeGreaterThan(100);
});

const GOOD: Logs = { knowsLists: true, knowsBulkIds: true, keepsIds: true, hasBulkIdOfOne: true, cap: 1000 };
const reasonsOf = (unread: ReadonlyMap<Target, { message: string }>) =>
	[...unread.values()].map(({ message }) => message);

test('a request whose bulk ID the logs show takes one call, however much of it is absent', async () => {
	const targets = ['a', 'b', 'c', 'd'].map((name) => targetOf(name));
	// An answer that is longer than the next shows that the next is not cut off
	const { transport, asked } = serviceWith(GOOD, [
		{ target: targets[0]!, bulkId: bulkIdOf(0), isAlone: false },
		...targets.slice(2).map((target) => ({ target, bulkId: bulkIdOf(1), isAlone: false })),
	]);
	const search = searchOf(transport, targets);
	await search.requests([sought(bulkIdOf(1), targets.slice(2))], true);
	asked.length = 0;
	const look = await search.requests([sought(bulkIdOf(0), targets.slice(0, 2))], true);
	expect([...look.found.keys()]).toEqual([targets[0]]);
	expect(look.unread.size).toBe(0);
	expect(asked).toEqual([bulkIdOf(0)]);
});

test.each([
	['a comma', 'a,b'],
	['a blank at an end', ' a'],
	['more than 200 characters', 'a'.repeat(201)],
	['no ID', undefined],
])('a message with %s is left open, without a call for it', async (_, messageId) => {
	const target = targetOf('a', { destination: { to: '43660', ...(messageId !== undefined && { messageId }) } });
	const { transport, asked } = serviceWith(GOOD, []);
	const look = await searchOf(transport, [target]).messages([target]);
	expect(reasonsOf(look.unread)).toEqual([expect.stringContaining('no message ID of its own')]);
	expect(asked).toEqual([]);
});

test('the log of a message that was accepted without an ID is not that of its equal', async () => {
	const [lost, accepted] = ['lost', 'accepted'].map((name) =>
		targetOf(name, { destination: { to: '43660', messageId: name }, message: { text: 'the same' } }),
	) as [Target, Target];
	const { transport } = serviceWith({ ...GOOD, keepsIds: false }, [
		{ target: accepted, bulkId: bulkIdOf(0), isAlone: false },
	]);
	const search = searchOf(transport, [lost, accepted]);
	search.accepted(accepted, { to: '43660', messageId: '', status: { groupId: 1 } }, bulkIdOf(0));
	const look = await search.requests([{ ...sought(bulkIdOf(0), [lost, accepted]), targets: [lost] }], true);
	expect(look.found.size).toBe(0);
});

test('of two equal messages under one ID of the user, only one has the log, whatever bulk ID the user gave it', async () => {
	const [first, second] = ['first', 'second'].map((key) =>
		targetOf(key, { destination: { to: '43660', messageId: 'own' }, message: { text: 'the same' }, hasOwnId: true }),
	) as [Target, Target];
	const { transport } = serviceWith({ ...GOOD, hasBulkIdOfOne: false }, [
		{ target: first, bulkId: 'of the user', isAlone: true },
	]);
	const search = new LogSearch(transport, undefined, { messageIds: ['own'], claims: new Map() });
	search.accepted(first, { to: '43660', messageId: 'own', status: { groupId: 1 } }, 'of the user');
	const request = sought('of the user', [second], { settings: { bulkId: 'of the user' }, duplicates: [second] });
	expect((await search.requests([request], true)).found.size).toBe(0);
});

test.each([
	['of this execution', 'n8n-abcdef-e7-0123ffff-0-1', 1],
	['of another execution of this n8n', 'n8n-abcdef-e7-4567ffff-0-1', 0],
	['of this n8n, as version 0.1.0 made them', 'n8n-abcdef-e7-0123-0-1', 1],
	['of something else', 'campaign-7', 1],
])('on Retry, an entry with the ID of the user and a bulk ID %s', async (_, bulkId, found) => {
	const target = targetOf('own', { hasOwnId: true });
	const { transport } = serviceWith(GOOD, [{ target, bulkId, isAlone: true }]);
	const execution = { bulkIdPrefix: 'n8n-abcdef-e9-', executionCode: '0123', isRetry: true };
	const look = await new LogSearch(transport, undefined, { execution }).messages([target]);
	expect(look.found.size).toBe(found);
});

test('one ID is asked for alone: of a list, a service may read only one', async () => {
	const [known, lost] = ['known', 'lost'].map((name) => targetOf(name)) as [Target, Target];
	const { transport, asked } = serviceWith({ ...GOOD, knowsLists: false }, [
		{ target: lost, bulkId: 'of the service', isAlone: true },
	]);
	const search = searchOf(transport, [known, lost]);
	search.accepted(known, { messageId: 'known' }, bulkIdOf(0));
	expect((await search.messages([lost])).found.size).toBe(1);
	expect(asked).toEqual(['lost']);
});

test('an ID that the service kept in an earlier run is proof in later ones: what is not under ours is not there', async () => {
	const service = {};
	const [before, lost] = ['before', 'lost'].map((messageId) =>
		targetOf(messageId, { destination: { to: '43660', messageId }, message: { text: 'Grüße' } }),
	) as [Target, Target];
	const { transport } = serviceWith(GOOD, [{ target: before, bulkId: 'of the service', isAlone: true }]);
	const earlier = new LogSearch(transport, undefined, { service });
	earlier.accepted(before, { to: '43660', messageId: 'before' }, bulkIdOf(0));
	const later = new LogSearch(transport, undefined, { service, messageIds: ['lost'] });
	const look = await later.requests([sought(bulkIdOf(1), [lost])], true);
	expect(look.unread.size + look.found.size).toBe(0);
});

test('one by one, at most 20 messages are asked for, and only in a last look', async () => {
	const targets = Array.from({ length: 30 }, (_, index) => targetOf(`m${index}`));
	const { transport, asked } = serviceWith({ ...GOOD, knowsLists: false, knowsBulkIds: false }, []);
	const request = sought('of the user', targets, { settings: { bulkId: 'of the user' } });
	const early = await searchOf(transport, targets).requests([request], false);
	expect(early.unread.size).toBe(30);
	expect(asked).toHaveLength(1);
	const late = await searchOf(transport, targets).requests([request], true);
	expect(late.unread.size).toBe(10);
	expect(asked).toHaveLength(1 + 1 + 20 + 1);
});

test.each<[string, Partial<TransportResult> & object, number, string]>([
	['Stop', {}, 0, 'stopped before'],
	['not now', { answered: true, status: 429, body: '' }, 1, 'too often'],
	['a wrong key', { answered: true, status: 401, body: '' }, 1, '401'],
	['two calls without an answer', { answered: false, code: 'ETIMEDOUT', reason: 'no answer' }, 2, ''],
	['an answer that cannot be read', { answered: true, status: 200, body: 'x' }, 3, ''],
])('after %s nothing more is asked, and all is left open', async (name, answer, calls, words) => {
	const targets = ['a', 'b', 'c'].map((one) => targetOf(one));
	const controller = new AbortController();
	if (name === 'Stop') controller.abort();
	const transport = jest.fn(async () => answer as TransportResult);
	const look = await searchOf(transport, targets, controller.signal).requests(
		targets.map((target, place) => sought(bulkIdOf(place), [target])),
		true,
	);
	expect(transport).toHaveBeenCalledTimes(calls);
	expect([...look.unread.keys()]).toEqual(targets);
	for (const reason of reasonsOf(look.unread)) expect(reason.toLowerCase()).toContain(words);
});

test('logs that answer slowly are asked for 50 seconds in a look', async () => {
	const now = countedTime();
	const targets = Array.from({ length: 30 }, (_, index) =>
		targetOf(`m${index}`, { destination: { to: `4366${index}` } }),
	);
	const transport = jest.fn(async (): Promise<TransportResult> => {
		await host.sleep(9000);
		return { answered: true, status: 200, body: '{"results":[]}' };
	});
	const look = await searchOf(transport, targets).requests(
		targets.map((target, place) => sought(bulkIdOf(place), [target])),
		true,
	);
	expect(now()).toBe(54_000);
	expect(reasonsOf(look.unread).filter((reason) => reason.includes('too slowly'))).toHaveLength(24);
	expect(look.unread.size).toBe(30);
});
