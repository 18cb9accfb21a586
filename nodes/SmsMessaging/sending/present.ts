import type { IDataObject, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { presentEntry } from '../fields/simplify';
import { errorItem, operationError } from '../output/errorItems';
import { failureDetails, type ServiceFailure } from '../service/failure';
import type { Outcome } from './submit';

type UnansweredOutcome = Extract<Outcome, { failure: ServiceFailure }>;

/** The item of one destination: the service's entry, or an error item that says why there is none. */
export function presentOutcome(outcome: Outcome, simplify: boolean): INodeExecutionData {
	if (outcome.state === 'answered') {
		return {
			json: presentEntry('response', outcome.entry, simplify, outcome.response),
			pairedItem: { item: outcome.itemIndex },
		};
	}
	return errorItem(outcome.itemIndex, outcome.failure.message, destinationDetails(outcome));
}

/** The one error of a run in which destinations stayed without an entry; it carries the ids of all that the service answered for. */
export function unansweredError(node: INode, outcomes: Outcome[]): NodeOperationError | undefined {
	const unanswered = outcomes.filter((outcome) => outcome.state !== 'answered');
	const [first] = unanswered;
	if (first === undefined) return undefined;
	const answered = outcomes.filter((outcome) => outcome.state === 'answered');
	const counts =
		answered.length === 0
			? ''
			: ` The service answered for ${answered.length} of ${outcomes.length} destinations; their message IDs stand in the details. Running the node again sends to those once more.`;
	return operationError(node, first.failure.message, first.failure.description + counts, {
		notAnswered: unanswered.map((outcome) => ({ ...destinationDetails(outcome), itemIndex: outcome.itemIndex })),
		answered: answered.map((outcome) => ({
			...presentEntry('response', outcome.entry, true, outcome.response),
			itemIndex: outcome.itemIndex,
		})),
	});
}

function destinationDetails({ destination, state, failure }: UnansweredOutcome): IDataObject {
	return { ...destination, state, ...(failureDetails(failure) as IDataObject) };
}
