import fc from 'fast-check';

import type { RequestSettings } from '../../../nodes/SmsMessaging/fields/request';
import { byMessage, planRequests, requestBody } from '../../../nodes/SmsMessaging/sending/plan/requests';
import type { Batch, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { growthOverTenfold, PROPORTIONAL } from '../../support/growth';

/** The targets of one message. */
const message = (itemIndex: number, settings: RequestSettings = {}, destinations = 1): Target[] => {
	const content = { text: 'Hello' };
	return Array.from({ length: destinations }, (_, nth): Target => {
		const to = `4366${itemIndex}`;
		return {
			itemIndex,
			destination: { to },
			key: `${to}#${nth}`,
			hasOwnId: false,
			message: content,
			facts: {},
			settings,
			isLate: false,
			history: 'unsent',
		};
	});
};
const limitsOf = (messagesPerRequest: number, isOnePerNumber = false) => ({ messagesPerRequest, isOnePerNumber });
const plan = (messages: Target[][], perRequest: number): Batch[] => {
	let made = 0;
	return planRequests(messages.flat(), limitsOf(perRequest), () => `made-${++made}`);
};
const itemsOf = (messages: Target[][], perRequest: number) =>
	plan(messages, perRequest).map(({ targets }) => targets.map(({ itemIndex }) => itemIndex));

test.each([
	[0, 3, []],
	[1, 3, [[0]]],
	[3, 3, [[0, 1, 2]]],
	[4, 3, [[0, 1, 2], [3]]],
	[3, 1, [[0], [1], [2]]],
])('%p messages, at most %p in a request: %j', (count, perRequest, expected) => {
	expect(
		itemsOf(
			Array.from({ length: count }, (_, index) => message(index)),
			perRequest,
		),
	).toEqual(expected);
});

test('messages with different settings are kept apart, each kind in the order of the input', () => {
	const [a, b] = [{ bulkId: 'a' }, { bulkId: 'b' }];
	const messages = [message(0, a), message(1, b), message(2), message(3, a), message(4, a), message(5, b)];
	expect(itemsOf(messages, 2)).toEqual([[0, 3], [1, 5], [2], [4]]);
});

test.each<[string, RequestSettings, RequestSettings]>([
	['bulkId', { bulkId: 'a' }, {}],
	['tracking.track', { tracking: { track: 'SMS' } }, { tracking: { track: 'URL' } }],
	['tracking.type', { tracking: { track: 'SMS', type: 'a' } }, { tracking: { track: 'SMS' } }],
	['extra fields', { extraFields: { a: { b: 1 } } }, { extraFields: { a: { b: 2 } } }],
	['a bulkId and an extra field of the same text', { bulkId: 'x' }, { extraFields: { bulkId: 'x' } }],
])('%s keeps requests apart', (_, first, second) => {
	expect(itemsOf([message(0, first), message(1, second), message(2, structuredClone(first))], 100)).toEqual([
		[0, 2],
		[1],
	]);
});

test('the body holds the settings, the messages, and the extra fields beside them', () => {
	const [request] = plan(
		[
			message(0, {
				bulkId: 'b',
				tracking: { track: 'SMS' },
				extraFields: { more: true, tracking: { processKey: 'k' } },
			}),
		],
		10,
	);
	expect(requestBody(request!)).toEqual({
		bulkId: 'b',
		tracking: { track: 'SMS', processKey: 'k' },
		messages: [{ destinations: [{ to: '43660' }], text: 'Hello' }],
		more: true,
	});
	expect(requestBody(plan([message(0)], 10)[0]!)).toEqual({
		bulkId: 'made-1',
		messages: [{ destinations: [{ to: '43660' }], text: 'Hello' }],
	});
});

test('a request has the user’s bulkId, in every one of its parts, or one made for it alone', () => {
	const messages = [message(0, { bulkId: 'own' }), message(1), message(2, { bulkId: 'own' }), message(3)];
	expect(plan(messages, 1).map(({ bulkId }) => bulkId)).toEqual(['own', 'made-1', 'own', 'made-2']);
});

test('destinations of one message stand together in the body, and count as one message', () => {
	const requests = plan([message(0, {}, 3), message(1), message(2)], 2);
	expect(requests.map(requestBody)).toEqual([
		{
			bulkId: 'made-1',
			messages: [
				{ destinations: [{ to: '43660' }, { to: '43660' }, { to: '43660' }], text: 'Hello' },
				{ destinations: [{ to: '43661' }], text: 'Hello' },
			],
		},
		{ bulkId: 'made-2', messages: [{ destinations: [{ to: '43662' }], text: 'Hello' }] },
	]);
});

test('a request carries at most 1,000 destinations; a message with more travels in several', () => {
	const requests = plan([message(0, {}, 2300), message(1)], 100);
	expect(requests.map(({ targets }) => targets.length)).toEqual([1000, 1000, 301]);
	expect(requests.flatMap(({ targets }) => targets.map(({ key }) => key))).toEqual(
		[...message(0, {}, 2300), ...message(1)].map(({ key }) => key),
	);
	expect((requestBody(requests[2]!).messages as unknown[]).length).toBe(2);
});

test('10,000 messages of seven settings make 105 requests; the time grows in proportion', () => {
	const messagesOf = (count: number) =>
		Array.from({ length: count }, (_, index) => message(index, { bulkId: String(index % 7) })).flat();
	const planned = (targets: Target[]) => planRequests(targets, limitsOf(100), () => 'made');
	expect(planned(messagesOf(10_000))).toHaveLength(105);
	const growth = growthOverTenfold((count) => {
		const targets = messagesOf(count);
		return () => planned(targets);
	}, 2_000);
	expect(growth).toBeLessThan(PROPORTIONAL);
});

const planned = fc.record({
	settings: fc.constantFrom<RequestSettings>({}, {}, { bulkId: 'own' }),
	numbers: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 4 }),
});

test('every destination travels once, in requests that are no smaller than they have to be', () => {
	fc.assert(
		fc.property(
			fc.array(planned, { maxLength: 8 }),
			fc.integer({ min: 1, max: 4 }),
			fc.boolean(),
			(messages, perRequest, isOnePerNumber) => {
				const all = messages.flatMap(({ settings, numbers }, itemIndex) => {
					const [one] = message(itemIndex, structuredClone(settings));
					const content = { text: 'Hello' };
					return numbers.map((to): Target => ({ ...one!, message: content, destination: { to } }));
				});
				let made = 0;
				const requests = planRequests(all, limitsOf(perRequest, isOnePerNumber), () => `made-${++made}`);
				const kindOf = ({ settings }: Pick<Target, 'settings'>) => JSON.stringify(settings);
				const exceeds = (targets: readonly Target[]) => {
					const numbers = new Set(targets.map(({ destination }) => destination.to));
					const isRepeated = isOnePerNumber && numbers.size < targets.length;
					return isRepeated || byMessage(targets).length > perRequest;
				};
				for (const kind of new Set(all.map(kindOf))) {
					const ofKind = requests.filter((one) => kindOf(one) === kind);
					expect(ofKind.flatMap(({ targets }) => targets)).toEqual(all.filter((target) => kindOf(target) === kind));
					ofKind.forEach(({ targets }, nth) => {
						expect(exceeds(targets)).toBe(false);
						const next = ofKind[nth + 1]?.targets.slice(0, 1);
						if (next !== undefined) expect(exceeds([...targets, ...next])).toBe(true);
					});
				}
			},
		),
		{ numRuns: 60 },
	);
});
