import type { INodeProperties } from 'n8n-workflow';

import { asValues, readInteger, type AddFault } from '../parameters/values';

const MAX_PORT = 65_535;

export const portHeaderField: INodeProperties = {
	displayName: 'Port Header',
	name: 'portHeader',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Ports',
	description:
		'Addresses the message to an application on the phone. The node puts a user data header with these ports before the bytes, which must not have their own header. ESM Class becomes 64, and Data Coding 4 (8 for Text in UCS-2), unless you set them.',
	options: [
		{
			displayName: 'Ports',
			name: 'ports',
			values: [
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
			],
		},
	],
};

/**
 * A user data header that addresses the message to a port (3GPP TS 23.040, application port addressing, 16 bit).
 * @returns undefined if no port is filled in
 */
export function readPortHeader(value: unknown, addFault: AddFault): Buffer | undefined {
	const ports = asValues(asValues(value).ports);
	const port = (name: string) => readInteger(ports[name], `portHeader.${name}`, addFault, { min: 0, max: MAX_PORT });
	const [destination, source] = [port('destinationPort'), port('sourcePort')];
	if (destination === undefined) {
		if (source !== undefined) addFault('portHeader.destinationPort', 'is empty; enter it, or remove the source port');
		return undefined;
	}
	// Length of the header, then the element: its kind, its length, and the ports
	const header = Buffer.from([6, 5, 4, 0, 0, 0, 0]);
	header.writeUInt16BE(destination, 3);
	header.writeUInt16BE(source ?? 0, 5);
	return header;
}
