import fc from 'fast-check';

import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { matchLogs } from '../../../nodes/SmsMessaging/sending/submit/matchLogs';

const EARLIER = 'n8n-abcdef-e1-0123-0-1';
const NOW = 'n8n-abcdef-e2-0123-0-1';
const TO = '436600000017';

const target = (messageId: string, text: string) =>
	({ destination: { to: TO, messageId }, message: { text }, hasOwnId: false }) as unknown as Target;
const log = (messageId: string, bulkId: string, groupId: number) => ({
	messageId,
	to: TO,
	bulkId,
	status: { groupId },
});

test('that an earlier try of a message was rejected leaves open which of two the service has accepted under an ID of its own', () => {
	const targets = [target('first', 'Text 4'), target('second', 'Grüße')];
	const bulkIds = new Map(targets.map((one) => [one, NOW]));
	const request = { bulkId: NOW, numbers: targets.map(({ destination }) => destination.to), unnamed: [], unknown: [] };
	const logs = [log('first', EARLIER, 5), log('service-12', NOW, 1)];
	const { found, unclear } = matchLogs(logs, targets, { taken: new Set(['first', 'second']), bulkIds }, request);
	expect([...found.keys()]).toEqual([]);
	expect(unclear).toEqual(targets);
});

const FINAL = { 2: 'UNDELIVERABLE', 3: 'DELIVERED' } as const;
const accepted = fc.record({
	text: fc.constantFrom('Text 1', 'Text 2'),
	bulkId: fc.constantFrom('camp', 'n8n-abcdef-e2-0123-0-1', 'n8n-abcdef-e2-0123-0-2'),
	groupId: fc.constantFrom(1, 2, 3),
	/** What the logs show of it. */
	shows: fc.constantFrom('nothing' as const, 'pending' as const, 'all' as const, 'all' as const, 'all' as const),
	isKnown: fc.boolean(),
});
const earlier = fc.record({ bulkId: fc.constantFrom('camp-1', EARLIER), groupId: fc.constantFrom(2, 3) });

test('of messages to one number under one ID of the user, none gets the status of another', () => {
	let found = 0;
	fc.assert(
		fc.property(
			fc.array(accepted, { minLength: 1, maxLength: 3 }),
			fc.array(earlier, { maxLength: 1 }),
			fc.boolean(),
			fc.boolean(),
			fc.boolean(),
			(messages, others, showsTexts, showsBulkIds, isNewestFirst) => {
				const entries = [
					...others.map(({ bulkId, groupId }) => ({ sentAt: 0, text: 'Text 1', bulkId, groupId })),
					...messages
						.filter(({ shows }) => shows !== 'nothing')
						.map(({ shows, ...one }) => ({ ...one, sentAt: 2000, groupId: shows === 'all' ? one.groupId : 1 })),
				].map(({ text, bulkId, groupId, sentAt }, price) => ({
					...{ messageId: 'own', to: TO, status: { groupId }, price, sentAt: new Date(sentAt).toISOString() },
					...(showsTexts && { text }),
					...(showsBulkIds && { bulkId }),
				}));
				const targets = messages.map(({ text, groupId, isKnown }) => ({
					destination: { to: TO, messageId: 'own' },
					message: { text },
					accepted: { notBefore: 1000, ...(isKnown && groupId > 1 && { final: FINAL[groupId as 2] }) },
				}));
				const bulkIds = new Map(targets.map((one, place) => [one, messages[place]!.bulkId]));
				const matched = matchLogs(isNewestFirst ? entries.toReversed() : entries, targets, {
					taken: new Set(),
					bulkIds,
				});
				for (const [place, one] of targets.entries()) {
					const { groupId } = (matched.found.get(one)?.status as { groupId: number } | undefined) ?? { groupId: 1 };
					if (groupId === 1) continue;
					found += 1;
					expect(groupId).toBe(messages[place]!.groupId);
				}
			},
		),
		{ numRuns: 2000 },
	);
	expect(found).toBeGreaterThan(300);
});

const sent = fc.record({
	from: fc.constantFrom('Acme', 'Shop', undefined),
	text: fc.constantFrom('Hi there', 'Hi  there', 'Another'),
	fate: fc.constantFrom(
		'accepted' as const,
		'accepted' as const,
		'lost' as const,
		'unnamed' as const,
		'unknown' as const,
	),
});

test('of messages to one number under IDs of the service, each is matched with the entry of its own sender and text, or with none', () => {
	let exact = 0;
	fc.assert(
		fc.property(
			fc.array(sent, { minLength: 1, maxLength: 5 }),
			fc.boolean(),
			fc.boolean(),
			fc.boolean(),
			(messages, showsSenders, isNewestFirst, isUnknownThere) => {
				const targets = messages.map(
					({ from, text }, place) =>
						({
							...{ destination: { to: TO, messageId: `m${place}` }, hasOwnId: false },
							message: { ...(from !== undefined && { from }), text },
						}) as unknown as Target,
				);
				const of = (...fates: string[]) => targets.filter((_, place) => fates.includes(messages[place]!.fate));
				const there = of('accepted', 'unnamed', ...(isUnknownThere ? ['unknown'] : []));
				const logs = there.map(({ message: { from = 'Default', text } }, place) => ({
					...log(`service-${place}`, NOW, 1),
					...(showsSenders && { from }),
					text: text!,
				}));
				const open = of('accepted', 'lost');
				const { found, interchangeable, unclear } = matchLogs(
					isNewestFirst ? logs.toReversed() : logs,
					open,
					{ taken: new Set(targets.map(({ destination }) => destination.messageId!)), bulkIds: new Map() },
					{ bulkId: NOW, numbers: [TO], unnamed: of('unnamed'), unknown: of('unknown') },
				);
				const contentOf = ({ message: { from, text } }: Target) => JSON.stringify([from, text]);
				for (const content of new Set(targets.map(contentOf))) {
					const count = (some: Iterable<Target>) => [...some].filter((one) => contentOf(one) === content).length;
					expect(count(found.keys())).toBeLessThanOrEqual(count(there));
					const isShown = showsSenders && !content.includes('null');
					// What is neither found nor unclear is sent again
					if (isShown && count(of('unknown')) === 0)
						expect(count(found.keys()) + count(unclear) + count(of('unnamed'))).toBeGreaterThanOrEqual(count(there));
				}
				for (const [target, { text, from }] of found) {
					if (interchangeable.has(target)) continue;
					expect(text).toBe(target.message.text);
					if (showsSenders) expect(from).toBe(target.message.from ?? 'Default');
					exact += 1;
				}
			},
		),
		{ numRuns: 3000 },
	);
	expect(exact).toBeGreaterThan(1000);
});
