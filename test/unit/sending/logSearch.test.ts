import fc from 'fast-check';

import { contentNameOf } from '../../../nodes/SmsMessaging/sending/plan/claims';
import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { LogSearch, type KnownService, type SoughtRequest } from '../../../nodes/SmsMessaging/sending/submit/logSearch';
import type { ServiceRequest, TransportResult } from '../../../nodes/SmsMessaging/service/client';
import { host } from '../../../nodes/SmsMessaging/service/host';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { batchOf, countedTime, targetOf } from './parts';

const PENDING = { groupId: 1, groupName: 'PENDING' };
const REJECTED = { groupId: 5, groupName: 'REJECTED' };
const REPEATED = { groupId: 5, groupName: 'REJECTED', id: 23, name: 'REJECTED_DUPLICATE_MESSAGE_ID' };
const IN_LOGS = new Date();

interface Logs {
	/** Whether a query by message ID may be a list, or only one ID; or which ID of a list is read. */
	knowsLists: boolean | 'first' | 'last';
	ignoresIds?: boolean;
	knowsBulkIds: boolean;
	/** Whether messages are listed under the IDs they were sent with, as rejected ones always are. */
	keepsIds: boolean;
	/** Whether a message that is alone in its request is listed with the request's bulk ID. */
	hasBulkIdOfOne: boolean;
	cap: number;
	/** A service that refuses any higher limit; without a limit it returns up to 50. */
	highestLimit?: number;
	/** How the logs write a number; as it was sent, if omitted. */
	numbers?: keyof typeof SHOWN;
	hidesTexts?: boolean;
}

const SHOWN = {
	whole: (to: string) => to,
	withPlus: (to: string) => `+${to.slice(0, 2)} ${to.slice(2)}`,
	national: (to: string) => `0${to.slice(2)}`,
	masked: (to: string) => `${to.slice(0, 4)}****${to.slice(-2)}`,
	/** For another way of delivery, perhaps. */
	rewritten: (to: string) => `${to}00`,
};

interface Logged {
	target: Target;
	bulkId: string;
	isAlone: boolean;
	isRejected?: boolean;
	isRepeat?: boolean;
	sentAt?: string;
}

/** A service whose logs show these messages, newest last; and what it is asked. */
function serviceWith(nature: Logs, messages: Logged[]) {
	const logs = messages.map(
		({ target: { destination, message }, bulkId, isAlone, isRejected, isRepeat, sentAt }, index) => ({
			messageId:
				destination.messageId !== undefined && (nature.keepsIds || isRejected === true || isRepeat === true)
					? destination.messageId
					: `service-${index}`,
			to: SHOWN[nature.numbers ?? 'whole'](destination.to),
			...(nature.hidesTexts !== true && { text: message.text }),
			sentAt: sentAt ?? new Date(IN_LOGS.getTime() + index).toISOString(),
			status: isRepeat === true ? REPEATED : isRejected === true ? REJECTED : PENDING,
			...((nature.hasBulkIdOfOne || !isAlone) && { bulkId }),
		}),
	) as Array<JsonObject & { messageId: string }>;
	const asked: string[] = [];
	const transport = async ({ query = [] }: ServiceRequest): Promise<TransportResult> => {
		const { messageId, bulkId, sentSince, limit } = Object.fromEntries(query) as Record<string, string | undefined>;
		if (Number(limit) > (nature.highestLimit ?? Infinity)) return { answered: true, status: 400, body: '{}' };
		asked.push(messageId ?? bulkId ?? (sentSince === undefined ? 'everything' : 'time'));
		const list = messageId?.split(',') ?? [];
		const ids = { true: list, false: [messageId], first: list.slice(0, 1), last: list.slice(-1) }[
			String(nature.knowsLists)
		]!;
		const results = logs.filter(
			(log) =>
				(messageId === undefined || nature.ignoresIds === true || ids.includes(log.messageId)) &&
				(bulkId === undefined || !nature.knowsBulkIds || log.bulkId === bulkId),
		);
		return {
			answered: true,
			status: 200,
			body: JSON.stringify({ results: results.slice(0, Math.min(nature.cap, Number(limit ?? 50))) }),
		};
	};
	return { transport, asked, logs };
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
	knowsLists: fc.constantFrom<Logs['knowsLists']>(true, true, false, 'first', 'last'),
	ignoresIds: fc.constantFrom(false, false, false, true),
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
				if (isAbsent && isLast && (logs.cap === 1000 || logs.keepsIds)) expect(there).not.toContain(target);
				if (isAbsent) absent += 1;
			}
			// What any service shows as the interface says is found
			if (logs.keepsIds && logs.knowsLists === true && logs.cap === 1000) {
				expect(look.found.size).toBe(there.size);
				// With one message found, or one by one, it is certain that the others are absent
				if (isLast && all.flat().length <= 20 && logs.ignoresIds !== true) expect(look.unread.size).toBe(0);
			}
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

