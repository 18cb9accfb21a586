import type { INodeProperties } from 'n8n-workflow';

export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const unfoldCallbackDataField: INodeProperties = {
	displayName: 'Parse Callback Data as JSON',
	name: 'unfoldCallbackData',
	type: 'boolean',
	default: false,
	description: 'Whether to return callback data that is a JSON object or list as such, instead of as text',
};
