import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { asValues } from '../parameters/values';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description: 'Whether to check everything and output what would be sent, without sending anything',
};

export const dryRunNotice: INodeProperties = {
	displayName: 'Dry Run is on: nothing is sent. Turn it off in Options to send.',
	name: 'dryRunNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/options.dryRun': [true] } },
};

export function isDryRun(context: IExecuteFunctions): boolean {
	const { dryRun } = asValues(context.getNodeParameter('options', 0, {}));
	return dryRun === true || dryRun === 'true';
}