const NUMBERS = ['436601111111', '436602222222', '436603333333'];
const TEXTS = ['Text 1', 'Text 2', 'Grüße'];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const BEFORE = minutesAgo(60);
const OF_OTHER_EXECUTION = 'n8n-abcdef-e0-4567-0-1';

const groupsOf = (pairs: Array<[string, string]>) =>
	new Map(pairs.map(([name]) => [name, pairs.filter(([other]) => other === name).map(([, value]) => value)]));

const anyMessage = fc.record({
	fate: fc.constantFrom('lost', 'lost', 'accepted', 'accepted', 'rejected', 'known', 'unnamed', 'repeated'),
	to: fc.constantFrom(...NUMBERS),
	text: fc.constantFrom(...TEXTS),
	isOwnId: fc.constantFrom(false, false, false, true),
	wasRejectedEarlier: fc.constantFrom(false, false, true),
});
const anyRequest = fc.record({
	list: fc.array(anyMessage, { minLength: 1, maxLength: 4 }),
	kind: fc.constantFrom('named', 'named', 'named', 'ofUser', 'ofEarlierTry'),
});
/** Messages of others, some with an ID of the user that this run has, too. */
const anyOther = fc.record({
	id: fc.constantFrom('own-0', 'own-1', 'other'),
	to: fc.constantFrom(...NUMBERS, '436604444444'),
	text: fc.constantFrom(...TEXTS),
	isOfThisN8n: fc.boolean(),
	isBefore: fc.boolean(),
	isRejected: fc.boolean(),
	isRepeat: fc.boolean(),
});
const anyNature = fc
	.record({
		numbers: fc.constantFrom('whole', 'whole', ...(Object.keys(SHOWN) as Array<keyof typeof SHOWN>)),
		hidesTexts: fc.boolean(),
	})
	.chain((more) => nature.map((logs): Logs => ({ ...logs, ...more })));

