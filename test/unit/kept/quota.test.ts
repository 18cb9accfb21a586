import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { openQuota } from '../../../nodes/SmsMessaging/sending/maximum';

const keyOf = (index: number) => `${String(index).padStart(10, '0')}-of-a-message`;

/** A call that reserves its messages, of which some are accepted, and settles after other calls have begun. */
const call = fc.record({
	messages: fc.uniqueArray(fc.record({ index: fc.nat(15), isAccepted: fc.boolean() }), {
		selector: ({ index }) => index,
		maxLength: 6,
	}),
	settlesAfter: fc.nat(3),
});

test('overlapping, failed and repeated calls never exceed the maximum, and reach it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 8 }), fc.array(call, { maxLength: 20 }), (max, calls) => {
			const kept: IDataObject = {};
			const accepted = new Set<string>();
			const underWay: Array<{ at: number; rejected: string[] }> = [];
			calls.forEach(({ messages, settlesAfter }, now) => {
				for (const { at, rejected } of underWay)
					if (at === now) openQuota(kept, max).release(rejected.filter((key) => !accepted.has(key)));
				const keys = messages.map(({ index }) => keyOf(index));
				const { excess, after } = openQuota(kept, max).reserve(keys);
				for (const { index, isAccepted } of messages)
					if (isAccepted && !excess.has(keyOf(index))) accepted.add(keyOf(index));
				underWay.push({ at: now + settlesAfter + 1, rejected: keys.filter((key) => !excess.has(key)) });
				expect(accepted.size).toBeLessThanOrEqual(max);
				// Room is refused only where all is used
				if (excess.size > 0) expect(after).toBe(max);
			});
		}),
	);
});
