import * as fc from 'fast-check';

import type { Content } from '../../../nodes/SmsMessaging/api/message';
import { readBinaryContent } from '../../../nodes/SmsMessaging/fields/binaryMessage';
import { readBinarySource } from '../../../nodes/SmsMessaging/fields/binarySource';
import type { Values } from '../../../nodes/SmsMessaging/parameters/values';
import { faultList } from './faults';

function content(parameters: Values, options: Values = {}, field?: Buffer | string) {
	const { addFault, faults } = faultList();
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

const PORTS = { portHeader: { ports: { destinationPort: '2948', sourcePort: '9200' } } };

test.each<[string, Values, Values, object]>([
	['what the user sets', { hex: '48' }, { ...PORTS, dataCoding: 0, esmClass: 67 }, { dataCoding: 0, esmClass: 67 }],
])('%s', (_, parameters, options, expected) => {
	const { binary, faults } = content(parameters, options);
	expect(faults).toEqual([]);
	expect(binary).toMatchObject(expected);
});

test.each<[string, Values, Values, string]>([
	[
		'a port header without its bit',
		{ hex: '48' },
		{ ...PORTS, esmClass: 0 },
		'esmClass is 0, but a port header needs 64',
	],
	[
		'a source port alone',
		{ hex: '48' },
		{ portHeader: { ports: { destinationPort: '', sourcePort: 1 } } },
		'portHeader.destinationPort is empty',
	],
	[
		'a port out of range',
		{ hex: '48' },
		{ portHeader: { ports: { destinationPort: 65_536 } } },
		'portHeader.destinationPort is 65536, but must be a whole number from 0 to 65535',
	],
	[
		'Base64 that was cut off',
		{ contentSource: 'base64', base64: 'SGVsb' },
		{},
		"base64 is 'SGVsb', but must be Base64",
	],
	['no Base64', { contentSource: 'base64', base64: 'SG!!' }, {}, "base64 is 'SG!!', but must be Base64"],
	['empty Base64', { contentSource: 'base64', base64: ' ' }, {}, 'base64 is empty'],
	['a field without bytes', { contentSource: 'binaryField' }, {}, 'binaryPropertyName names a field'],
])('%s is invalid', (_, parameters, options, fault) => {
	expect(content(parameters, options).faults).toEqual([expect.stringContaining(fault)]);
});
