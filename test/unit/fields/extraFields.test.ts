import { addExtraFields, readExtraFields } from '../../../nodes/SmsMessaging/fields/extraFields';
import { faultList } from './faults';

const CONTROLS = { from: true, language: { languageCode: true }, deliveryTimeWindow: { days: true } } as const;

test.each<[unknown, unknown]>([
	['{"a": 1}', { a: 1 }],
	[{ a: 1 }, { a: 1 }],
	['{"language": {"singleShift": true}}', { language: { singleShift: true } }],
	['{"From": "x"}', { From: 'x' }],
	['{"constructor": 1, "toString": 2}', { constructor: 1, toString: 2 }],
	['{}', undefined],
	['', undefined],
	[undefined, undefined],
])('readExtraFields takes %p', (value, expected) => {
	const { addFault, faults } = faultList();
	expect(readExtraFields(value, CONTROLS, addFault)).toEqual(expected);
	expect(faults).toEqual([]);
});

test.each([
	['{"from": "x"}', "'from'"],
	['{"from": null}', "'from'"],
	['{"language": {"languageCode": "TR"}}', "'language.languageCode'"],
	['{"language": null, "a": 1}', "'language'"],
	['{"language": ["TR"]}', "'language'"],
	['{"from": 1, "deliveryTimeWindow": {"days": [], "other": 1}}', "'from', 'deliveryTimeWindow.days'"],
])('readExtraFields refuses %p', (value, names) => {
	const { addFault, faults } = faultList();
	readExtraFields(value, CONTROLS, addFault);
	expect(faults).toEqual([`extraFields contains ${names}; use the node's own setting for that`]);
});

test('addExtraFields: what a control gave is never overridden, at any depth', () => {
	const fields = { from: 'own', language: { languageCode: 'TR' }, days: ['MONDAY'], empty: undefined };
	const extra = {
		from: 'other',
		language: { languageCode: 'ES', singleShift: true },
		days: ['SUNDAY'],
		empty: 'filled',
		more: { a: 1 },
	};
	expect(addExtraFields(fields, extra)).toEqual({
		from: 'own',
		language: { languageCode: 'TR', singleShift: true },
		days: ['MONDAY'],
		empty: 'filled',
		more: { a: 1 },
	});
});

test('addExtraFields leaves both of its inputs alone', () => {
	const fields = { language: { languageCode: 'TR' } };
	const extra = { language: { singleShift: true } };
	addExtraFields(fields, extra);
	expect([fields, extra]).toEqual([{ language: { languageCode: 'TR' } }, { language: { singleShift: true } }]);
	expect(addExtraFields(fields, undefined)).toBe(fields);
});

test('__proto__ and constructor are fields like any other: no prototype is changed', () => {
	const { addFault, faults } = faultList();
	const extra = readExtraFields(
		'{"__proto__": {"from": "other", "polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
		CONTROLS,
		addFault,
	);
	const merged = addExtraFields({ text: 'Hello' }, extra);
	expect(faults).toEqual([]);
	expect(merged.from).toBeUndefined();
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
	expect(JSON.parse(JSON.stringify(merged))).toEqual(
		JSON.parse(
			'{"text":"Hello","__proto__":{"from":"other","polluted":true},"constructor":{"prototype":{"polluted":true}}}',
		),
	);
	expect(Object.keys(merged)).toEqual(['text', '__proto__', 'constructor']);
});

test('a nested __proto__ does not reach what a control gave', () => {
	const extra = JSON.parse('{"language": {"__proto__": {"languageCode": "ES"}}}');
	const merged = addExtraFields({ language: {} }, extra) as { language: { languageCode?: string } };
	expect(merged.language.languageCode).toBeUndefined();
});
