import type { INodeProperties } from 'n8n-workflow';

import type { Content } from '../api/message';
import { messageIdField } from './destinations';
import { hexPairs } from './binarySource';
import { portHeaderField, readPortHeader } from './portHeader';
import { readInteger, type AddFault, type Values } from '../parameters/values';
import { HAS_HEADER } from '../segments/countBinarySegments';
import { withoutUndefined } from '../text/json';

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

/** interface: binary {hex, dataCoding, esmClass}. A header determines both, unless the user sets them; an ESM class that contradicts it is a fault. */
export function readBinaryContent(hex: string, options: Values, addFault: AddFault): Content {
	const header = readPortHeader(options.portHeader, addFault);
	const octet = (name: string) => readInteger(options[name], name, addFault, { min: 0, max: MAX_OCTET });
	const [dataCoding, esmClass] = [octet('dataCoding'), octet('esmClass')];
	if (header !== undefined && esmClass !== undefined && (esmClass & HAS_HEADER) === 0)
		addFault('esmClass', `is ${esmClass}, but a port header needs 64; choose 64 or remove the option`);
	return withoutUndefined({
		hex: header === undefined ? hex : `${hexPairs(header)} ${hex}`,
		dataCoding: dataCoding ?? (header && EIGHT_BIT_DATA),
		esmClass: esmClass ?? (header && HAS_HEADER),
	});
}
