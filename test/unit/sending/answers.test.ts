import fc from 'fast-check';

import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { readSendResponse } from '../../../nodes/SmsMessaging/sending/submit/dispatcher';
import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { DUPLICATE, PENDING, REJECTED, targetOf } from './parts';

const PARKED = { groupId: 77, groupName: 'PARKED' };
const status = fc.constantFrom(
	{ status: PENDING, state: 'accepted' },
	{ status: REJECTED, state: 'refused' },
	{ status: DUPLICATE, state: 'unknown' },
	{ status: PARKED, state: 'unknown' },
);
const number = fc.constantFrom('436601', '436602', '436603', '436604');
/** A message, and what the service says about it. */
const message = fc.record({ to: number, said: status });
const messages = fc.array(message, { minLength: 1, maxLength: 6 });

const targetsOf = (all: Array<{ to: string }>): Target[] => all.map(({ to }, index) => targetOf(`id-${index}`, { to }));
const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });

test('without our IDs, entries are matched by number if their count fits and they agree', () => {
	const answer = messages.chain((all) =>
		fc.tuple(fc.constant(all), fc.constantFrom('theirs', 'none'), fc.subarray([...all.keys()]).chain(shuffled)),
	);
	fc.assert(
		fc.property(answer, ([all, ids, order]) => {
			const targets = targetsOf(all);
			const entries = order.map((index) =>
				readEntry({
					to: `+${all[index]!.to}`,
					status: all[index]!.said.status,
					...(ids === 'theirs' && { messageId: `service-${index}` }),
				}),
			);
			const { said, replacesIds } = readSendResponse(targets, entries);
			const used = new Set<unknown>();
			[...said.values()].forEach((outcome, index) => {
				const { to } = all[index]!;
				const ofNumber = order.filter((other) => all[other]!.to === to);
				const groups = new Set(ofNumber.map((other) => all[other]!.said));
				const isClear = ofNumber.length === all.filter((one) => one.to === to).length && groups.size === 1;
				expect(outcome.state).toBe(isClear ? [...groups][0]!.state : 'unknown');
				if (outcome.state !== 'accepted' && outcome.state !== 'refused') return;
				const entry = outcome.entry!;
				// One of several cannot be told by an ID of the service
				const own = `id-${index}`;
				const theirs = ofNumber.length === 1 ? `service-${ofNumber[0]}` : undefined;
				expect(entry).toMatchObject({ to });
				expect(entry.messageId).toBe(ids === 'theirs' ? theirs : own);
				if (entry.messageId !== undefined) expect(used.has(entry.messageId)).toBe(false);
				used.add(entry.messageId);
			});
			expect(replacesIds).toBe(ids === 'theirs' && order.length > 0);
		}),
	);
});

test('entries of other messages are ignored, and contradictory entries are unclear', () => {
	const [one, two] = targetsOf([{ to: '436601' }, { to: '436602' }]);
	const stranger = { to: '436609', status: PENDING };
	const rejected = { to: '436601', messageId: 'id-0', status: REJECTED };
	const { said } = readSendResponse(
		[one!, two!],
		[stranger, rejected, { ...rejected, status: PENDING }, { to: '436602' }].map((raw) => readEntry(raw)),
	);
	expect([...said.values()]).toMatchObject(Array(2).fill({ state: 'unknown', mayResend: false }));
	const silent = readSendResponse([one!], [readEntry(stranger)]).said;
	expect(silent.get(one!)).toMatchObject({ state: 'unknown', mayResend: true });
});
