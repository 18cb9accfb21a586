import type { DisplayCondition, IDisplayOptions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

export const isFilledIn: DisplayCondition[] = [{ _cnd: { exists: true } }];

/** How many results to fetch. @param hide when everything is fetched anyway */
export const howManyFields = (hide: NonNullable<IDisplayOptions['hide']> = {}): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: { hide },
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] }, hide },
		description: 'Max number of results to return',
	},
];

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
	default: true,
	description: 'Whether to return callback data that contains a JSON object or list as such, instead of as text',
};

export const notice = (
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties => ({ displayName, name, type: 'notice', default: '', displayOptions });

/** The only group of a fixedCollection. */
export const groupOf = (displayName: string, name: string, values: INodeProperties[]): INodePropertyCollection[] => [
	{ displayName, name, values },
];
