import type { INodeProperties } from 'n8n-workflow';

import { describe, isBlank, readChoice, readLimit, type AddFault, type Values } from '../parameters/values';
import { cleanNumber } from '../service/numbers';

/** What may be sent to whom, and how much; for the whole run. */
export interface SendRules {
	/** What numbers may begin with, as digits; all are allowed if empty. */
	allowedPrefixes: string[];
	sameNumber: 'send' | 'skip' | 'report';
	/** For one execution, over all runs of the node. */
	maxMessages?: number;
}

export const allowedDestinationsOption: INodeProperties = {
	displayName: 'Allowed Destinations',
	name: 'allowedDestinations',
	type: 'string',
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. 43, 49',
	description:
		'Prefixes that numbers may start with, including the country code, separated by commas. Nothing is sent to any other number. If empty, all are allowed.',
};

export const maxMessagesOption: INodeProperties = {
	displayName: 'Maximum Messages',
	name: 'maxMessages',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'How many messages this node may send in one execution, loops included. What may have been accepted counts too. Each destination is a message.',
};

export const sameNumberOption: INodeProperties = {
	displayName: 'Same Number Twice',
	name: 'sameNumber',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Report as a Fault', value: 'report', description: 'The later item is faulty; nothing is sent for it' },
		{ name: 'Send', value: 'send', description: 'Each message is sent' },
		{
			name: 'Skip',
			value: 'skip',
			description: "Only the first message is sent. The others come out with 'skipped: true' and name the first.",
		},
	],
	default: 'send',
	description: 'What to do with a number that appears again in the same run, whatever the text',
};

export function readSendRules(values: Values, addFault: AddFault): SendRules {
	const maxMessages = readLimit(values, 'maxMessages', addFault);
	return {
		allowedPrefixes: readPrefixes(values.allowedDestinations, addFault),
		sameNumber: readChoice(values.sameNumber, 'sameNumber', ['send', 'skip', 'report'], addFault),
		...(maxMessages !== undefined && { maxMessages }),
	};
}

/** The digits of a country code or a longer prefix; undefined if there are none. */
function prefixDigits(value: unknown): string | undefined {
	const { digits } = cleanNumber(String(value));
	return /^[1-9]\d*$/.test(digits) ? digits : undefined;
}

function readPrefixes(value: unknown, addFault: AddFault): string[] {
	const list = Array.isArray(value) ? value : isBlank(value) ? [] : String(value).split(/[,;\n]/);
	return list
		.filter((entry) => !isBlank(entry))
		.flatMap((entry) => {
			const digits = prefixDigits(entry);
			if (digits === undefined)
				addFault('allowedDestinations', `contains ${describe(entry)}; enter prefixes of numbers such as 43, 49`);
			return digits ?? [];
		});
}
