import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { completed, NO_ENTRY, type Entry } from '../api/entry';
import { failureDetails, type ServiceFailure } from '../api/failure';
import { LATE, type ContentFacts } from '../entries/outputFields';
import { presentEntry, presentFacts } from '../entries/presentEntry';
import { errorItem } from '../output/errorItems';
import type { Outcome, Skipped, Target } from './plan/target';
import type { RunOptions } from './run';

export type FailedOutcome = Extract<Outcome, { failure: ServiceFailure }>;
export type AllOutcomes = ReadonlyMap<Target, Outcome>;

/** For a target without an outcome. There should be none; if there is, the user gets to know. */
export const UNACCOUNTED: FailedOutcome = {
	state: 'unknown',
	mayResend: false,
	failure: {
		kind: 'unclear',
		message: 'The node lost track of this destination',
		description: 'It is not known whether the message was accepted. Check Get Logs before sending it again.',
	},
};

/** Whether a target's outcome is not an error: accepted, left out on purpose, or rejected where the operation takes rejections as items. */
export function isDone(outcome: Outcome | undefined, { rejectedAs }: Pick<RunOptions, 'rejectedAs'>): boolean {
	if (outcome?.state === 'refused') return outcome.entry !== undefined && rejectedAs === 'items';
	return outcome !== undefined && !('failure' in outcome);
}

/** The item for one destination: what became of it, or an error item that says why nothing did. */
export function presentOutcome(
	target: Target,
	outcomes: AllOutcomes,
	options: Pick<RunOptions, 'rejectedAs'> & { simplify: boolean; isTool: boolean },
): INodeExecutionData {
	const outcome = outcomes.get(target) ?? UNACCOUNTED;
	return isDone(outcome, options)
		? { json: presentDone(target, outcome, outcomes, options), pairedItem: { item: target.itemIndex } }
		: errorItem(target.itemIndex, (outcome as FailedOutcome).failure.message, detailsOf(target, outcomes));
}

function presentDone(
	target: Target,
	outcome: Outcome,
	outcomes: AllOutcomes,
	options: { simplify: boolean; isTool: boolean },
): IDataObject {
	if (outcome.state === 'planned') return presentPlanned(target, outcome, options);
	if (outcome.state === 'skipped') return presentSkipped(target, outcome, outcomes);
	const { entry, isRecalled, bulkId } = outcome as Outcome & { entry: Entry };
	const whole = entry.bulkId === undefined ? completed(entry, { bulkId }) : entry;
	const json = presentEntry('response', whole, options, outcome.facts ?? target.facts);
	if (options.isTool && isRecalled === true) json.alreadySent = true;
	return Object.assign(json, nodeFields(target, outcome));
}

function presentPlanned(
	target: Target,
	{ request, bulkId }: Extract<Outcome, { state: 'planned' }>,
	{ simplify }: { simplify: boolean },
): IDataObject {
	const { message, destination, facts, doubt } = target;
	const { sender, content, validityMinutes, deliveryTimeWindow } = message;
	return {
		...presentEntry(
			'response',
			completed(NO_ENTRY, { ...destination, from: sender, bulkId }),
			{ simplify: true },
			facts,
		),
		...('hex' in content && { hex: content.hex }),
		...(validityMinutes !== undefined && { validityPeriod: validityMinutes }),
		...(deliveryTimeWindow !== undefined && { deliveryTimeWindow: { ...deliveryTimeWindow } }),
		...nodeFields(target),
		...(doubt !== undefined && {
			warning: 'An earlier try may have sent this message, so a real run checks the logs first',
		}),
		...(target.isOutsidePlan && { inNumberingPlan: false }),
		request: request.number,
		requests: request.of,
		...(!simplify && request.body !== undefined && { body: request.body() }),
	};
}

/** Which message was sent to the number of a skipped one instead, and its outcome. */
function presentSkipped(
	{ destination: { to }, given }: Target,
	{ reason, original }: Skipped,
	outcomes: AllOutcomes,
): IDataObject {
	const skipped = { reason, to, status: 'SKIPPED', ...(given !== undefined && { given }), skipped: true };
	if (original === undefined) return skipped;
	const outcome = outcomes.get(original);
	const messageId =
		(outcome?.state === 'accepted' ? outcome.entry.messageId : undefined) ?? original.destination.messageId;
	return {
		...skipped,
		originalItem: original.itemIndex,
		originalMessageId: messageId,
		...(outcome !== undefined && outcome.state !== 'planned' && { originalState: outcome.state }),
	};
}

/** Fields that the node itself adds to those of the service. */
export function nodeFields(target: Target, outcome?: Outcome): IDataObject {
	const { isRecalled = false, times } = outcome ?? {};
	const { sendAt, deferredTo } = times ?? (isRecalled ? {} : target);
	const entry = outcome !== undefined && 'entry' in outcome ? outcome.entry : undefined;
	// Under an ID of the user, it may have gone to another number
	const isToOther = isRecalled && entry?.to !== undefined && entry.to !== target.destination.to;
	return {
		...(target.given !== undefined && !isToOther && { given: target.given }),
		...(sendAt !== undefined && { sendAt }),
		...(deferredTo !== undefined && { deferredTo }),
		...(target.isLate &&
			!isRecalled && {
				warning: `${LATE} (${sendAt}); the service may send at once, or not at all`,
			}),
	};
}

/** What is known of a destination, without its text: errors are shown in more places than the items of a workflow. */
export function detailsOf(target: Target, outcomes: AllOutcomes): IDataObject {
	const { destination } = target;
	const outcome = outcomes.get(target) ?? UNACCOUNTED;
	const facts: ContentFacts = { ...(outcome.facts ?? target.facts), text: undefined };
	const { state } = outcome;
	if (!('failure' in outcome)) {
		const json = presentDone(target, { ...outcome, facts }, outcomes, { simplify: true, isTool: false });
		return { to: destination.to, ...json, state };
	}
	const { failure, bulkId } = outcome;
	return {
		...destination,
		...nodeFields(target, outcome),
		state,
		...(bulkId !== undefined && { bulkId }),
		...(failureDetails(failure) as IDataObject),
		...presentFacts(facts),
		...(state === 'refused' && outcome.entry !== undefined && { response: outcome.entry.raw as IDataObject }),
	};
}