test('whatever else is in the logs, and however they show numbers and texts: no message has the entry of another, and none that is there is absent', async () => {
	let found = 0;
	let absent = 0;
	await fc.assert(
		fc.asyncProperty(
			anyNature,
			fc.array(anyRequest, { minLength: 1, maxLength: 7 }),
			fc.array(anyOther, { maxLength: 4 }),
			fc.boolean(),
			fc.constantFrom('node' as const, 'node' as const, 'none' as const),
			fc.boolean(),
			async (logs, all, others, isSecondLook, idsOf, areKnownBefore) => {
				const requestsOfRun = all.map(({ list, kind }, place) => {
					const bulkId = kind === 'ofUser' ? 'camp' : bulkIdOf(place);
					const listedBulkId = kind === 'ofEarlierTry' ? `n8n-abcdef-e1-0123-9-${place}` : bulkId;
					const parts = list.map((one, index) => {
						const { to, text } = one;
						const id = one.isOwnId ? 'own' : idsOf;
						const messageId = { node: `m${place}-${index}`, own: `own-${index}`, none: undefined }[id];
						const target = targetOf(`m${place}-${index}`, {
							destination: { to, ...(messageId !== undefined && { messageId }) },
							message: { text },
							hasOwnId: id === 'own',
						} as Partial<Target>);
						// Only what keeps IDs can know them
						let { fate } = one;
						if (fate === 'repeated' && (id !== 'node' || !logs.keepsIds)) fate = 'lost';
						// A service that keeps an ID of the user, but does not return it, lists it under that
						if (fate === 'unnamed' && id === 'own' && logs.keepsIds) fate = 'known';
						return { ...one, id, fate, target };
					});
					const isAlone = parts.length === 1;
					const isShown = kind === 'named' && place < 5 && logs.knowsBulkIds && (logs.hasBulkIdOfOne || !isAlone);
					return { kind, bulkId, listedBulkId, parts, isAlone, isShown };
				});
				const parts = requestsOfRun.flatMap((request) => request.parts.map((part) => ({ ...part, request })));
				const entries = parts.flatMap(({ fate, target, id, wasRejectedEarlier, request }): Logged[] => {
					const { kind, listedBulkId: bulkId, isAlone } = request;
					const earlier = { target, bulkId: OF_OTHER_EXECUTION, isAlone: false, sentAt: BEFORE };
					const ofEarlier =
						wasRejectedEarlier && kind === 'named' && id === 'node' && fate !== 'repeated'
							? [{ ...earlier, isRejected: true }]
							: [];
					if (fate === 'lost') return ofEarlier;
					if (fate === 'repeated') return [earlier, { target, bulkId, isAlone, isRepeat: true }];
					return [...ofEarlier, { target, bulkId, isAlone, isRejected: fate === 'rejected' }];
				});
				const ofOthers = others
					.filter(({ isBefore, isOfThisN8n, id }) => id === 'other' || isBefore || isOfThisN8n)
					.map(
						({ id, to, text, isOfThisN8n, isBefore, ...more }): Logged => ({
							target: targetOf('', { destination: { to, messageId: id }, message: { text } } as Partial<Target>),
							bulkId: isOfThisN8n ? OF_OTHER_EXECUTION : 'news',
							isAlone: false,
							...(isBefore && { sentAt: BEFORE }),
							...more,
						}),
					);
				const { transport, asked, logs: shown } = serviceWith(logs, [...ofOthers, ...entries]);
				const idOf = (target: Target) =>
					shown[ofOthers.length + entries.findIndex((entry) => entry.target === target && entry.sentAt !== BEFORE)]!
						.messageId;
				const service: KnownService = {};
				// By an earlier run, or by this one
				const isKnownBefore = ({ target, request }: (typeof parts)[number]) =>
					target.hasOwnId && request.kind === 'ofUser' && areKnownBefore;
				const search = new LogSearch(transport, undefined, {
					messageIds: parts.flatMap(({ target }) => target.destination.messageId ?? []),
					claims: groupsOf(
						parts
							.filter((part) => part.fate === 'known' && isKnownBefore(part))
							.map(({ target, request }) => [contentNameOf(target), request.listedBulkId]),
					),
					service,
					execution: { bulkIdPrefix: 'n8n-abcdef-e1-', executionCode: '0123', isRetry: false },
				});
				for (const part of parts) {
					const { target, fate, to, request } = part;
					if (fate === 'unnamed' || (fate === 'known' && !isKnownBefore(part)))
						search.accepted(
							target,
							fate === 'known' ? { to, messageId: idOf(target) } : undefined,
							request.listedBulkId,
						);
				}
				const soughtParts = parts.filter(({ fate }) => fate !== 'known' && fate !== 'unnamed');
				const results = new Map<Target, JsonObject>();
				const lookFor = async (isLast: boolean) => {
					const look = await search.requests(
						requestsOfRun.flatMap(({ kind, bulkId, parts: ofRequest }) => {
							const targets = soughtParts
								.map(({ target }) => target)
								.filter((target) => ofRequest.some((part) => part.target === target) && !results.has(target));
							return targets.length === 0
								? []
								: [
										sought(bulkId, targets, {
											isSingle: ofRequest.length === 1,
											numbers: ofRequest.map(({ to }) => to),
											settings: kind === 'ofUser' ? { bulkId } : {},
											duplicates: ofRequest.filter(({ fate }) => fate === 'repeated').map(({ target }) => target),
											isOfEarlierTry: kind === 'ofEarlierTry',
										}),
									];
						}),
						isLast,
					);
					for (const [target, log] of look.found) results.set(target, log);
					for (const target of look.unread.keys()) expect(results.has(target)).toBe(false);
					return look;
				};
				if (isSecondLook) await lookFor(false);
				const { unread } = await lookFor(true);
				const isThere = ({ fate }: { fate: string }) => fate !== 'lost';
				// Under another ID to another number, nothing can be told
				const mustBeSeen = ({ fate, id, request }: { fate: string; id: string; request: { isShown: boolean } }) =>
					// Under an ID of the user, a rejection may be of before
					(fate === 'accepted' || (fate === 'rejected' && id !== 'own')) &&
					(logs.numbers !== 'rewritten' || request.isShown || (logs.keepsIds && id === 'node'));
				for (const { target, to, text } of soughtParts) {
					const log = results.get(target);
					if (log === undefined) continue;
					found += 1;
					expect(log.to).toBe(to);
					if (log.text !== undefined && text !== 'Grüße') expect(log.text).toBe(text);
				}
				const isRejection = (log: JsonObject | undefined) =>
					log?.status === undefined ? false : (log.status as JsonObject).groupId === 5;
				for (const to of NUMBERS) {
					const those = soughtParts.filter((part) => part.to === to);
					const foundOnes = those.filter(({ target }) => results.has(target));
					expect(foundOnes.length).toBeLessThanOrEqual(those.filter(isThere).length);
					expect(foundOnes.filter(({ target }) => isRejection(results.get(target))).length).toBeLessThanOrEqual(
						those.filter(({ fate }) => fate === 'rejected').length,
					);
					for (const { target, fate, id } of those)
						if (
							logs.keepsIds &&
							logs.knowsLists === true &&
							logs.cap === 1000 &&
							id === 'node' &&
							['accepted', 'rejected'].includes(fate)
						)
							expect(results.has(target)).toBe(true);
					for (const text of TEXTS) {
						const equal = those.filter((part) => part.text === text);
						const told = equal.filter(({ target }) => results.has(target) || unread.has(target)).length;
						absent += equal.length - told;
						if (logs.cap === 1000) expect(told).toBeGreaterThanOrEqual(equal.filter(mustBeSeen).length);
					}
				}
				if (service.keepsIds !== undefined) expect(service.keepsIds).toBe(logs.keepsIds);
				for (const query of asked) {
					expect(['everything', '']).not.toContain(query);
					const ids = query.split(',');
					expect(new Set(ids).size).toBe(ids.length);
				}
				if (!isSecondLook) {
					const named = requestsOfRun
						.filter(({ kind }) => kind === 'named')
						.map((request) => soughtParts.filter((part) => part.request === request))
						.filter((ofRequest) => ofRequest.length > 0);
					let byBulkId = 0;
					for (const ofRequest of named)
						if (byBulkId < 5 || ofRequest.some(({ target }) => target.destination.messageId === undefined))
							byBulkId += 1;
					expect(asked.filter((query) => query.startsWith('n8n-')).length).toBe(byBulkId);
				}
			},
		),
		{ numRuns: 300 },
	);
	expect(found).toBeGreaterThan(100);
	expect(absent).toBeGreaterThan(100);
});

