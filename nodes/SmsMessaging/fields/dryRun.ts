import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

export const dryRunFields: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description: 'Whether to check everything and output what would be sent, without sending it',
	},
	{
		displayName: 'Dry Run is on: nothing is sent. Turn it off to send.',
		name: 'dryRunNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dryRun: [true] } },
	},
];

export function isDryRun(context: IExecuteFunctions): boolean {
	return [true, 'true'].includes(context.getNodeParameter('dryRun', 0, false) as boolean | string);
}
