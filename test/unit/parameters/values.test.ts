import * as values from '../../../nodes/SmsMessaging/parameters/values';
import { faultList } from '../fields/faults';

test.each<[unknown, boolean]>([
	[undefined, true],
	[null, true],
	['', true],
	[' \n\t\u00a0', true],
	[Number.NaN, true],
	[0, false],
	[false, false],
	['0', false],
	[[], false],
	[{}, false],
])('isBlank(%p) is %p', (value, expected) => {
	expect(values.isBlank(value)).toBe(expected);
});

type Reader = (value: unknown, field: string, addFault: values.AddFault) => unknown;
const integer: Reader = (value, field, addFault) => values.readInteger(value, field, addFault, { min: 0, max: 23 });
const positive: Reader = (value, field, addFault) => values.readInteger(value, field, addFault, { min: 1 });

test.each<[string, Reader, unknown, unknown]>([
	['readText', values.readText, 'a ', 'a '],
	['readText', values.readText, 0, '0'],
	['readText', values.readText, ' ', undefined],
	['readInteger', integer, 0, 0],
	['readInteger', integer, 23, 23],
	['readInteger', integer, ' 7 ', 7],
	['readInteger', integer, '', undefined],
	['readInteger', integer, null, undefined],
	['readInteger', positive, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	['readBoolean', values.readBoolean, true, true],
	['readBoolean', values.readBoolean, 'false', false],
	['readBoolean', values.readBoolean, false, false],
	['readBoolean', values.readBoolean, '', undefined],
	['readJsonObject', values.readJsonObject, '{"a": 1457717814630853757}', { a: '1457717814630853757' }],
	['readJsonObject', values.readJsonObject, { a: 1 }, { a: 1 }],
	['readJsonObject', values.readJsonObject, ' ', undefined],
])('%s takes %3$p', (_, read, value, expected) => {
	const { addFault, faults } = faultList();
	expect(read(value, 'field', addFault)).toEqual(expected);
	expect(faults).toEqual([]);
});

test.each<[string, Reader, unknown, string]>([
	['readText', values.readText, true, 'field is true, but must be text'],
	['readText', values.readText, { a: 1 }, 'field is an object ({"a":1}), but must be text'],
	['readText', values.readText, [], 'field is an empty list, but must be text'],
	['readInteger', integer, 24, 'field is 24, but must be a whole number from 0 to 23'],
	['readInteger', integer, -1, 'field is -1, but must be a whole number from 0 to 23'],
	['readInteger', integer, 1.5, 'field is 1.5, but must be a whole number from 0 to 23'],
	['readInteger', integer, 'x', "field is 'x', but must be a whole number from 0 to 23"],
	['readInteger', integer, true, 'field is true, but must be a whole number from 0 to 23'],
	['readInteger', positive, 0, 'field is 0, but must be a whole number of 1 or more'],
	['readInteger', positive, 2 ** 53, 'field is 9007199254740992, but must be a whole number of 1 or more'],
	['readInteger', positive, Number.POSITIVE_INFINITY, 'field is Infinity, but must be a whole number of 1 or more'],
	['readBoolean', values.readBoolean, 'yes', "field is 'yes', but must be true or false"],
	['readBoolean', values.readBoolean, 1, 'field is 1, but must be true or false'],
	[
		'readJsonObject',
		values.readJsonObject,
		'[1]',
		'field is \'[1]\', but must be a JSON object, for example {"name": "value"}',
	],
	[
		'readJsonObject',
		values.readJsonObject,
		'{',
		'field is \'{\', but must be a JSON object, for example {"name": "value"}',
	],
	['readJsonObject', values.readJsonObject, 7, 'field is 7, but must be a JSON object, for example {"name": "value"}'],
])('%s refuses %3$p', (_, read, value, fault) => {
	const { addFault, faults } = faultList();
	expect(read(value, 'field', addFault)).toBeUndefined();
	expect(faults).toEqual([fault]);
});

test('a long value is cut where it is named', () => {
	expect(values.describe('x'.repeat(200))).toBe(`'${'x'.repeat(60)}…'`);
	expect(values.describe({ text: 'x'.repeat(200) }).length).toBeLessThan(90);
});

test('withoutUndefined keeps everything but undefined', () => {
	expect(Object.keys(values.withoutUndefined({ a: undefined, b: null, c: '', d: 0, e: false }))).toEqual([
		'b',
		'c',
		'd',
		'e',
	]);
});

test.each([[undefined], [null], ['text'], [7], [[1]]])('asValues(%p) is empty', (value) => {
	expect(values.asValues(value)).toEqual({});
});