const GOOD: Logs = { knowsLists: true, knowsBulkIds: true, keepsIds: true, hasBulkIdOfOne: true, cap: 1000 };
const reasonsOf = (unread: ReadonlyMap<Target, { message: string }>) =>
	[...unread.values()].map(({ message }) => message);

test('a request whose bulk ID the logs show takes one call, however much of it is absent', async () => {
	const targets = ['a', 'b', 'c', 'd'].map((name, nth) => targetOf(name, { to: `43660000000${nth}` }));
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
	['of something else', 'campaign-7', 1],
])('on Retry, an entry with the ID of the user and a bulk ID %s', async (_, bulkId, found) => {
	const target = targetOf('own', { hasOwnId: true });
	const { transport } = serviceWith(GOOD, [{ target, bulkId, isAlone: true }]);
	const execution = { bulkIdPrefix: 'n8n-abcdef-e9-', executionCode: '0123', isRetry: true };
	const look = await new LogSearch(transport, undefined, { execution }).messages([target]);
	expect(look.found.size).toBe(found);
});

test('a request with one message, too, takes one call once the logs have shown the bulk ID of another', async () => {
	const [there, lost] = ['there', 'lost'].map((name) => targetOf(name)) as [Target, Target];
	const { transport, asked } = serviceWith(GOOD, [{ target: there, bulkId: bulkIdOf(0), isAlone: true }]);
	const search = searchOf(transport, [there, lost]);
	const look = await search.requests(
		[there, lost].map((target, place) => sought(bulkIdOf(place), [target])),
		true,
	);
	expect([...look.found.keys()]).toEqual([there]);
	expect(look.unread.size).toBe(0);
	expect(asked).toEqual([bulkIdOf(0), bulkIdOf(1)]);
});

