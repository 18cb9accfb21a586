import type { IDataObject, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { presentEntry, presentFacts, type ContentFacts } from '../output/presentEntry';
import { countText, errorItem, inHtml, operationError, withLines } from '../output/errorItems';
import { toIsoWithOffset } from '../text/dateTime';
import { failureDetails, type ServiceFailure } from '../api/failure';
import type { N8n } from './run';
import type { Outcome, Skipped, Target } from './plan/target';
import type { PlannedTargets } from './plan/targets';
import type { RunOptions } from './run';

type FailedOutcome = Extract<Outcome, { failure: ServiceFailure }>;
type Row = { target: Target; outcome: Outcome };
type FailedRow = { target: Target; outcome: FailedOutcome };

/** For a target without an outcome. There should be none; if there is, the user gets to know. */
const UNACCOUNTED: FailedOutcome = {
	state: 'unknown',
	failure: {
		kind: 'unclear',
		message: 'The node lost track of this destination',
		description: 'It is not known whether the message was accepted. Check Get Logs before sending it again.',
	},
};

/** Whether a target's outcome is not an error: accepted, or rejected where the operation takes rejections as items. */
export function isDone(outcome: Outcome | undefined, { rejectedAs }: Pick<RunOptions, 'rejectedAs'>): boolean {
	return (
		outcome?.state === 'accepted' ||
		(outcome?.state === 'refused' && outcome.entry !== undefined && rejectedAs === 'items')
	);
}

/** The item for one destination: the service's entry, or an error item that says why there is none. */
export function presentOutcome(
	target: Target,
	outcome: Outcome = UNACCOUNTED,
	options: Pick<RunOptions, 'rejectedAs'> & { simplify: boolean; isTool: boolean },
): INodeExecutionData {
	const pairedItem = { item: target.itemIndex };
	if (isDone(outcome, options) && 'entry' in outcome && outcome.entry !== undefined) {
		const { entry, response, bulkId, isRecalled } = outcome;
		const request = { ...response, bulkId: response?.bulkId ?? bulkId };
		const json = presentEntry('response', entry, options, request, target.facts);
		if (options.isTool && isRecalled === true) json.alreadySent = true;
		return { json: Object.assign(json, nodeFields(target, isRecalled)), pairedItem };
	}
	const failed = outcome as FailedOutcome;
	return errorItem(target.itemIndex, failed.failure.message, destinationDetails(target, failed));
}

/** Fields that the node itself adds to those of the service. */
export function nodeFields({ given, isLate, message }: Target, isRecalled = false): IDataObject {
	return {
		...(given !== undefined && { given }),
		...(message.sendAt !== undefined && { sendAt: toIsoWithOffset(message.sendAt) }),
		...(isLate &&
			!isRecalled && {
				warning: `Send At is in the past (${message.sendAt}); the service may send at once, or not at all`,
			}),
	};
}

/** Adds a hint with the number of messages whose send time has passed. */
export function warnOfPastTimes(n8n: N8n, { all, recalled }: PlannedTargets): void {
	const late = all.filter((target) => target.isLate && !recalled.has(target)).length;
	if (late === 0) return;
	const messages = late === 1 ? 'A message has a Send At' : `${late} messages have a Send At`;
	n8n.hint(`${messages} in the past; the service may send at once, or not at all`, 'warning');
}

/** The item for a skipped destination: which message was sent to its number instead, and its outcome. */
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
	const { destination, facts } = target;
	const { state, failure, bulkId } = outcome;
	return {
		...destination,
		...nodeFields(target),
		state,
		...(bulkId !== undefined && { bulkId }),
		...(failureDetails(failure) as IDataObject),
		...presentFacts(withoutText(facts)),
		...(state === 'refused' && outcome.entry !== undefined && { response: outcome.entry as IDataObject }),
	};
}

/** Errors are shown in more places than the items of a workflow. */
const withoutText = (facts: ContentFacts): ContentFacts => ({ ...facts, text: undefined });

const MAX_DESTINATIONS_LISTED = 1000;
const MAX_NUMBERS_NAMED = 3;

/** The single error of a run with Stop: counts in its message, all requests and destinations in its details. */
export function notAcceptedError(
	node: INode,
	{ all, skipped }: Pick<PlannedTargets, 'all' | 'skipped'>,
	outcomes: ReadonlyMap<Target, Outcome>,
	options: RunOptions,
): NodeOperationError {
	const rows = all.map((target): Row => ({ target, outcome: outcomes.get(target) ?? UNACCOUNTED }));
	const failed = rows.filter(({ outcome }) => !isDone(outcome, options)) as FailedRow[];
	const listed = [...failed, ...rows.filter(({ outcome }) => isDone(outcome, options))].slice(
		0,
		MAX_DESTINATIONS_LISTED,
	);
	const data = {
		requests: countsByRequest(rows.map(({ outcome }) => outcome)),
		destinations: [
			...listed.map(listedDestination),
			...skipped.slice(0, MAX_DESTINATIONS_LISTED - listed.length).map(({ itemIndex, original, ...left }) => ({
				itemIndex,
				...left,
				...skippedFields(original, outcomes.get(original)),
				state: 'skipped',
			})),
		],
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

function listedDestination({ target, outcome }: Row): IDataObject {
	const { itemIndex, destination, facts } = target;
	if (outcome.state !== 'accepted')
		return { itemIndex, ...destinationDetails(target, outcome), error: outcome.failure.message };
	return {
		itemIndex,
		to: destination.to,
		...presentEntry('response', outcome.entry, { simplify: true }, {}, withoutText(facts)),
		...nodeFields(target, outcome.isRecalled),
		state: outcome.state,
	};
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
