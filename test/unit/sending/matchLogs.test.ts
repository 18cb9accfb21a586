import fc from 'fast-check';

import { contentNameOf } from '../../../nodes/SmsMessaging/sending/plan/claims';
import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { matchLogs, type Sought } from '../../../nodes/SmsMessaging/sending/submit/matchLogs';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';

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

const CAMP = { bulkId: 'camp' };
const ACCEPTED = { status: { groupId: 1 } };
const REJECTED = { status: { groupId: 5 } };
const REPEATED = { status: { groupId: 5, id: 23 } };

/** Entries of one message, and what they say of it: which is its own, that one may be, or that none is. */
const singleCases: Array<
	[
		title: string,
		entries: Array<Record<string, unknown>>,
		says: number | 'unclear' | 'absent',
		known?: {
			bulkId?: string;
			claims?: Array<string | undefined>;
			isOfOther?: boolean | 'perhaps';
			target?: Partial<Sought>;
		},
	]
> = [
	['its ID, number and text', [{}], 0],
	['nothing', [], 'absent'],
	['its number written otherwise', [{ to: `+${TO}` }], 0],
	['its rejection', [REJECTED], 0],
	['its rejection, and that it was accepted', [REJECTED, ACCEPTED], 1],
	['a status of an unknown group, and a rejection', [REJECTED, { status: { groupId: 99 } }], 1],
	['another text', [{ text: 'Other' }], 'absent'],
	['another number', [{ to: '436611111128' }], 'absent'],
	['another ID', [{ messageId: 'other' }], 'absent'],
	['no text', [{ text: undefined }], 'unclear'],
	['a part of its number', [{ to: '4366*****17' }], 'unclear'],
	['a part of another number', [{ to: '4366*****28' }], 'absent'],
	['a part of its number, with another text', [{ to: '4366*****17', text: 'Other' }], 'absent'],
	['that its ID was repeated', [REPEATED], 'unclear'],
	['that its ID was repeated with another text', [{ ...REPEATED, text: 'Other' }], 'absent'],
	['that its ID was repeated, besides a message with another text', [REPEATED, { text: 'Other' }], 'absent'],
	['that its ID was repeated, and that it was accepted', [REPEATED, ACCEPTED], 1],
	['its request, with another text', [{ text: 'Other', bulkId: NOW }], 0, { bulkId: NOW }],
	['its request, with a part of its number', [{ to: '4366*****17', bulkId: NOW }], 0, { bulkId: NOW }],
	['its request, with another number', [{ to: '436611111128', bulkId: NOW }], 'absent', { bulkId: NOW }],
	['its request, after another one', [CAMP, { bulkId: NOW }], 1, { bulkId: NOW }],
	['its rejection in its request, besides another one', [CAMP, { ...REJECTED, bulkId: NOW }], 1, { bulkId: NOW }],
	['another request of the service', [CAMP], 0, { bulkId: NOW }],
	['another request of the run', [{ bulkId: 'n8n-abcdef-e2-0123-0-2' }], 'absent', { bulkId: NOW }],
	['a rejection in another request', [{ ...REJECTED, ...CAMP }], 'absent', { bulkId: NOW }],
	['a message that is claimed', [{}], 'absent', { claims: [undefined] }],
	['a message more than is claimed', [{}, CAMP], 1, { claims: [undefined] }],
	['the request of a claim, and another one', [{ bulkId: 'shop' }, CAMP], 0, { claims: ['camp'] }],
	['the request of a claim only', [CAMP], 'absent', { claims: ['camp'] }],
	['the requests of two claims, and another one', [{}, { bulkId: NOW }, CAMP], 0, { claims: ['camp', NOW] }],
	['a request that a claim may be in by now', [CAMP], 'absent', { claims: [NOW] }],
	['another request of the run of a claim', [{ bulkId: 'n8n-abcdef-e2-0123-0-2' }], 0, { claims: [NOW] }],
	['one of another execution', [{}], 'absent', { isOfOther: true }],
	['perhaps one of another execution', [{}], 'unclear', { isOfOther: 'perhaps' }],
	['its request, perhaps of another execution', [{ bulkId: NOW }], 0, { bulkId: NOW, isOfOther: 'perhaps' }],
	['an ID of the node, with another text', [{ text: 'Other' }], 0, { target: { hasOwnId: false } }],
	['that an ID of the node was repeated', [REPEATED], 'absent', { target: { hasOwnId: false } }],
	['an ID of the node, rejected', [{ ...REJECTED, bulkId: NOW }], 0, { bulkId: NOW, target: { hasOwnId: false } }],
	['an ID of the node, accepted before', [{ bulkId: EARLIER }], 0, { bulkId: NOW, target: { hasOwnId: false } }],
	[
		'an ID of the node, rejected before',
		[{ ...REJECTED, bulkId: EARLIER }],
		'absent',
		{ bulkId: NOW, target: { hasOwnId: false } },
	],
	['only bytes that were sent', [{}], 'unclear', { target: { message: { binary: { hex: '00' } } } }],
];