test.each<[string, JsonObject, 'open' | 'absent']>([
	['that may be it', {}, 'open'],
	['at a time that is not shown', { sentAt: undefined }, 'open'],
	['by a clock that is slow', { sentAt: minutesAgo(9) }, 'open'],
	['with its number in part', { to: '4366****11' }, 'open'],
	['without a text', { text: undefined }, 'open'],
	['by a clock of another time zone', { sentAt: minutesAgo(14 * 60) }, 'open'],
	['sent before', { sentAt: minutesAgo(15 * 60) }, 'absent'],
	['that was rejected', { status: REJECTED }, 'absent'],
	['that was a repeat', { status: REPEATED }, 'absent'],
	['to another number', { to: NUMBERS[1]! }, 'absent'],
	['with another text', { text: 'Another' }, 'absent'],
	['of another request', { bulkId: bulkIdOf(7) }, 'absent'],
	['that is known to be another', { messageId: 'service-other' }, 'absent'],
])('beside an entry under an ID of the service %s, a message is left open or absent', async (_, shows, state) => {
	const target = targetOf('lost', { to: NUMBERS[0]! });
	const service = serviceWith({ ...GOOD, knowsBulkIds: false, keepsIds: false }, [
		{ target, bulkId: 'of the service', isAlone: false },
	]);
	Object.assign(service.logs[0]!, shows);
	const search = searchOf(service.transport, [target]);
	search.accepted(targetOf('other'), { messageId: 'service-other' }, bulkIdOf(1));
	const look = await search.requests([sought(bulkIdOf(0), [target])], true);
	expect(look.found.size).toBe(0);
	expect(look.unread.has(target) ? 'open' : 'absent').toBe(state);
});

test.each([
	['accepted one', {}, ['b'], 'a,time'],
	['repeat', { isRepeat: true }, [], 'a,b,a,b,time'],
])(
	'an entry of a request that shows a part of the number of one leaves only that number open',
	async (_, more, open, calls) => {
		const targets = ['a', 'b'].map((name, index) => targetOf(name, { to: NUMBERS[index]! }));
		const service = serviceWith({ ...GOOD, numbers: 'masked' }, [
			{ target: targets[1]!, bulkId: bulkIdOf(0), isAlone: false, ...more },
		]);
		service.logs[0]!.messageId = 'service-0';
		const look = await searchOf(service.transport, targets).requests([sought(bulkIdOf(0), targets)], true);
		expect(look.found.size).toBe(0);
		expect([...look.unread.keys()].map(({ key }) => key)).toEqual(open);
		expect(service.asked.slice(1).join(',')).toBe(calls);
	},
);

