import fc from 'fast-check';

import { countBinarySegments } from '../../../nodes/SmsMessaging/segments/countBinarySegments';
import { binarySegments } from '../../../sandbox/segments';

const PORTS = '06 05 04 15 81 00 00';

test.each([
	['00 '.repeat(140), {}, { segments: 1, bytes: 140 }],
	['00 '.repeat(141), {}, { segments: 2, bytes: 141 }],
	['0041'.repeat(135), { dataCoding: 8 }, { segments: 3, bytes: 270 }],
	[`${PORTS} ${'00'.repeat(133)}`, { esmClass: 64 }, { segments: 1, bytes: 140 }],
	[`${PORTS} ${'00'.repeat(257)}`, { esmClass: 64, dataCoding: 8 }, { segments: 3, bytes: 264 }],
	[`86 70 84 ${'00'.repeat(140)}`, { esmClass: 64 }, undefined],
])('%s', (hex, options, expected) => {
	expect(countBinarySegments(hex, options)).toEqual(expected);
});

test('agrees with the sandbox', () => {
	const octets = fc.oneof(
		fc.uint8Array({ maxLength: 500, size: 'max' }),
		fc
			.tuple(fc.uint8Array({ maxLength: 150, size: 'max' }), fc.uint8Array({ maxLength: 400, size: 'max' }))
			.map(([element, rest]) => Uint8Array.of(element.length + 2, 0x70, element.length, ...element, ...rest)),
	);
	fc.assert(
		fc.property(octets, fc.constantFrom(0, 4, 8), fc.constantFrom(0, 64, 67), (bytes, dataCoding, esmClass) => {
			const hex = Buffer.from(bytes).toString('hex');
			expect(countBinarySegments(hex, { dataCoding, esmClass })?.segments).toBe(
				binarySegments(hex, dataCoding, esmClass),
			);
		}),
		{ numRuns: 500 },
	);
});
