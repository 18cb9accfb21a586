import type { DisplayCondition, INodeProperties } from 'n8n-workflow';

/** A collection without one of its entries. */
export function withoutEntry(collection: INodeProperties, name: string): INodeProperties {
	return { ...collection, options: (collection.options as INodeProperties[]).filter((entry) => entry.name !== name) };
}

/** The collection for everything a message can carry besides its content; its entries depend on the kind of message. */
export const messageOptionsField = (...entries: INodeProperties[]): INodeProperties => ({
	displayName: 'Message Options',
	name: 'messageOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'What the message carries, and what its delivery report returns',
	options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/**
 * A collection of earlier versions, shown only for workflows that use it. It has to stay, since n8n drops whatever has no field when
 * it loads a workflow. n8n checks the condition on the collection itself, so it must also hold while the value is not known yet.
 */
export const oldCollection = (displayName: string, name: string, options: INodeProperties[]): INodeProperties => ({
	displayName: `${displayName} (Old)`,
	name,
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	displayOptions: { show: { [name]: [FILLED] } },
	description: "Still works. Use 'Message Options' for new settings; they take precedence if both are filled in.",
	options,
});

/** n8n compares with objects too, which its type leaves out. */
const FILLED = { _cnd: { not: {} } } as unknown as DisplayCondition;