test.each<[string, boolean, boolean, KnownService]>([
	['accepted under an ID of the node', false, false, { keepsIds: true }],
	['accepted under an ID of the user, which may be of before', true, false, {}],
	['rejected, maybe before it got an ID of the service', false, true, {}],
])(
	'whether the service keeps IDs is learned from a message that the logs show as %s',
	async (_, hasOwnId, isRejected, learned) => {
		const target = targetOf('a', { hasOwnId });
		const { transport } = serviceWith(GOOD, [{ target, bulkId: 'news', isAlone: true, isRejected }]);
		const service: KnownService = {};
		expect((await new LogSearch(transport, undefined, { service }).messages([target])).found.size).toBe(1);
		expect(service).toEqual(learned);
	},
);

test('what an earlier run was told of is not found for a later message with the same ID of the user', async () => {
	const target = targetOf('own', { hasOwnId: true });
	const { transport } = serviceWith(GOOD, [{ target, bulkId: 'camp-1', isAlone: false }]);
	const foundAfter = async (...bulkIds: string[]) => {
		const claims = new Map([[contentNameOf(target), bulkIds]]);
		return (await new LogSearch(transport, undefined, { claims }).messages([target])).found.size;
	};
	expect(await foundAfter()).toBe(1);
	expect(await foundAfter('camp-1')).toBe(0);
});

test('an answer that shows other messages than asked for proves nothing', async () => {
	const targets = ['a', 'b', 'c'].map((name) => targetOf(name));
	const { transport } = serviceWith(
		{ ...GOOD, ignoresIds: true, cap: 2 },
		targets.map((target) => ({ target, bulkId: 'news', isAlone: true })),
	);
	const look = await searchOf(transport, targets).messages(targets.slice(2));
	expect([...look.unread.keys()]).toEqual(targets.slice(2));
});

test('a message that was found is proof in the lists that follow', async () => {
	const [there, ...lost] = ['there', 'a', 'b'].map((name) => targetOf(name)) as [Target, ...Target[]];
	const { transport, asked } = serviceWith(GOOD, [{ target: there, bulkId: 'news', isAlone: true }]);
	const search = searchOf(transport, [there, ...lost]);
	await search.messages([there]);
	const look = await search.messages(lost);
	expect(look.found.size + look.unread.size).toBe(0);
	expect(asked).toEqual(['there', 'a,there,b']);
});

test.each<[string, string, JsonObject, 'found' | 'open' | 'absent' | 'absent, unless it is a repeat']>([
	['of this execution', bulkIdOf(7), {}, 'found'],
	['of this execution, long ago', bulkIdOf(7), { sentAt: minutesAgo(60) }, 'found'],
	['of another execution of this n8n', OF_OTHER_EXECUTION, {}, 'absent, unless it is a repeat'],
	['of something else', 'news', {}, 'found'],
	['of something else, by a clock that is slow', 'news', { sentAt: minutesAgo(9) }, 'found'],
	['of something else, before', 'news', { sentAt: minutesAgo(11) }, 'open'],
	['of something else, done before', 'news', { sentAt: undefined, doneAt: minutesAgo(11) }, 'open'],
	['of something else, at a time that is not shown', 'news', { sentAt: undefined }, 'found'],
	['of something else, at a time that is not a time', 'news', { sentAt: 'now' }, 'found'],
])('an entry with the ID of the user and a bulk ID %s', async (_, bulkId, shows, state) => {
	const target = targetOf('own', { hasOwnId: true });
	const stateOf = async (isRepeat: boolean) => {
		const service = serviceWith(GOOD, [{ target, bulkId, isAlone: false }]);
		Object.assign(service.logs[0]!, shows);
		const settings = { bulkId: 'of the user' };
		const request = sought('of the user', [target], { settings, duplicates: isRepeat ? [target] : [] });
		const { found, unread } = await searchOf(service.transport, [target]).requests([request], true);
		return found.has(target) ? 'found' : unread.has(target) ? 'open' : 'absent';
	};
	expect(await stateOf(false)).toBe(state.split(',')[0]);
	expect(await stateOf(true)).toBe('found');
	const { transport } = serviceWith(GOOD, [{ target, bulkId, isAlone: false }]);
	// What other executions have sent may count, too
	expect((await new LogSearch(transport, undefined).messages([target])).found.size).toBe(1);
});

