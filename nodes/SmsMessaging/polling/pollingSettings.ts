import { type INodeProperties, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { notice } from '../fields/output';
import { describeFaults, labelsOf } from '../parameters/items';
import { asValues, readInteger } from '../parameters/values';
import type { Presentation } from '../entries/presentEntry';
import type { Selection } from '../entries/selection';
import { triggerFields, triggerOptions } from '../entries/triggerFields';
import { readTriggerSettings } from '../entries/triggerSettings';

const DEFAULT_MAX_CALLS = 10;
const MOST_CALLS_PER_POLL = 100;

const maxCallsField: INodeProperties = {
	displayName: 'Calls per Poll',
	name: 'maxCalls',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CALLS_PER_POLL },
	default: DEFAULT_MAX_CALLS,
	description:
		'Maximum number of calls in one poll. A call fetches up to 1000 reports or messages. A poll ends early if a call returns nothing new. The next poll fetches the rest.',
};

export const pollingParameters: INodeProperties[] = [
	notice(
		'usedUpNotice',
		'Each report or message can be fetched only once, even if your filters ignore it. Entries that another reader has fetched, or that the service pushes to a URL, do not start this workflow. A test shows recent messages from the logs and uses up no report; received messages it does use up.',
	),
	...triggerFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: [...triggerOptions, maxCallsField].sort((a, b) => a.displayName.localeCompare(b.displayName)),
		default: {},
	},
];

export interface PollingSettings extends Selection, Presentation {
	maxCalls: number;
}

/**
 * Reads the trigger's parameters, before anything is fetched.
 * @throws NodeOperationError that names every invalid parameter
 */
export function readPollingSettings(context: IPollFunctions): PollingSettings {
	try {
		return {
			...readTriggerSettings((name, fallback) => context.getNodeParameter(name, fallback)),
			maxCalls: readMaxCalls(context),
		};
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			description: 'Nothing was fetched. Correct this in the trigger, then publish the workflow again.',
		});
	}
}

function readMaxCalls(context: IPollFunctions): number {
	const addFault = (field: string, reason: string) => {
		throw new Error(describeFaults([{ field, reason }], labelsOf([maxCallsField])));
	};
	const { maxCalls } = asValues(context.getNodeParameter('options', {}));
	return readInteger(maxCalls, 'maxCalls', addFault, { min: 1, max: MOST_CALLS_PER_POLL }) ?? DEFAULT_MAX_CALLS;
}
