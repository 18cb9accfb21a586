import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/**
 * A named part of the node's context that n8n stores with the execution, to be changed in place: it is there again on Retry
 * On Fail and on Retry. If n8n stores nothing (its own agents), it lasts only for the call.
 */
export function nodeContextPart(context: IExecuteFunctions, name: string): IDataObject {
	return (nodeContextOf(context)[name] ??= {}) as IDataObject;
}

/** The same, but changes are not stored. */
export function copyOfContextPart(context: IExecuteFunctions, name: string): IDataObject {
	return structuredClone((nodeContextOf(context)[name] ?? {}) as IDataObject);
}

function nodeContextOf(context: IExecuteFunctions): IDataObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}
