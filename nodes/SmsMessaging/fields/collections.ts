import type { INodeProperties } from 'n8n-workflow';

/** The collection for everything a message can carry besides its content; its entries depend on the kind of message. */
export const messageOptionsField = (...entries: INodeProperties[]): INodeProperties => ({
	displayName: 'Message Options',
	name: 'messageOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'More about the message and its delivery report',
	options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});
