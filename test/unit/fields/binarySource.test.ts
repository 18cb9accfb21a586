import * as fc from 'fast-check';

import type { Content } from '../../../nodes/SmsMessaging/api/message';
import { readBinaryContent } from '../../../nodes/SmsMessaging/fields/binaryMessage';
import { readBinarySource } from '../../../nodes/SmsMessaging/fields/binarySource';
import type { Values } from '../../../nodes/SmsMessaging/parameters/values';

function content(parameters: Values, options: Values = {}, field?: Buffer | string) {
	const faults: string[] = [];
	const addFault = (name: string, reason: string) => void faults.push(`${name} ${reason}`);
	const source = readBinarySource((name) => parameters[name], field, addFault);
	return { binary: readBinaryContent(source, options, addFault) as Extract<Content, { hex: string }>, faults };
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((array) => Buffer.from(array));
const octet = fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined });
const port = fc.integer({ min: 0, max: 65_535 });

test('the same bytes from any source give the same content', () => {
	fc.assert(
		fc.property(bytes, octet, octet, (body, dataCoding, esmClass) => {
			const options = { dataCoding, esmClass };
			const hex = body.toString('hex').toUpperCase();
			const expected = content({ contentSource: 'hex', hex }, options);
			expect(expected.faults).toEqual([]);
			expect(bytesOf(expected.binary.hex)).toEqual(body);
			for (const encoding of ['base64', 'base64url'] as const)
				expect(content({ contentSource: 'base64', base64: body.toString(encoding) }, options)).toEqual(expected);
			expect(content({ contentSource: 'binaryField' }, options, body)).toEqual(expected);
			expect(content({ hex }, options)).toEqual(expected);
		}),
	);
});

test('a port header is put before the bytes, and sets the ESM class', () => {
	fc.assert(
		fc.property(bytes, port, fc.option(port, { nil: undefined }), (body, destination, source) => {
			const portHeader = { ports: { destinationPort: destination, sourcePort: source ?? '' } };
			const { binary, faults } = content({ hex: body.toString('hex') }, { portHeader });
			const sent = bytesOf(binary.hex);
			expect(faults).toEqual([]);
			expect(binary).toMatchObject({ dataCoding: 4, esmClass: 64 });
			expect([...sent.subarray(0, 3)]).toEqual([6, 5, 4]);
			expect([sent.readUInt16BE(3), sent.readUInt16BE(5)]).toEqual([destination, source ?? 0]);
			expect(sent.subarray(7)).toEqual(body);
		}),
	);
});

const ports = (all: object) => ({ portHeader: { ports: all } });
const PORTS = ports({ destinationPort: '2948', sourcePort: '9200' });

test('what the user sets stands beside a port header; blank fields are not sent', () => {
	const { binary, faults } = content({ hex: '48' }, { ...PORTS, dataCoding: 0, esmClass: '67' });
	expect(binary).toMatchObject({ dataCoding: 0, esmClass: 67 });
	expect(faults).toEqual([]);
	expect(content({ hex: '48' }, { dataCoding: '', esmClass: undefined }).binary).toEqual({ hex: '48' });
});

test.each([
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
	expect(content({ hex })).toEqual({ binary: { hex: expected }, faults: [] });
});

test('hex is accepted up to the maximum length of a message', () => {
	expect(content({ hex: '4C'.repeat(34_170) }).faults).toEqual([]);
	for (const [bytes, named] of [
		[34_171, '34171 bytes'],
		[8_000_000, '16000000 characters'],
	] as const)
		expect(content({ hex: '4C'.repeat(bytes) }).faults).toEqual([expect.stringMatching(`^hex has ${named}.* 34170`)]);
});

test.each<[unknown, string]>([
	...['4', '486', '48 6', '4 8', '4G', '48.65', '0x', 'x48', '-', '48 0x', '４８', true, ['48'], {}].map(
		(hex): [unknown, string] => [hex, 'pairs of hexadecimal digits'],
	),
	[48, 'numbers lose leading zeros'],
	[undefined, 'check its expression'],
	[Number.NaN, 'check its expression'],
])('hex %p is refused: %s', (hex, reason) => {
	expect(content({ hex }).faults).toEqual([expect.stringMatching(`^hex is .*${reason}`)]);
});

test.each<[string, Values, Values, string]>([
	['a port header without its bit', { hex: '48' }, { ...PORTS, esmClass: 0 }, 'esmClass is 0'],
	['a source port alone', { hex: '48' }, ports({ destinationPort: '', sourcePort: 1 }), 'destinationPort is empty'],
	['a port out of range', { hex: '48' }, ports({ destinationPort: 65_536 }), 'destinationPort is 65536'],
	['Base64 that was cut off', { contentSource: 'base64', base64: 'SGVsb' }, {}, "base64 is 'SGVsb'"],
	['no Base64', { contentSource: 'base64', base64: 'SG!!' }, {}, "base64 is 'SG!!'"],
	['empty Base64', { contentSource: 'base64', base64: ' ' }, {}, 'base64 is empty'],
	['a field without bytes', { contentSource: 'binaryField' }, {}, 'binaryPropertyName names a field'],
])('%s is invalid', (_, parameters, options, fault) => {
	expect(content(parameters, options).faults).toEqual([expect.stringContaining(fault)]);
});
