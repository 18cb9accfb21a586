import type { INodeProperties } from 'n8n-workflow';

import type { BinaryMessage } from '../service/types';
import { destinationsField } from './destinations';
import { extraFieldsField, type Controls } from './extraFields';
import { describe, isBlank, readInteger, withoutUndefined, type ReportFault, type Values } from '../parameters/values';

export const hexField: INodeProperties = {
	displayName: 'Hex',
	name: 'hex',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'e.g. 48 65 6C 6C 6F',
	description: 'Bytes of the message as pairs of hexadecimal digits, with or without separators',
};

/** Entries of Message Options. */
export const binaryMessageEntries: INodeProperties[] = [
	{
		displayName: 'Data Coding',
		name: 'dataCoding',
		type: 'options',
		options: [
			{ name: '8-Bit Data (4)', value: 4 },
			{ name: 'GSM 7-Bit (0)', value: 0 },
			{ name: 'Unicode (8)', value: 8 },
		],
		default: 4,
		description:
			'Data coding scheme of the bytes. For another value, switch the field to an expression that returns a whole number.',
	},
	destinationsField,
	{
		displayName: 'ESM Class',
		name: 'esmClass',
		type: 'options',
		options: [
			{ name: 'Bytes Begin With a User Data Header (64)', value: 64 },
			{ name: 'No Header (0)', value: 0 },
		],
		default: 0,
		description:
			'ESM class of the message. For another value, switch the field to an expression that returns a whole number.',
	},
	extraFieldsField('{"flash": true}'),
];

const MAX_OCTET = 255;

/** interface: binary {hex, dataCoding, esmClass} */
/** The binary message fields that have a control here. */
export const BINARY_CONTROLS: Controls = { binary: { hex: true, dataCoding: true, esmClass: true } };

export function readBinaryContent(hex: unknown, options: Values, report: ReportFault): BinaryMessage['binary'] {
	return withoutUndefined({
		hex: readHex(hex, report),
		dataCoding: readInteger(options.dataCoding, 'dataCoding', report, { min: 0, max: MAX_OCTET }),
		esmClass: readInteger(options.esmClass, 'esmClass', report, { min: 0, max: MAX_OCTET }),
	});
}

/** Byte pairs separated by single spaces. Each group between separators has to contain whole bytes. */
function readHex(value: unknown, report: ReportFault): string {
	if (value === undefined || typeof value === 'number') {
		const isNumber = `is the number ${value}; pass it as text, since numbers lose leading zeros`;
		report('hex', value === undefined || Number.isNaN(value) ? `is ${value}; check its expression` : isNumber);
		return '';
	}
	if (isBlank(value)) {
		report('hex', 'is empty; enter the bytes of the message, for example 48 65 6C');
		return '';
	}
	const groups = String(value)
		.split(/[\s,;:_-]+|(?=\\x)/i)
		.filter((group) => group !== '')
		.map((group) => group.replace(/^(0x|\\x)/i, ''));
	const isBytes = typeof value === 'string' && groups.every((group) => /^([0-9a-f]{2})+$/i.test(group));
	if (groups.length > 0 && isBytes) return groups.flatMap((group) => group.match(/../g) ?? []).join(' ');
	report('hex', `is ${describe(value)}, but must be pairs of hexadecimal digits, for example 48 65 6C`);
	return '';
}