test.each([
	['no entry', 0, 'absent', 'absent'],
	['one entry', 1, 'absent', 'absent'],
	['fewer entries than fit an answer', 2, 'open', 'absent'],
	['as many entries as fit an answer', 3, 'open', 'open'],
	['more entries than fit an answer', 4, 'open', 'open'],
])('a message under an ID of the user that has %s of other messages', async (_, count, atFirst, afterLongerAnswer) => {
	const target = targetOf('lost', { destination: { to: NUMBERS[0]!, messageId: 'own' }, hasOwnId: true });
	const others = Array.from({ length: count }, (__, index) =>
		targetOf(`other-${index}`, { destination: { to: NUMBERS[0]!, messageId: 'own' } }),
	);
	const seen = ['a', 'b', 'c'].map((name) => targetOf(name));
	const { transport, asked } = serviceWith(
		{ ...GOOD, cap: 3 },
		[...others, ...seen].map((one) => ({ target: one, bulkId: 'news', isAlone: true })),
	);
	const stateOf = async (search: LogSearch) => {
		const { found, unread } = await search.messages([target]);
		return found.has(target) ? 'found' : unread.has(target) ? 'open' : 'absent';
	};
	expect(await stateOf(searchOf(transport, [target]))).toBe(atFirst);
	if (atFirst === 'absent') expect(asked).toEqual(['own']);
	const search = searchOf(transport, [target, ...seen]);
	expect((await search.messages(seen)).found.size).toBe(3);
	expect(await stateOf(search)).toBe(afterLongerAnswer);
});

test.each([
	[
		'a message that is known to be there, in second place: a service may read only the first or the last',
		{},
		['a,known,b'],
	],
	['no message that is held until its time', { sendAt: '2030-01-01T00:00:00Z' }, ['a,b', 'a', 'b']],
])('a list also asks for %s', async (_, more, calls) => {
	const [known, ...lost] = ['known', 'a', 'b'].map((name) => targetOf(name)) as [Target, ...Target[]];
	const held = { ...known, message: { ...known.message, ...more } };
	const { transport, asked } = serviceWith(GOOD, [{ target: held, bulkId: 'news', isAlone: true }]);
	const search = searchOf(transport, [held, ...lost]);
	search.accepted(held, { messageId: 'known' }, bulkIdOf(0));
	const look = await search.messages(lost);
	expect(look.found.size + look.unread.size).toBe(0);
	expect(asked).toEqual(calls);
});

test.each([
	['accepted', false, { to: '43660' }],
	['rejected', true, { to: '43660', status: REJECTED, bulkId: bulkIdOf(0) }],
])(
	'of messages that cannot be told from each other, it is only said that they were %s',
	async (_, isRejected, said) => {
		const targets = ['a', 'b'].map((name) => {
			const { messageId, ...destination } = targetOf(name, { to: '43660' }).destination;
			return targetOf(name, { destination });
		});
		const { transport } = serviceWith(
			{ ...GOOD, hidesTexts: true },
			targets.map((target) => ({ target, bulkId: bulkIdOf(0), isAlone: false, isRejected })),
		);
		const { found } = await searchOf(transport, targets).requests([sought(bulkIdOf(0), targets)], true);
		expect([...found.values()]).toEqual([said, said]);
	},
);

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

test.each([
	['one of the user, so that those of the node may be listed under others', true, 'open'],
	['one of the node, so that none is listed under another', false, 'absent'],
])('where the service keeps the ID of a message: %s', async (_, hasOwnId, state) => {
	const [told, lost] = ['told', 'lost'].map((name) => targetOf(name, { to: '43660', message: { text: 'Hi' } })) as [
		Target,
		Target,
	];
	const { transport } = serviceWith({ ...GOOD, keepsIds: false }, [
		{ target: lost, bulkId: 'of the service', isAlone: true },
	]);
	const search = searchOf(transport, [told, lost]);
	search.accepted({ ...told, hasOwnId }, { messageId: 'told' }, bulkIdOf(0));
	const look = await search.requests([sought(bulkIdOf(1), [lost])], true);
	expect(look.unread.has(lost) ? 'open' : 'absent').toBe(state);
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