test.each(singleCases)(
	'entries with an ID: %s',
	(_, entries, says, { target: more, claims, bulkId, isOfOther } = {}) => {
		const one: Sought = { destination: { to: TO, messageId: 'own' }, message: { text: 'Hi' }, hasOwnId: true, ...more };
		const logs = entries.map((entry, price) => ({
			...{ messageId: 'own', to: TO, text: 'Hi', ...ACCEPTED, price },
			...entry,
		}));
		const { found, unclear } = matchLogs(logs, [one], {
			taken: new Set(),
			bulkIds: new Map(bulkId === undefined ? [] : [[one, bulkId]]),
			...(claims && { claims: new Map([[contentNameOf(one), claims]]) }),
			...(isOfOther !== undefined && { isOfOther: () => isOfOther }),
		});
		expect(found.get(one)?.price ?? (unclear.includes(one) ? 'unclear' : 'absent')).toBe(says);
	},
);

test('an entry is of only one message, and of another one only if there are as many', () => {
	const targets = ['Hi', 'Hi', 'Hi'].map((text) => ({
		...{ destination: { to: TO, messageId: 'own' }, message: { text }, hasOwnId: true },
	}));
	const logs = [1, 2].map((price) => ({ messageId: 'own', to: TO, text: 'Hi', ...ACCEPTED, price }));
	const { found, unclear } = matchLogs(logs, targets, { taken: new Set(), bulkIds: new Map() });
	expect([...found.values()]).toEqual(logs);
	expect(unclear).toEqual([]);
});

