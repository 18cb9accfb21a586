import fc from 'fast-check';

import { finderOf, mayBeNumber } from '../../../nodes/SmsMessaging/service/numbers';

const digits = fc.string({ unit: fc.constantFrom('0', '1', '2'), minLength: 1, maxLength: 10 });
const shown = fc
	.tuple(fc.constantFrom('', '+', '00', '0'), digits, fc.constantFrom('', '*', '***', ' ', 'x1'), digits)
	.map((parts) => parts.join(''));

test('a finder returns exactly the values that can be this number', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({ to: fc.oneof(shown, digits, fc.constantFrom(undefined, null, '', '***', 111)) })),
			// Without a prefix, as the nodes read it
			digits.filter((to) => !to.startsWith('00')),
			(values, to) => {
				const found = new Set(finderOf(values)(to));
				expect(values.filter((value) => found.has(value))).toEqual(values.filter((value) => mayBeNumber(value.to, to)));
			},
		),
		{ numRuns: 2000 },
	);
});
