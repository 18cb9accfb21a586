import fc from 'fast-check';

import { SeenEntries } from '../../../nodes/SmsMessaging/fetching/seenEntries';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';

/** @returns for each entry of an answer, whether it is new */
function answersOf(seen: SeenEntries) {
	return (...entries: JsonObject[]) => {
		const isNew = seen.nextAnswer();
		return entries.map((each) => isNew(each, 1));
	};
}

const TEXT = { to: '436601234567', from: 'A', text: 'Hello', status: 'PENDING' };
const ID = { messageId: 'a', to: '436601234567', status: 'PENDING' };
const BARE = { to: '436601234567', status: 'PENDING' };

test.each<[string, JsonObject, JsonObject, boolean]>([
	['without an ID, another status', TEXT, { ...TEXT, status: 'DELIVERED' }, false],
	['without an ID, another text', TEXT, { ...TEXT, text: 'Bye' }, true],
	['without an ID, another number', TEXT, { ...TEXT, to: '436607654321' }, true],
	['without an ID and a text, another status', BARE, { ...BARE, status: 'DELIVERED' }, true],
	[
		'without an ID and a number, another status',
		{ ...TEXT, to: null },
		{ ...TEXT, to: null, status: 'DELIVERED' },
		true,
	],
	['without an ID, the same', BARE, BARE, false],
	['nothing but a status', { status: 1 }, { status: 2 }, true],
	['the same ID, another status', ID, { ...ID, status: 'DELIVERED' }, false],
	['the same ID, another number', ID, { ...ID, to: '436607654321' }, true],
	['another ID', { ...TEXT, messageId: 'a' }, { ...TEXT, messageId: 'b' }, true],
])('%s', (_name, first, second, isAnother) => {
	const answer = answersOf(new SeenEntries());
	expect(answer(first, first)).toEqual([true, true]);
	expect(answer(second, second)).toEqual([isAnother, isAnother]);
});

test('of answers that overlap, each entry is new as often as one answer lists it, until it is forgotten', () => {
	const entries = fc.array(fc.record({ messageId: fc.constantFrom('a', 'b'), instant: fc.constantFrom(1, 2, 3) }), {
		maxLength: 6,
	});
	const kept = fc.option(fc.constantFrom(1, 2, 3), { nil: undefined });
	fc.assert(
		fc.property(fc.array(fc.tuple(entries, kept), { maxLength: 5 }), (answers) => {
			const seen = new SeenEntries();
			const most = new Map<string, number>();
			for (const [answer, keptInstant] of answers) {
				const isNew = seen.nextAnswer();
				const met = new Map<string, number>();
				for (const { messageId, instant } of answer) {
					const name = `${instant}${messageId}`;
					met.set(name, (met.get(name) ?? 0) + 1);
					expect(isNew({ messageId }, instant)).toBe(met.get(name)! > (most.get(name) ?? 0));
				}
				for (const [name, count] of met) most.set(name, Math.max(count, most.get(name) ?? 0));
				if (keptInstant !== undefined) {
					seen.keep((instant) => instant === keptInstant);
					for (const name of most.keys()) if (!name.startsWith(String(keptInstant))) most.delete(name);
				}
				const countsOf = (instant: number) => ['a', 'b'].map((id) => most.get(`${instant}${id}`) ?? 0);
				expect(
					[1, 2, 3].map((instant) => [
						seen.has(instant),
						seen.countAt(instant),
						seen.hasOtherThan([{ messageId: 'a' }], instant),
					]),
				).toEqual(
					[1, 2, 3].map(countsOf).map(([first = 0, second = 0]) => [first + second > 0, first + second, second > 0]),
				);
			}
		}),
		{ numRuns: 50 },
	);
});
