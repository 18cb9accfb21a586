import type { IDataObject, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { SendOptions } from '../fields/options';
import { presentEntry } from '../output/presentEntry';
import { countText, errorItem, inHtml, operationError, withLines } from '../output/errorItems';
import { failureDetails, type ServiceFailure } from '../service/failure';
import type { Outcome, Target } from './plan/target';

type Outcomes = ReadonlyMap<Target, Outcome>;
type FailedOutcome = Extract<Outcome, { failure: ServiceFailure }>;
type FailedRow = { target: Target; outcome: FailedOutcome };

/** For a target that no step accounted for. There should be none; if there is one, the user is told. */
const UNACCOUNTED: FailedOutcome = {
	state: 'unknown',
	failure: {
		kind: 'unclear',
		message: 'The node lost track of this destination',
		description: 'It is not known whether the message was accepted. Check Get Logs before sending it again.',
	},
};

/** Whether a target's outcome is not an error: accepted, or rejected when the user wants rejections as items. */
export function isDone(outcome: Outcome | undefined, { rejectedAs }: Pick<SendOptions, 'rejectedAs'>): boolean {
	return (
		outcome?.state === 'accepted' ||
		(outcome?.state === 'refused' && outcome.entry !== undefined && rejectedAs === 'items')
	);
}

/** The item for one destination: the service's entry, or an error item that says why there is none. */
export function presentOutcome(
	target: Target,
	outcome: Outcome = UNACCOUNTED,
	options: Pick<SendOptions, 'rejectedAs'> & { simplify: boolean; isTool: boolean },
): INodeExecutionData {
	const pairedItem = { item: target.itemIndex };
	if (isDone(outcome, options) && 'entry' in outcome && outcome.entry !== undefined) {
		const { entry, response, bulkId, isRecalled } = outcome;
		// Copying takes time, and nearly every answer has it
		const request =
			typeof response?.bulkId === 'string' ? response : { ...response, bulkId: response?.bulkId ?? bulkId };
		const json = presentEntry('response', entry, options, request, target.facts);
		return { json: options.isTool && isRecalled === true ? { ...json, alreadySent: true } : json, pairedItem };
	}
	const failed = outcome as FailedOutcome;
	return errorItem(target.itemIndex, failed.failure.message, destinationDetails(target, failed));
}

function destinationDetails({ destination, facts }: Target, outcome: FailedOutcome): IDataObject {
	const { state, failure, bulkId } = outcome;
	return {
		...destination,
		state,
		...(bulkId !== undefined && { bulkId }),
		...(failureDetails(failure) as IDataObject),
		...presentEntry('response', {}, { simplify: true }, {}, facts),
		...(state === 'refused' && outcome.entry !== undefined && { response: outcome.entry as IDataObject }),
	};
}

const MAX_DESTINATIONS_LISTED = 1000;
const MAX_NUMBERS_NAMED = 3;

/** The single error of a run with Stop: counts in its message, all requests and destinations in its details. */
export function notAcceptedError(
	node: INode,
	targets: Target[],
	outcomes: Outcomes,
	options: SendOptions,
): NodeOperationError {
	const rows = targets.map((target) => ({ target, outcome: outcomes.get(target) ?? UNACCOUNTED }));
	const failed = rows.filter(({ outcome }) => !isDone(outcome, options)) as FailedRow[];
	const { failure } = failed[0]?.outcome ?? UNACCOUNTED;
	const accepted = rows
		.filter(({ outcome }) => outcome.state === 'accepted')
		.map(({ target }) => target.destination.to);
	const [only] = failed.length === 1 ? failed : [];
	const reason = failure.message;
	const to =
		only === undefined || reason.includes(only.target.destination.to) ? '' : ` (${only.target.destination.to})`;
	// n8n's editor adds the item
	const message =
		rows.length === 1
			? reason
			: `${countText(failed.length)} of ${countText(rows.length)} destinations ${failed.length === 1 ? 'was' : 'were'} not accepted: ${reason}${to}`;
	const [were, them] = accepted.length === 1 ? ['was', 'it'] : ['were', 'them'];
	const who = accepted.length > MAX_NUMBERS_NAMED ? `The other ${countText(accepted.length)}` : accepted.join(', ');
	const kept =
		accepted.length === 0
			? ''
			: ` ${who} ${were} accepted; the message IDs are in the details, and Retry does not send ${them} again.`;
	const listed = [...failed, ...rows.filter(({ outcome }) => isDone(outcome, options))].slice(
		0,
		MAX_DESTINATIONS_LISTED,
	);
	// One reason for all is in the message
	const isOneReason = new Set(failed.map((row) => row.outcome.failure.message)).size === 1;
	const description = isOneReason ? inHtml(failure.description + kept) : withLines(kept.trim(), failed.map(lineOf));
	const data = {
		requests: countsByRequest(rows.map(({ outcome }) => outcome)),
		destinations: listed.map(({ target, outcome }) => ({
			itemIndex: target.itemIndex,
			...(outcome.state === 'accepted'
				? {
						to: target.destination.to,
						...presentEntry('response', outcome.entry, { simplify: true }, {}, target.facts),
						state: outcome.state,
					}
				: { ...destinationDetails(target, outcome), error: outcome.failure.message }),
		})),
	};
	return operationError(node, message, description, data, only?.target.itemIndex);
}

function lineOf({ target: { itemIndex, destination }, outcome: { failure } }: FailedRow): string {
	const { to } = destination;
	const subject = failure.message.includes(to) ? `Item ${itemIndex}` : `Item ${itemIndex}, ${to}`;
	return `${subject}: ${failure.message}. ${failure.description}`;
}

function countsByRequest(outcomes: Outcome[]): IDataObject[] {
	const counts = new Map<string | undefined, Record<Outcome['state'], number>>();
	for (const { bulkId, state } of outcomes) {
		const count = counts.get(bulkId) ?? { accepted: 0, refused: 0, unknown: 0, notSent: 0 };
		count[state] += 1;
		counts.set(bulkId, count);
	}
	return [...counts].map(([bulkId, count]) => ({ ...(bulkId !== undefined && { bulkId }), ...count }));
}
