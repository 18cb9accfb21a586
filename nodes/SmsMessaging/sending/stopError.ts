import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { operationError, withLines } from '../output/errorItems';
import { inHtml } from '../text/html';
import { countText } from '../text/numbers';
import type { Outcome, Target } from './plan/target';
import { detailsOf, isDone, UNACCOUNTED, type FailedOutcome, type AllOutcomes } from './present';
import type { RunOptions } from './run';

type Row = { target: Target; outcome: Outcome };
type FailedRow = { target: Target; outcome: FailedOutcome };

const MAX_DESTINATIONS_LISTED = 1000;
const MAX_NUMBERS_NAMED = 3;

/** The single error of a run with Stop: counts in its message, all requests and destinations in its details. */
export function notAcceptedError(
	node: INode,
	targets: readonly Target[],
	outcomes: AllOutcomes,
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
		destinations: listed.map(({ target, outcome }) => ({
			itemIndex: target.itemIndex,
			...detailsOf(target, outcomes),
			...('failure' in outcome && { error: outcome.failure.message }),
		})),
	};
	const itemIndex = failed.length === 1 ? failed[0]!.target.itemIndex : undefined;
	return operationError(node, summaryOf(failed, rows.length), adviceOf(failed, rows, options), data, itemIndex);
}

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

function adviceOf(failed: FailedRow[], rows: Row[], { messageIds }: RunOptions): string {
	const accepted = rows
		.filter(({ outcome }) => outcome.state === 'accepted')
		.map(({ target }) => target.destination.to);
	const [were, them] = accepted.length === 1 ? ['was', 'it'] : ['were', 'them'];
	const who = accepted.length > MAX_NUMBERS_NAMED ? `The other ${countText(accepted.length)}` : accepted.join(', ');
	const resend =
		messageIds === 'own'
			? `Neither Retry nor, within 48 hours, a new execution resends ${them}.`
			: `Retry does not resend ${them}, but a new execution does.`;
	const kept = accepted.length === 0 ? '' : ` ${who} ${were} accepted; the message IDs are in the details. ${resend}`;
	// One reason for all is in the message
	const { failure } = failed[0]?.outcome ?? UNACCOUNTED;
	const isOneReason = failed.every(
		({ outcome: { failure: other } }) => other.message === failure.message && other.description === failure.description,
	);
	return isOneReason ? inHtml(failure.description + kept) : withLines(kept.trim(), failed.map(lineOf));
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
