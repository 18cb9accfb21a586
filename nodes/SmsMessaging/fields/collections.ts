import type { INodeProperties } from 'n8n-workflow';

/** A collection without one of its entries. */
export function withoutEntry(collection: INodeProperties, name: string): INodeProperties {
	return { ...collection, options: (collection.options as INodeProperties[]).filter((entry) => entry.name !== name) };
}
