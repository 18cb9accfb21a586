import type { INodeProperties } from 'n8n-workflow';

/**
 * n8n looks for an option of this name, and then leaves the body to the node. Its own parsers round long ids, refuse charsets, and
 * after certain broken XML stop answering XML requests altogether, whatever workflow they are for.
 */
export const bodyAsBytesField: INodeProperties = {
	displayName: 'Body as Bytes',
	name: 'binaryData',
	type: 'hidden',
	default: true,
};
