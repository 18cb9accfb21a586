import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from './output';
import type { Content } from '../api/message';
import { readInteger, asValues, isBlank, partOf, type AddFault, type Values } from '../parameters/values';
import { HAS_HEADER } from '../segments/countBinarySegments';
import { withoutUndefined } from '../text/json';
import { hexPairs } from './binarySource';
import { messageIdField } from './destinations';

const MAX_PORT = 65_535;

const portHeaderField: INodeProperties = {
	displayName: 'Port Header',
	name: 'portHeader',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Ports',
	description:
		'Addresses the message to an application on the phone. The node puts a user data header with these ports before the bytes, which must not have their own header. ESM Class becomes 64, and Data Coding 4, unless you set them.',
	options: groupOf('Ports', 'ports', [
		{
			displayName: 'Destination Port',
			name: 'destinationPort',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2948',
			description: 'Port of the application on the phone, 0 to 65535',
		},
		{
			displayName: 'Source Port',
			name: 'sourcePort',
			type: 'string',
			default: '',
			placeholder: 'e.g. 9200',
			description: 'Port of the sender, 0 to 65535. If empty, it is 0.',
		},
	]),
};

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
	const header = readPortHeader(asValues(partOf(options, 'portHeader', 'ports', addFault)), addFault);
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

/**
 * A user data header that addresses the message to a port (3GPP TS 23.040, application port addressing, 16 bit).
 * @returns undefined if no port is filled in
 */
function readPortHeader(ports: Values, addFault: AddFault): Buffer | undefined {
	const port = (name: string) => readInteger(ports[name], `portHeader.${name}`, addFault, { min: 0, max: MAX_PORT });
	const [destination, source] = [port('destinationPort'), port('sourcePort')];
	if (destination === undefined) {
		if (Object.keys(ports).length > 0 && isBlank(ports.destinationPort))
			addFault('portHeader.destinationPort', 'is empty; enter it, or remove the port header');
		return undefined;
	}
	// Length of the header, then the element: its kind, its length, and the ports
	const header = Buffer.from([6, 5, 4, 0, 0, 0, 0]);
	header.writeUInt16BE(destination, 3);
	header.writeUInt16BE(source ?? 0, 5);
	return header;
}