test('of messages with one ID, number and text, each gets the entry with its own sender', () => {
	const targets = [undefined, 'Shop', 'Acme'].map((from) => ({
		...{ destination: { to: TO, messageId: 'own' }, message: { ...(from && { from }), text: 'Hi' }, hasOwnId: true },
	}));
	const logOf = (from: string, price: number) => ({ messageId: 'own', to: TO, text: 'Hi', from, ...ACCEPTED, price });
	const match = (...senders: string[]) => {
		const { found } = matchLogs(senders.map(logOf), targets, { taken: new Set(), bulkIds: new Map() });
		return targets.map((target) => found.get(target)?.from);
	};
	expect(match('Acme')).toEqual([undefined, undefined, 'Acme']);
	expect(match('Acme', 'Shop', 'Default')).toEqual(['Default', 'Shop', 'Acme']);
	expect(match('Acme', 'Acme')).toEqual(['Acme', undefined, 'Acme']);
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

test('a message that was accepted without an ID, but is listed under its own, takes no entry of another', () => {
	const [unnamed, open] = ['own', undefined].map((messageId) => ({
		...{ destination: { to: TO, messageId }, message: { text: 'Hi' }, hasOwnId: messageId !== undefined },
	})) as unknown as [Target, Target];
	const isFound = (...logs: JsonObject[]) => {
		const request = { bulkId: NOW, numbers: [TO], unnamed: [unnamed], unknown: [] };
		const known = { taken: new Set(['own']), bulkIds: new Map() };
		return matchLogs(logs, [open], known, request).found.has(open);
	};
	const [own, other] = [log('own', NOW, 1), log('service-1', NOW, 1)].map((one) => ({ ...one, text: 'Hi' }));
	expect(isFound(own!, other!)).toBe(true);
	expect(isFound(own!)).toBe(false);
	expect(isFound(other!)).toBe(false);
});

test('beside a message whose final status is known, the entry of another with its ID, number and text is found', () => {
	const [known, open] = [{ final: 'DELIVERED' as const }, {}].map((accepted) => ({
		...{ destination: { to: TO, messageId: 'own' }, message: { text: 'Hi' }, accepted },
	})) as [Sought, Sought];
	const logOf = (groupId: number, more = {}) => ({
		messageId: 'own',
		to: TO,
		text: 'Hi',
		status: { groupId },
		...more,
	});
	const groupOf = (logs: JsonObject[], bulkIds = new Map<Sought, string>()) => {
		const { found } = matchLogs(logs, [known, open], { taken: new Set(), bulkIds });
		return (found.get(open)?.status as { groupId: number } | undefined)?.groupId;
	};
	// The logs lag
	expect(groupOf([logOf(1), logOf(2)])).toBe(2);
	expect(groupOf([logOf(3), logOf(3, { bulkId: NOW })], new Map([[open, NOW]]))).toBe(3);
});

const FINAL = { 2: 'UNDELIVERABLE', 3: 'DELIVERED' } as const;
const OTHER_TO = '436611111128';
const FOREIGN_TO = '436622222239';
const accepted = fc.record({
	to: fc.constantFrom(TO, TO, TO, OTHER_TO),
	text: fc.constantFrom('Text 1', 'Text 2'),
	bulkId: fc.constantFrom('camp', 'n8n-abcdef-e2-0123-0-1', 'n8n-abcdef-e2-0123-0-2'),
	groupId: fc.constantFrom(1, 2, 3),
	/** What the logs show of it. */
	shows: fc.constantFrom('nothing' as const, 'pending' as const, 'all' as const, 'all' as const, 'all' as const),
	isKnown: fc.boolean(),
});
const earlier = fc.record({
	to: fc.constantFrom(TO, FOREIGN_TO),
	bulkId: fc.constantFrom('camp-1', EARLIER),
	groupId: fc.constantFrom(2, 3),
	isAtOnce: fc.boolean(),
});
const shown = fc.record({
	texts: fc.constantFrom('whole' as const, 'whole' as const, 'hidden' as const, 'other' as const),
	bulkIds: fc.boolean(),
	times: fc.constantFrom(true, true, false),
	numbers: fc.constantFrom(true, true, false),
});

test('of messages under one ID of the user, none gets the status of another, and each is found that no other can be', () => {
	let found = 0;
	let certain = 0;
	fc.assert(
		fc.property(
			fc.array(accepted, { minLength: 1, maxLength: 3 }),
			fc.array(earlier, { maxLength: 1 }),
			shown,
			fc.boolean(),
			fc.boolean(),
			(messages, beside, shows, isNewestFirst, hasBegin) => {
				const isOwn = messages.every(({ bulkId }) => bulkId.startsWith('n8n-'));
				// What else has the ID can be told by its number, its execution, or its time
				const others = beside.filter(
					({ to, bulkId, isAtOnce }) =>
						(shows.numbers && to === FOREIGN_TO) ||
						(shows.bulkIds && bulkId === EARLIER && isOwn) ||
						(hasBegin && shows.times && !isAtOnce),
				);
				const entries = [
					...others.map(({ isAtOnce, ...one }) => ({ ...one, sentAt: isAtOnce ? 2000 : 0, text: 'Text 1', place: -1 })),
					...messages
						.map(({ shows, ...one }, place) => ({
							...{ ...one, place, isShown: shows !== 'nothing', sentAt: 2000 },
							groupId: shows === 'all' ? one.groupId : 1,
						}))
						.filter(({ isShown }) => isShown),
				].map(({ to, text, bulkId, groupId, sentAt, place }) => ({
					...{ messageId: 'own', to: shows.numbers ? to : '4366*****', status: { groupId }, price: place },
					...(shows.times && { sentAt: new Date(sentAt).toISOString() }),
					...(shows.texts !== 'hidden' && { text: shows.texts === 'whole' ? text : 'Something else' }),
					...(shows.bulkIds && { bulkId }),
				}));
				const targets = messages.map(({ to, text, groupId, isKnown }) => ({
					destination: { to, messageId: 'own' },
					message: { text },
					accepted: {
						...(hasBegin && { notBefore: 1000 }),
						...(isKnown && groupId > 1 && { final: FINAL[groupId as 2] }),
					},
				}));
				const bulkIds = new Map(targets.map((one, place) => [one, messages[place]!.bulkId]));
				const matched = matchLogs(isNewestFirst ? entries.toReversed() : entries, targets, {
					taken: new Set(),
					bulkIds,
				});
				for (const [place, one] of targets.entries()) {
					const entry = matched.found.get(one);
					const { groupId } = (entry?.status as { groupId: number } | undefined) ?? { groupId: 1 };
					if (groupId > 1) {
						found += 1;
						expect(groupId).toBe(messages[place]!.groupId);
					}
					const isOpen = ({ accepted }: (typeof targets)[0]) => accepted.final === undefined;
					const { to, text, bulkId } = messages[place]!;
					const areOthersClear =
						messages.every(({ shows }) => shows !== 'nothing') &&
						targets.every(
							(other, index) =>
								other === one ||
								(other.destination.to === to
									? !isOpen(other) ||
										(shows.bulkIds && messages[index]!.bulkId !== bulkId) ||
										(shows.texts === 'whole' && messages[index]!.text !== text)
									: shows.numbers),
						);
					if (!isOpen(one) || !areOthersClear || (shows.texts === 'other' && !shows.bulkIds)) continue;
					certain += 1;
					expect(entry).toBeDefined();
				}
			},
		),
		{ numRuns: 1500 },
	);
	expect(found).toBeGreaterThan(150);
	expect(certain).toBeGreaterThan(100);
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
	isRejected: fc.constantFrom(false, false, true),
	showsText: fc.boolean(),
});

test('of messages to one number under IDs of the service, each is matched with the entry of its own sender and text, or with none', () => {
	let exact = 0;
	let whole = 0;
	let absent = 0;
	fc.assert(
		fc.property(
			fc.array(sent, { minLength: 1, maxLength: 5 }),
			fc.boolean(),
			fc.constantFrom('all' as const, 'all' as const, 'some' as const, 'none' as const),
			fc.boolean(),
			fc.boolean(),
			fc.boolean(),
			(drawn, showsSenders, showsTexts, isNewestFirst, isUnknownThere, isSameContent) => {
				// Entries with and without texts can be mixed up if there are several senders, or messages without an ID
				const messages = drawn.map(({ from, fate, ...one }) =>
					showsTexts === 'some'
						? { ...one, from: undefined, fate: fate === 'unnamed' ? ('accepted' as const) : fate }
						: { ...one, from, fate },
				);
				const targets = messages.map(
					({ from, text }, place) =>
						({
							...{ destination: { to: TO, messageId: `m${place}` }, hasOwnId: false },
							message: isSameContent ? { text: 'Hi' } : { ...(from !== undefined && { from }), text },
						}) as unknown as Target,
				);
				const of = (...fates: string[]) => targets.filter((_, place) => fates.includes(messages[place]!.fate));
				const there = of('accepted', 'unnamed', ...(isUnknownThere ? ['unknown'] : []));
				const messageOf = (one: Target) => messages[targets.indexOf(one)]!;
				// What is rejected may be mixed up with what is accepted without an ID
				const groupOf = (one: Target) => (messageOf(one).isRejected && of('unnamed').length === 0 ? 5 : 1);
				const logs = there.map((one, place) => ({
					...log(`service-${place}`, NOW, groupOf(one)),
					...(showsSenders && { from: one.message.from ?? 'Default' }),
					...((showsTexts === 'all' || (showsTexts === 'some' && messageOf(one).showsText)) && {
						text: one.message.text!,
					}),
					price: place,
				}));
				const besides = [
					{ ...log('service-of-other-request', EARLIER, 1), text: 'Another' },
					{ ...log('m0', NOW, 1), to: OTHER_TO, bulkId: EARLIER },
				].slice(0, isUnknownThere ? 1 : 0);
				const open = of('accepted', 'lost');
				const { found, interchangeable, unclear } = matchLogs(
					[...besides, ...(isNewestFirst ? logs.toReversed() : logs)],
					open,
					{ taken: new Set(targets.map(({ destination }) => destination.messageId!)), bulkIds: new Map() },
					{ bulkId: NOW, numbers: [TO], unnamed: of('unnamed'), unknown: of('unknown') },
				);
				const contentOf = ({ message: { from, text } }: Target) => JSON.stringify([from, text]);
				const count = (some: Iterable<Target>, is: (one: Target) => boolean) => [...some].filter(is).length;
				for (const content of new Set(targets.map(contentOf))) {
					const isIt = (one: Target) => contentOf(one) === content;
					for (const group of [1, 5]) {
						const isFound = (one: Target) =>
							isIt(one) && (found.get(one)!.status as { groupId: number }).groupId === group;
						expect(count(found.keys(), isFound)).toBeLessThanOrEqual(
							count(there, (one) => isIt(one) && groupOf(one) === group),
						);
					}
					const isShown = showsSenders && showsTexts === 'all' && !content.includes('null');
					// What is neither found nor unclear is sent again
					if (isShown && count(of('unknown'), isIt) === 0)
						expect(
							count(found.keys(), isIt) + count(unclear, isIt) + count(of('unnamed'), isIt),
						).toBeGreaterThanOrEqual(count(there, isIt));
				}
				expect(found.size + unclear.length + of('unnamed', 'unknown').length).toBeGreaterThanOrEqual(there.length);
				expect(unclear.filter((one) => found.has(one))).toEqual([]);
				// What the logs show not to be there is sent again
				const lettersOf = ({ message }: Target) => String(message.text).replaceAll(' ', '');
				const texts = new Set(there.map(lettersOf));
				const isAbsent = (one: Target) => showsTexts === 'all' && !texts.has(lettersOf(one));
				if (open.every(isAbsent)) {
					absent += open.length;
					expect(unclear).toEqual([]);
				}
				const isWhole = there.length === targets.length && of('unknown').length === 0;
				if (isWhole && new Set(there.map(groupOf)).size === 1) {
					expect(found.size).toBe(open.length);
					whole += 1;
				}
				if (isSameContent) expect(interchangeable.size).toBe(0);
				for (const [target, { price, text = target.message.text, from }] of found) {
					const isAlone = of('unnamed').length === 0;
					if (interchangeable.has(target) || !(isAlone || showsTexts === 'all')) continue;
					expect(text).toBe(target.message.text);
					if (showsSenders) expect(from).toBe(target.message.from ?? 'Default');
					if (isAlone) expect(contentOf(there[price as number]!)).toBe(contentOf(target));
					exact += 1;
				}
			},
		),
		{ numRuns: 1000 },
	);
	expect(exact).toBeGreaterThan(300);
	expect(whole).toBeGreaterThan(50);
	expect(absent).toBeGreaterThan(20);
});
