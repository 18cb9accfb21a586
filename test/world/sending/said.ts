import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Target } from './life';
import type { NodeOutcome } from './n8n';

export type State = 'accepted' | 'refused' | 'notSent' | 'unknown' | 'skipped';

/** What an execution says about one destination. */
export interface Said {
	round: number;
	itemIndex: number;
	to: string;
	state: State;
	messageId?: string;
	bulkId?: string;
	/** Whether it is in the list of an error. */
	isListed?: boolean;
	/** All that it says. */
	all: IDataObject;
}

/** A destination that repeats a number within an item is identified by position, so those of one item and number count together. */
export function placeOf({ round, itemIndex, to }: Pick<Target, 'round' | 'itemIndex' | 'to'>): string {
	return `${round} ${itemIndex} ${to}`;
}

export function byPlace<T extends Pick<Target, 'round' | 'itemIndex' | 'to'>>(all: T[]): Map<string, T[]> {
	return Map.groupBy(all, placeOf);
}

export function saidBy(outcome: NodeOutcome, round: number): Said[] {
	return 'items' in outcome ? outcome.items.map((item) => saidByItem(item, round)) : saidByError(outcome.error, round);
}

function saidByError({ context }: { context?: { data?: IDataObject } }, round: number): Said[] {
	const destinations = (context?.data?.destinations ?? []) as IDataObject[];
	return destinations.map((one) => {
		const { itemIndex, to, state } = one;
		return {
			...factsOf(one),
			round,
			itemIndex: Number(itemIndex),
			to: String(to),
			state: state as State,
			isListed: true,
		};
	});
}

/** An item that is not an error says that the message was accepted, whatever its status. */
function saidByItem({ json, pairedItem }: INodeExecutionData, round: number): Said {
	const itemIndex = (pairedItem as { item: number }).item;
	if (json.error !== undefined) {
		const details = (json.details ?? {}) as IDataObject;
		return { ...factsOf(details, json), round, itemIndex, to: String(details.to), state: details.state as State };
	}
	const state = json.skipped === true ? 'skipped' : 'accepted';
	return { ...factsOf(json), round, itemIndex, to: String(json.to), state };
}

function factsOf(facts: IDataObject, all = facts): Pick<Said, 'messageId' | 'bulkId' | 'all'> {
	return { messageId: asId(facts.messageId), bulkId: asId(facts.bulkId), all };
}

function asId(value: unknown): string | undefined {
	return value === undefined || value === null ? undefined : String(value);
}
