import type { INodeProperties } from 'n8n-workflow';

import { readSeconds, type AddFault, type Values } from '../parameters/values';

const DEFAULT_PATIENCE_SECONDS = 120;

export const fetchOptionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node fetches results',
	options,
});

export const patienceOption: INodeProperties = {
	displayName: 'Keep Retrying For (Seconds)',
	name: 'patience',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_PATIENCE_SECONDS,
	description:
		'How long to retry in total while the service answers 429 or refuses connections. After that, the node outputs what it has fetched.',
};

export function readPatience(options: Values, addFault: AddFault): number {
	return readSeconds(options.patience, 'patience', addFault) ?? DEFAULT_PATIENCE_SECONDS * 1000;
}
