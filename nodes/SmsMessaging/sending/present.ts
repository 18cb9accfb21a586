import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { SendOptions } from '../fields/options';
import { presentEntry } from '../output/presentEntry';
import { errorItem, operationError } from '../output/errorItems';
import { failureDetails, type ServiceFailure } from '../service/failure';
import type { Outcome, Skipped, Target } from './plan/target';
import type { PlannedTargets } from './plan/targets';

type Outcomes = ReadonlyMap<Target, Outcome>;
type FailedOutcome = Extract<Outcome, { failure: ServiceFailure }>;

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
		const json = presentEntry('response', entry, options, request);
		if (options.isTool && isRecalled === true) json.alreadySent = true;
		return { json: Object.assign(json, nodeFields(target, isRecalled)), pairedItem };
	}
	const failed = outcome as FailedOutcome;
	return errorItem(target.itemIndex, failed.failure.message, destinationDetails(target, failed));
}

/** What the node itself says about a message, beside the service's words. */
export function nodeFields({ given, isLate, message }: Target, isRecalled = false): IDataObject {
	return {
		...(given !== undefined && { given }),
		...(isLate &&
			!isRecalled && {
				warning: `Send At is in the past (${message.sendAt}); the service may send at once, or not at all`,
			}),
	};
}

/** Says on the node how many messages have a send time that has passed. */
export function warnOfPastTimes(context: IExecuteFunctions, { all, recalled }: PlannedTargets): void {
	const late = all.filter((target) => target.isLate && !recalled.has(target)).length;
	if (late === 0) return;
	context.addExecutionHints({
		message: `${late === 1 ? 'A message has a Send At' : `${late} messages have a Send At`} in the past; the service may send at once, or not at all`,
		type: 'warning',
		location: 'outputPane',
	});
}

/** The item for a destination that was left out: which message went to its number, and what became of that. */
export function presentSkipped({ itemIndex, original, ...left }: Skipped, outcome?: Outcome): INodeExecutionData {
	return { json: { ...left, ...skippedFields(original, outcome) }, pairedItem: { item: itemIndex } };
}

function skippedFields({ itemIndex, destination }: Target, outcome: Outcome | undefined): IDataObject {
	const messageId = (outcome?.state === 'accepted' ? outcome.entry.messageId : undefined) ?? destination.messageId;
	return {
		skipped: true,
		originalItem: itemIndex,
		...(messageId !== undefined && { originalMessageId: String(messageId) }),
		...(outcome !== undefined && { originalState: outcome.state }),
	};
}

function destinationDetails(target: Target, outcome: FailedOutcome): IDataObject {
	const { destination } = target;
	const { state, failure, bulkId } = outcome;
	return {
		...destination,
		...nodeFields(target),
		state,
		...(bulkId !== undefined && { bulkId }),
		...(failureDetails(failure) as IDataObject),
		...(state === 'refused' && outcome.entry !== undefined && { response: outcome.entry as IDataObject }),
	};
}

const MAX_DESTINATIONS_LISTED = 1000;

/** The single error of a run with Stop: counts in its message, all requests and destinations in its details. */
export function notAcceptedError(
	node: INode,
	{ all, skipped }: Pick<PlannedTargets, 'all' | 'skipped'>,
	outcomes: Outcomes,
	options: SendOptions,
): NodeOperationError {
	const rows = all.map((target) => ({ target, outcome: outcomes.get(target) ?? UNACCOUNTED }));
	const failed = rows.filter(({ outcome }) => !isDone(outcome, options)) as Array<{
		target: Target;
		outcome: FailedOutcome;
	}>;
	const { failure } = failed[0]?.outcome ?? UNACCOUNTED;
	const done = rows.filter(({ outcome }) => outcome.state === 'accepted').length;
	const message =
		rows.length === 1
			? failure.message
			: `${failed.length} of ${rows.length} destinations ${failed.length === 1 ? 'was' : 'were'} not accepted: ${failure.message}`;
	const kept =
		done === 0
			? ''
			: ` The other${done === 1 ? ' one was' : ` ${done} were`} accepted; the message IDs are in the details, and Retry does not send ${done === 1 ? 'it' : 'them'} again.`;
	const listed = [...failed, ...rows.filter(({ outcome }) => isDone(outcome, options))].slice(
		0,
		MAX_DESTINATIONS_LISTED,
	);
	return operationError(node, message, failure.description + kept, {
		requests: countsByRequest(rows.map(({ outcome }) => outcome)),
		destinations: [
			...listed.map(({ target, outcome }) => ({
				itemIndex: target.itemIndex,
				...(outcome.state === 'accepted'
					? {
							to: target.destination.to,
							...presentEntry('response', outcome.entry, { simplify: true }),
							...nodeFields(target, outcome.isRecalled),
							state: outcome.state,
						}
					: { ...destinationDetails(target, outcome), error: outcome.failure.message }),
			})),
			...skipped.slice(0, MAX_DESTINATIONS_LISTED - listed.length).map(({ itemIndex, original, ...left }) => ({
				itemIndex,
				...left,
				...skippedFields(original, outcomes.get(original)),
				state: 'skipped',
			})),
		],
	});
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
