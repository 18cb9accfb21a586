import fc from 'fast-check';

import { dialectOf } from '../../../nodes/SmsMessaging/api/dialect';
import type { RequestSettings } from '../../../nodes/SmsMessaging/api/message';
import { byMessage, planBatches } from '../../../nodes/SmsMessaging/sending/plan/batches';
import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';

/** The targets of one message. */
const message = (itemIndex: number, settings: RequestSettings = {}, destinations = 1): Target[] => {
	const content = { content: { text: 'Hello' } };
	return Array.from({ length: destinations }, (_, nth): Target => {
		const to = `4366${itemIndex}`;
		const key = `${to}#${nth}`;
		return {
			itemIndex,
			destination: { to, messageId: key },
			key,
			firstKey: key,
			hasOwnId: false,
			message: content,
			facts: {},
			settings,
			isLate: false,
		};
	});
};
const limitsOf = (messagesPerRequest: number) => ({ messagesPerRequest, dialect: dialectOf({}) });
const planned = fc.record({
	settings: fc.constantFrom<RequestSettings>({}, {}, { bulkId: 'own' }),
	numbers: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 4 }),
});

test('every destination is sent once, in as few requests as possible', () => {
	fc.assert(
		fc.property(fc.array(planned, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (messages, perRequest) => {
			const all = messages.flatMap(({ settings, numbers }, itemIndex) => {
				const [one] = message(itemIndex, structuredClone(settings));
				const content = { content: { text: 'Hello' } };
				return numbers.map((to): Target => ({ ...one!, message: content, destination: { to, messageId: to } }));
			});
			let made = 0;
			const requests = planBatches(all, limitsOf(perRequest), () => `made-${++made}`);
			const kindOf = ({ settings }: Pick<Target, 'settings'>) => JSON.stringify(settings);
			const exceeds = (targets: readonly Target[]) => byMessage(targets).length > perRequest;
			for (const kind of new Set(all.map(kindOf))) {
				const ofKind = requests.filter((one) => kindOf(one) === kind);
				expect(ofKind.flatMap(({ targets }) => targets)).toEqual(all.filter((target) => kindOf(target) === kind));
				ofKind.forEach(({ targets }, nth) => {
					expect(exceeds(targets)).toBe(false);
					const next = ofKind[nth + 1]?.targets.slice(0, 1);
					if (next !== undefined) expect(exceeds([...targets, ...next])).toBe(true);
				});
			}
		}),
		{ numRuns: 60 },
	);
});
