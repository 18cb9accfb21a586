import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/**
 * A named part of what n8n keeps for this node with the execution, to be changed in place: it is there again on Retry On Fail
 * and on Retry. Where n8n keeps nothing (its own agents), it lives as long as the call.
 */
export function nodeContextPart(context: IExecuteFunctions, name: string): IDataObject {
	let nodeContext: IDataObject;
	try {
		nodeContext = context.getContext('node');
	} catch {
		nodeContext = {};
	}
	return (nodeContext[name] ??= {}) as IDataObject;
}
