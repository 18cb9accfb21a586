import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	describe,
	isBlank,
	isOn,
	readBoolean,
	readChoice,
	readLimit,
	type AddFault,
	type Values,
} from '../parameters/values';
import { cleanNumber, isPlainNumber } from '../text/numbers';
import { entriesOf } from '../text/words';
import { notice } from './output';
import { readNumberRules } from './phoneNumber';
import { readSkippedNumbers, skipNumbers, type SkippedNumbers } from './skippedNumbers';

export interface Safeguards {
	/** Prefixes of allowed numbers, as digits. If empty, all are allowed. */
	allowedPrefixes: string[];
	blankValues: 'fault' | 'send';
	/** Undefined if the user has chosen nothing: then they are sent, with a hint. */
	sameNumber?: 'send' | 'skip' | 'report';
	skipped: SkippedNumbers;
	/** For one execution, over all runs of the node. */
	maxMessages?: number;
	/** By the node's own count; any number if absent. */
	maxSegments?: number;
	longerTexts: 'fault' | 'cut';
}

const allowedDestinations: INodeProperties = {
	displayName: 'Allowed Destinations',
	name: 'allowedDestinations',
	type: 'string',
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. 43, 49',
	description:
		'Prefixes of the allowed numbers, with country code, separated by commas. Nothing is sent to other numbers. If empty, all are allowed.',
};

const maxMessagesOption: INodeProperties = {
	displayName: 'Maximum Messages',
	name: 'maxMessages',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'How many messages this node may send in one execution, over all loops. Each destination counts, also if it is not known whether its message was accepted.',
};

const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description: 'Whether to check everything and output what would be sent, without sending anything',
};

export const dryRunNotice = notice(
	'dryRunNotice',
	'Dry Run is on: nothing is sent. Turn it off in Safeguards to send.',
	{ show: { '/safeguards.dryRun': [true] } },
);

export function isDryRun(context: IExecuteFunctions): boolean {
	// Not all of Safeguards: that would evaluate the list of numbers to skip once more
	return isOn(context.getNodeParameter('safeguards.dryRun', 0, false));
}

const sameNumber: INodeProperties = {
	displayName: 'Same Number Twice',
	name: 'sameNumber',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Report as an Error', value: 'report', description: 'Nothing is sent for the later item' },
		{ name: 'Send', value: 'send', description: 'The number gets each message' },
		{
			name: 'Skip',
			value: 'skip',
			description: "Only the first message is sent. The items of the others have 'skipped: true' and name the first.",
		},
	],
	default: 'skip',
	description: 'What to do if a number appears again in the same run, even with another text',
};

const blankValues: INodeProperties = {
	displayName: 'If an Expression Has No Value',
	name: 'blankValues',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Report as an Error',
			value: 'fault',
			description: 'The message is not sent. The error names the expression.',
		},
		{ name: 'Send Anyway', value: 'send' },
	],
	default: 'fault',
	description:
		"What to do if a {{ }} in the text is empty, as in 'Hello , welcome', or a failed value such as 'Invalid DateTime', 'undefined' or '#N/A'. Only the result of each {{ }} is checked, not the values in it.",
};

const maxSegments: INodeProperties = {
	displayName: 'Maximum Segments',
	name: 'maxSegments',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		"The most segments that a text may need, by the node's count. Longer texts are not sent. Longer Texts, where there is such an option, cuts them instead.",
};

const longerTexts: INodeProperties = {
	displayName: 'Longer Texts',
	name: 'longerTexts',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { maxSegments: [{ _cnd: { exists: true } }] } },
	options: [
		{ name: 'Cut With an Ellipsis', value: 'cut' },
		{ name: 'Report as an Error', value: 'fault', description: 'The message is not sent' },
	],
	default: 'fault',
	description: 'What to do with a text that needs more than Maximum Segments',
};

/** An AI agent cannot set these: n8n offers it only fields that take expressions. */
const safeguardsField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Safeguards',
	name: 'safeguards',
	type: 'collection',
	placeholder: 'Add Safeguard',
	default: {},
	description: 'What prevents sending too much, or to the wrong numbers',
	options,
});

/** The tool of an AI agent has this field at the top instead. */
const maxMessages: INodeProperties = { ...maxMessagesOption, displayOptions: { hide: { '@tool': [true] } } };

const forText = [
	allowedDestinations,
	dryRunOption,
	blankValues,
	longerTexts,
	maxMessages,
	maxSegments,
	sameNumber,
	skipNumbers,
];
export const safeguardsForText = safeguardsField(...forText);
/** Cutting a question would cut its link. */
export const safeguardsForQuestion = safeguardsField(...forText.filter((option) => option !== longerTexts));
export const safeguardsForBinary = safeguardsField(
	allowedDestinations,
	dryRunOption,
	maxMessages,
	sameNumber,
	skipNumbers,
);

/** @param countries Default Countries of the run, for the numbers to skip */
export function readSafeguards(values: Values, countries: readonly unknown[], addFault: AddFault): Safeguards {
	if ('dryRun' in values && readBoolean(values.dryRun, 'dryRun', addFault) === undefined && isBlank(values.dryRun))
		addFault('dryRun', `is ${describe(values.dryRun)}, but must be true or false`);
	const [messages, segments] = ['maxMessages', 'maxSegments'].map((name) => readLimit(values, name, addFault));
	return {
		allowedPrefixes: readPrefixes(values.allowedDestinations, addFault),
		blankValues: readChoice(values.blankValues, 'blankValues', ['fault', 'send'], addFault),
		...(!isBlank(values.sameNumber) && {
			sameNumber: readChoice(values.sameNumber, 'sameNumber', ['send', 'skip', 'report'], addFault),
		}),
		skipped: readSkippedNumbers(
			values.skipNumbers,
			countries.map((country) => readNumberRules(country, () => {})),
			addFault,
		),
		longerTexts: readChoice(values.longerTexts, 'longerTexts', ['fault', 'cut'], addFault),
		...(messages !== undefined && { maxMessages: messages }),
		...(segments !== undefined && { maxSegments: segments }),
	};
}

function readPrefixes(value: unknown, addFault: AddFault): string[] {
	return entriesOf(value).flatMap((entry) => {
		const { digits } = cleanNumber(entry);
		if (isPlainNumber(digits)) return digits;
		addFault('allowedDestinations', `contains ${describe(entry)}; enter prefixes such as 43, 49`);
		return [];
	});
}

const AS_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };

export const agentToolFields: INodeProperties[] = [
	notice(
		'toolNotice',
		'Each message costs money. Maximum Messages limits how many the model can send, Safeguards → Allowed Destinations limits to which numbers. The model cannot change fields that you fill in, such as To.',
		AS_TOOL,
	),
	{
		...maxMessagesOption,
		displayOptions: AS_TOOL,
		default: 10,
		description:
			'How many messages this tool may send in one execution, over all calls. Each destination counts, also if it is not known whether its message was accepted.',
	},
];
