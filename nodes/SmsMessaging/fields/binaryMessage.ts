import type { INodeProperties } from 'n8n-workflow';

import type { Content } from '../api/message';
import { messageIdField } from './destinations';
import { hexPairs, type BinaryBytes } from './binarySource';
import { portHeaderField, readPortHeader } from './portHeader';
import { readInteger, type AddFault, type Values } from '../parameters/values';
import { HAS_HEADER } from '../segments/countBinarySegments';
import { withoutUndefined } from '../text/json';

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
	messageIdField,
	portHeaderField,
];

const MAX_OCTET = 255;
const EIGHT_BIT_DATA = 4;
const UCS2 = 8;

/**
 * interface: binary {hex, dataCoding, esmClass}. A header or text determines data coding and ESM class, unless the user sets them;
 * a value that contradicts it is a fault.
 */
export function readBinaryContent({ hex, isText }: BinaryBytes, options: Values, addFault: AddFault): Content {
	const header = readPortHeader(options.portHeader, addFault);
	const octet = (name: string) => readInteger(options[name], name, addFault, { min: 0, max: MAX_OCTET });
	const [dataCoding, esmClass] = [octet('dataCoding'), octet('esmClass')];
	if (isText && dataCoding !== undefined && !isUcs2(dataCoding))
		addFault('dataCoding', `is ${dataCoding}, but text in UCS-2 needs ${UCS2}; choose ${UCS2} or remove the option`);
	if (esmClass !== undefined) {
		const announcesHeader = (esmClass & HAS_HEADER) !== 0;
		if (header !== undefined && !announcesHeader)
			addFault('esmClass', `is ${esmClass}, but a port header needs 64; choose 64 or remove the option`);
		if (header === undefined && isText && announcesHeader)
			addFault(
				'esmClass',
				`is ${esmClass}, which announces a header, but text has none; choose 0 or remove the option`,
			);
	}
	return withoutUndefined({
		hex: header === undefined ? hex : `${hexPairs(header)} ${hex}`,
		dataCoding: dataCoding ?? (isText ? UCS2 : header && EIGHT_BIT_DATA),
		esmClass: esmClass ?? (header && HAS_HEADER),
	});
}

/** 3GPP TS 23.038: the general group and automatic deletion, uncompressed, or message waiting. */
function isUcs2(dataCoding: number): boolean {
	return (dataCoding & 0xac) === 0x08 || (dataCoding & 0xf0) === 0xe0;
}
