import type { INodeProperties } from 'n8n-workflow';

import { readBoolean, readChoice, readLimit, type AddFault, type Values } from '../parameters/values';

/** What is done to a text before it is sent. An AI agent cannot set these: n8n offers it only fields that take expressions. */
export const textLimitFields: INodeProperties[] = [
	{
		displayName: 'Longer Texts',
		name: 'longerTexts',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Cut With an Ellipsis', value: 'cut' },
			{ name: 'Report as a Fault', value: 'fault', description: 'The message is not sent' },
		],
		default: 'fault',
		description: 'What to do with a text that needs more than Maximum Segments',
	},
	{
		displayName: 'Maximum Segments',
		name: 'maxSegments',
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'The most segments that a message may need, as this node counts them. A longer one is not sent, unless Longer Texts says otherwise.',
	},
	{
		displayName: 'Replace Characters',
		name: 'replaceCharacters',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description:
			'Whether to replace typographic quotes, dashes, spaces and the like with plain ones if that avoids UCS-2, which fits 70 characters into a segment instead of 160',
	},
];

export interface TextLimits {
	isReplacing: boolean;
	/** Undefined: any number */
	maxSegments?: number;
	longerTexts: 'fault' | 'cut';
}

export function readTextLimits(options: Values, addFault: AddFault): TextLimits {
	return {
		isReplacing: readBoolean(options.replaceCharacters, 'replaceCharacters', addFault) ?? false,
		maxSegments: readLimit(options, 'maxSegments', addFault),
		longerTexts: readChoice(options.longerTexts, 'longerTexts', ['fault', 'cut'], addFault),
	};
}
