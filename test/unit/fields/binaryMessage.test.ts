import { readBinaryContent as readContent } from '../../../nodes/SmsMessaging/fields/binaryMessage';
import { readHex } from '../../../nodes/SmsMessaging/fields/binarySource';
import type { AddFault, Values } from '../../../nodes/SmsMessaging/parameters/values';
import { faultList } from './faults';

const readBinaryContent = (hex: unknown, options: Values, addFault: AddFault) =>
	readContent(readHex(hex, addFault), options, addFault);

test.each<[string, string]>([
	['48', '48'],
	['48 65 6c', '48 65 6c'],
	['48656C', '48 65 6C'],
	['0048 0065', '00 48 00 65'],
	['  48\t65\r\n6C  ', '48 65 6C'],
	['48:65:6C', '48 65 6C'],
	['48-65_6C', '48 65 6C'],
	['48, 65; 6C', '48 65 6C'],
	['0x48,0X65', '48 65'],
	['0x4865', '48 65'],
	['\\x48\\x65', '48 65'],
])('hex %p is sent as %p', (hex, expected) => {
	const { addFault, faults } = faultList();
	expect(readBinaryContent(hex, {}, addFault)).toEqual({ hex: expected });
	expect(faults).toEqual([]);
});

test('hex is accepted up to the maximum length of a message', () => {
	const { addFault, faults } = faultList();
	expect(readHex('4C'.repeat(34_170), addFault)).toHaveLength(102_509);
	expect(faults).toEqual([]);
	for (const bytes of [34_171, 8_000_000]) readHex('4C'.repeat(bytes), addFault);
	expect(faults).toEqual([
		expect.stringMatching(/^hex has 34171 bytes.* 34170/),
		expect.stringMatching(/^hex has 16000000 characters.* 34170/),
	]);
});

test.each<unknown>([
	...['4', '486', '48 6', '4 8', '4G', '48.65', '0x', 'x48', '-', '48 0x', '４８'],
	...[true, ['48'], {}],
])('hex %p is refused', (hex) => {
	const { addFault, faults } = faultList();
	readBinaryContent(hex, {}, addFault);
	expect(faults).toEqual([expect.stringMatching(/^hex is .*, but must be pairs of hexadecimal digits/)]);
});

test.each<[unknown, string]>([
	[48, 'hex is the number 48; pass it as text, since numbers lose leading zeros'],
	[undefined, 'hex is undefined; check its expression'],
	[Number.NaN, 'hex is NaN; check its expression'],
])('hex %p is refused with the reason', (hex, fault) => {
	const { addFault, faults } = faultList();
	readBinaryContent(hex, {}, addFault);
	expect(faults).toEqual([fault]);
});

test('dataCoding and esmClass: 0 to 255; blank is not sent', () => {
	const { addFault, faults } = faultList();
	expect(readBinaryContent('48', { dataCoding: 0, esmClass: '64' }, addFault)).toEqual({
		hex: '48',
		dataCoding: 0,
		esmClass: 64,
	});
	expect(readBinaryContent('48', { dataCoding: '', esmClass: undefined }, addFault)).toEqual({ hex: '48' });
	expect(faults).toEqual([]);
});
