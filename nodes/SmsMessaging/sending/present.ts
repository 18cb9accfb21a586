import type { IDataObject, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { NO_ENTRY } from '../api/entry';
import { failureDetails, type ServiceFailure } from '../api/failure';
import type { ContentFacts } from '../entries/outputFields';
import { presentEntry, presentFacts } from '../entries/presentEntry';
import { errorItem, operationError, withLines } from '../output/errorItems';
import type { Outcome, Target } from './plan/target';
import type { RunOptions } from './run';
import { countText } from '../text/numbers';
import { inHtml } from '../text/html';

type FailedOutcome = Extract<Outcome, { failure: ServiceFailure }>;
type Row = { target: Target; outcome: Outcome };
type FailedRow = { target: Target; outcome: FailedOutcome };
type Outcomes = ReadonlyMap<Target, Outcome>;

/** For a target without an outcome. There should be none; if there is, the user gets to know. */
const UNACCOUNTED: FailedOutcome = {
	state: 'unknown',
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
	outcomes: Outcomes,
	options: Pick<RunOptions, 'rejectedAs'> & { simplify: boolean; isTool: boolean },
): INodeExecutionData {
	const outcome = outcomes.get(target) ?? UNACCOUNTED;
	const failed = outcome as FailedOutcome;
	return isDone(outcome, options)
		? { json: presentDone(target, outcome, outcomes, options), pairedItem: { item: target.itemIndex } }
		: errorItem(target.itemIndex, failed.failure.message, destinationDetails(target, failed));
}

function presentDone(
	target: Target,
	outcome: Outcome,
	outcomes: Outcomes,
	options: { simplify: boolean; isTool: boolean },
): IDataObject {
	if (outcome.state === 'planned') return presentPlanned(target, outcome, options);
	if (outcome.state === 'skipped') return presentSkipped(target, outcome.original, outcomes);
	const { entry, isRecalled, bulkId } = outcome as Extract<Outcome, { state: 'accepted' }>;
	const json = presentEntry('response', { ...entry, bulkId: entry.bulkId ?? bulkId }, options, target.facts);
	if (options.isTool && isRecalled === true) json.alreadySent = true;
	return Object.assign(json, nodeFields(target, isRecalled));
}

/** What would be sent for a target. */
function presentPlanned(
	target: Target,
	{ request, bulkId }: Extract<Outcome, { state: 'planned' }>,
	{ simplify }: { simplify: boolean },
): IDataObject {
	const { message, destination, facts, history } = target;
	const { sender, content, validityMinutes, deliveryTimeWindow } = message;
	return {
		...presentEntry('response', { ...NO_ENTRY, ...destination, from: sender, bulkId }, { simplify: true }, facts),
		...('hex' in content && { hex: content.hex }),
		...(validityMinutes !== undefined && { validityPeriod: validityMinutes }),
		...(deliveryTimeWindow !== undefined && { deliveryTimeWindow: { ...deliveryTimeWindow } }),
		...nodeFields(target),
		...(history !== 'unsent' && {
			warning: 'An earlier try may have sent this message, so a real run checks the logs first',
		}),
		request: request.number,
		requests: request.of,
		...(!simplify && request.body !== undefined && { body: request.body }),
	};
}

/** Which message was sent to the number of a skipped one instead, and its outcome. */
function presentSkipped({ destination: { to }, given }: Target, original: Target, outcomes: Outcomes): IDataObject {
	const outcome = outcomes.get(original);
	const messageId =
		(outcome?.state === 'accepted' ? outcome.entry.messageId : undefined) ?? original.destination.messageId;
	return {
		to,
		...(given !== undefined && { given }),
		skipped: true,
		originalItem: original.itemIndex,
		...(messageId !== undefined && { originalMessageId: messageId }),
		...(outcome !== undefined && outcome.state !== 'planned' && { originalState: outcome.state }),
	};
}

/** Fields that the node itself adds to those of the service. */
export function nodeFields({ given, isLate, sendAt }: Target, isRecalled = false): IDataObject {
	return {
		...(given !== undefined && { given }),
		...(sendAt !== undefined && { sendAt }),
		...(isLate &&
			!isRecalled && {
				warning: `Send At is in the past (${sendAt}); the service may send at once, or not at all`,
			}),
	};
}

function destinationDetails(target: Target, outcome: FailedOutcome): IDataObject {
	const { destination, facts } = target;
	const { state, failure, bulkId } = outcome;
	return {
		...destination,
		...nodeFields(target),
		state,
		...(bulkId !== undefined && { bulkId }),
		...(failureDetails(failure) as IDataObject),
		...presentFacts(withoutText(facts)),
		...(state === 'refused' && outcome.entry !== undefined && { response: outcome.entry.raw as IDataObject }),
	};
}

/** Errors are shown in more places than the items of a workflow. */
const withoutText = (facts: ContentFacts): ContentFacts => ({ ...facts, text: undefined });

const MAX_DESTINATIONS_LISTED = 1000;
const MAX_NUMBERS_NAMED = 3;

/** The single error of a run with Stop: counts in its message, all requests and destinations in its details. */
export function notAcceptedError(
	node: INode,
	targets: readonly Target[],
	outcomes: Outcomes,
	options: RunOptions,
): NodeOperationError {
	const all = targets.map((target): Row => ({ target, outcome: outcomes.get(target) ?? UNACCOUNTED }));
	const skipped = all.filter(({ outcome }) => outcome.state === 'skipped');
	const rows = all.filter(({ outcome }) => outcome.state !== 'skipped');
	const failed = rows.filter(({ outcome }) => !isDone(outcome, options)) as FailedRow[];
	const done = rows.filter(({ outcome }) => isDone(outcome, options));
	const listed = [...failed, ...done, ...skipped].slice(0, MAX_DESTINATIONS_LISTED);
	const data = {
		requests: countsByRequest(rows.map(({ outcome }) => outcome)),
		destinations: listed.map((row) => listedDestination(row, outcomes)),
	};
	const itemIndex = failed.length === 1 ? failed[0]!.target.itemIndex : undefined;
	return operationError(node, summaryOf(failed, rows.length), adviceOf(failed, rows), data, itemIndex);
}

/** How many failed, and the first reason. */
function summaryOf(failed: FailedRow[], all: number): string {
	const reason = (failed[0]?.outcome ?? UNACCOUNTED).failure.message;
	// n8n's editor adds the item
	if (all === 1) return reason;
	const [only] = failed.length === 1 ? failed : [];
	const to =
		only === undefined || reason.includes(only.target.destination.to) ? '' : ` (${only.target.destination.to})`;
	const unknown = failed.filter(({ outcome }) => outcome.state === 'unknown').length;
	const certain = failed.length - unknown;
	const of = `of ${countText(all)} destinations`;
	const not = `${countText(certain)} ${of} ${certain === 1 ? 'was' : 'were'} not accepted`;
	const perhaps = `${countText(unknown)} ${certain === 0 ? `${of} ` : ''}may not have been accepted`;
	const counts = [...(certain === 0 ? [] : [not]), ...(unknown === 0 ? [] : [perhaps])].join(', and ');
	return `${counts}: ${reason}${to}`;
}

/** What to do, and what was accepted anyway. */
function adviceOf(failed: FailedRow[], rows: Row[]): string {
	const accepted = rows
		.filter(({ outcome }) => outcome.state === 'accepted')
		.map(({ target }) => target.destination.to);
	const [were, them] = accepted.length === 1 ? ['was', 'it'] : ['were', 'them'];
	const who = accepted.length > MAX_NUMBERS_NAMED ? `The other ${countText(accepted.length)}` : accepted.join(', ');
	const kept =
		accepted.length === 0
			? ''
			: ` ${who} ${were} accepted; the message IDs are in the details. Retry does not resend ${them}, but a new execution does.`;
	// One reason for all is in the message
	const { failure } = failed[0]?.outcome ?? UNACCOUNTED;
	const isOneReason = failed.every(
		({ outcome: { failure: other } }) => other.message === failure.message && other.description === failure.description,
	);
	return isOneReason ? inHtml(failure.description + kept) : withLines(kept.trim(), failed.map(lineOf));
}

function listedDestination({ target, outcome }: Row, outcomes: Outcomes): IDataObject {
	const { itemIndex, destination, facts } = target;
	const { state } = outcome;
	if ('failure' in outcome)
		return { itemIndex, ...destinationDetails(target, outcome), error: outcome.failure.message };
	const shown = { simplify: true, isTool: false };
	const json = presentDone({ ...target, facts: withoutText(facts) }, outcome, outcomes, shown);
	return { itemIndex, to: destination.to, ...json, state };
}

function lineOf({ target: { itemIndex, destination }, outcome: { failure } }: FailedRow): string {
	const { to } = destination;
	const subject = failure.message.includes(to) ? `Item ${itemIndex}` : `Item ${itemIndex}, ${to}`;
	return `${subject}: ${failure.message}. ${failure.description}`;
}

function countsByRequest(outcomes: Outcome[]): IDataObject[] {
	const counts = new Map<string | undefined, Record<string, number>>();
	for (const { bulkId, state } of outcomes) {
		const count = counts.get(bulkId) ?? { accepted: 0, refused: 0, unknown: 0, notSent: 0 };
		count[state]! += 1;
		counts.set(bulkId, count);
	}
	return [...counts].map(([bulkId, count]) => ({ ...(bulkId !== undefined && { bulkId }), ...count }));
}
