import type { INode, INodeParameters } from 'n8n-workflow';

/** A node with nothing but what every node has. */
export const bareNode = (name: string, type: string, parameters: INodeParameters = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});
