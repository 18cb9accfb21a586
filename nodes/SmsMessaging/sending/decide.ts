import { asAnswer, keptEntry, type Entry } from '../api/entry';
import { judge, judgeLog, surestOf } from '../api/statuses';
import { digitsOf } from '../text/numbers';
import { isScheduled, type Doubt, type Outcome, type Target } from './plan/target';
import type { Run } from './run';
import type { Finding } from './submit/messageLogs';
import {
	failureOfStatus,
	failureOfUncertain,
	notChecked,
	NOT_MENTIONED,
	SENT_BEFORE,
	unknown,
	USED_BEFORE,
	usedFor,
} from './reasons';

// What earlier tries, answers and logs mean, and what may be sent again, all in one place: the tables in CONTRIBUTING.md

/** What an earlier try has found out about a target, if that is final. With Stop, a rejected one is tried again under the same ID. */
export function recalled({ ledger, mode }: Run, key: string, to: string): Outcome | undefined {
	const known = ledger.find(key);
	if (known?.state === 'accepted') return { ...known, entry: keptEntry(known.entry) };
	if (known?.state !== 'refused') return undefined;
	const entry = known.entry && keptEntry(known.entry);
	// What the service calls failed is not tried again: its logs say the same of a message that was accepted
	const isFailed = entry?.to === to && judgeLog(entry) === 'accepted';
	return mode !== 'stop' || isFailed ? { ...known, ...(entry !== undefined && { entry }) } : undefined;
}

/** Whether an earlier try has recorded that the service took a message, or may have. */
export function mayHaveSent({ ledger }: Run, key: string): boolean {
	const state = ledger.find(key)?.state;
	return state === 'accepted' || state === 'unknown';
}

/** Whether an earlier try of the execution may have sent a target, and whether it may be sent once more then. */
export function earlierDoubt(
	{ ledger, isRetry, options }: Run,
	key: string,
	composed: Pick<Target, 'message' | 'sendAt' | 'settings'>,
): Target['doubt'] {
	const recorded = ledger.find(key);
	if (recorded?.state === 'unknown') return { mayResend: recorded.mayResend };
	if (!isRetry) return undefined;
	// A crashed try may have sent anything, whatever the record of the one before it says. Logs may not show a scheduled message
	return { mayResend: recorded !== undefined || options.ifUnclear === 'sendAgain' || !isScheduled(composed) };
}

/**
 * What an answer says about a target of its request.
 * @param entry about it, if there is one
 * @param all entries about it
 */
export function ofAnswer(target: Target, entry: Entry | undefined, all: readonly Entry[]): Outcome {
	if (entry === undefined) return unknown(target, NOT_MENTIONED, true);
	const verdict = new Set(all.map(judge)).size === 1 ? judge(entry) : 'uncertain';
	if (verdict === 'accepted') return { state: 'accepted', entry };
	if (verdict === 'uncertain') return unknown(target, failureOfUncertain(entry), false);
	const failure = failureOfStatus(entry, target.destination.to);
	// The service knows the ID, so it may have accepted this very message before
	if (verdict === 'duplicate') return { ...unknown(target, failure, false), duplicate: entry };
	return { state: 'refused', failure, entry };
}

/**
 * What becomes of a target by the answer to a request, or by why there was none. If it may have been sent before, it is neither refused nor
 * not sent, since it may have been accepted then; and it is not sent a third time.
 * @param doubt from before the request
 */
export function afterAnswer({ options }: Run, target: Target, said: Outcome, doubt: Target['doubt']): Outcome {
	if (said.state === 'unknown') {
		// That a scheduled message is missing from the logs proves nothing
		const mayResend =
			said.mayResend && doubt === undefined && options.ifUnclear === 'sendAgain' && !isScheduled(target);
		return { ...said, mayResend };
	}
	if (doubt !== undefined && 'failure' in said) return unknown(target, said.failure, doubt.mayResend);
	if (said.state !== 'notSent') return said;
	return {
		...said,
		failure: { ...said.failure, description: `The message was not sent. ${said.failure.description}` },
	};
}

/** What the logs say before a message is sent: an outcome, or that it may be sent. */
export function beforeSending(run: Run, target: Target, finding: Finding): Outcome | 'send' {
	const { doubt, excluded } = target;
	// Of what is not to be sent now, only what the logs or the ledger have was perhaps sent before: most likely it was left out then too
	const skipped = run.ledger.find(target.key) === undefined ? excluded : undefined;
	const log = ownLog(run, target, finding);
	// Under an ID that is sent once, the logs may show what another execution has sent
	const isToOther = log?.to !== undefined && digitsOf(log.to) !== target.destination.to;
	const isOther = isToOther || !run.identity.isOwnBulkId(log?.bulkId);
	if (skipped !== undefined && target.hasOwnId && isOther) return skipped;
	if (isToOther && run.options.messageIds === 'own') return { state: 'notSent', failure: usedFor(log.to!) };
	if (log === undefined && !isAbsent(finding)) {
		const failure = finding.entries.length > 0 ? USED_BEFORE : finding.gap!;
		return skipped ?? unknown(target, notChecked(failure), doubt?.mayResend ?? true);
	}
	const isRefused = log !== undefined && judgeLog(log) === 'refused';
	if (log !== undefined && !isRefused) return { ...ofLog(target, log, doubt?.mayResend ?? true), isRecalled: true };
	if (doubt?.mayResend !== false) return excluded ?? 'send';
	return skipped ?? unknown(target, isRefused ? failureOfStatus(log, target.destination.to) : SENT_BEFORE, false);
}

/**
 * What the logs say after the answer to a request left it open: an outcome, or that it may be sent once more.
 * @param bulkId of the request, if no other can have brought the message to the service
 */
export function afterSending(
	run: Run,
	target: Target,
	said: Doubt,
	finding: Finding,
	bulkId: string | undefined,
): Outcome | 'send' {
	const { mayResend, duplicate } = said;
	const log = ownLog(run, target, finding);
	if (log !== undefined) return ofLog(target, log, mayResend, bulkId);
	if (duplicate !== undefined && target.hasOwnId && bulkId !== undefined && isOfOthers(finding))
		return { state: 'refused', failure: failureOfStatus(duplicate, target.destination.to), entry: duplicate };
	if (finding.entries.length > 0) return unknown(target, USED_BEFORE, mayResend);
	return isAbsent(finding) && mayResend ? 'send' : said;
}

const isAbsent = ({ entries, gap }: Finding) => entries.length === 0 && gap === undefined;

/** @param bulkId of the only request that can have brought the message: the rejection of another says nothing about it */
function ofLog(target: Target, log: Entry, mayResend: boolean, bulkId?: string): Outcome {
	const verdict = judgeLog(log);
	const entry = asAnswer(log, target.destination.to);
	if (verdict === 'accepted') return { state: 'accepted', entry, bulkId: log.bulkId };
	if (verdict === 'uncertain') return unknown(target, failureOfUncertain(log), mayResend);
	const failure = failureOfStatus(entry, target.destination.to);
	const isOfRequest = bulkId !== undefined && bulkId === log.bulkId && target.settings.bulkId === undefined;
	if (verdict === 'refused' && isOfRequest) return { state: 'refused', failure, entry, bulkId };
	return unknown(target, failure, mayResend);
}

/** The entry of the message itself: other executions may have used an ID of the user. */
export function ownLog({ identity, options }: Run, target: Target, { entries, gap }: Finding): Entry | undefined {
	const isOfAny = !target.hasOwnId || options.messageIds === 'own';
	// Calls of an agent may use one ID for several people
	const isToOther = ({ to }: Entry) =>
		identity.isCall &&
		target.hasOwnId &&
		options.messageIds === 'node' &&
		to !== undefined &&
		digitsOf(to) !== target.destination.to;
	const own = entries.filter((entry) => (isOfAny || identity.isOwnBulkId(entry.bulkId)) && !isToOther(entry));
	const log = surestOf(own);
	// It may have been rejected in one request and accepted in another
	const areAll = gap === undefined && own.length === entries.length;
	return log === undefined || areAll || judgeLog(log) === 'accepted' ? log : undefined;
}

/** Whether all that the logs have under the ID is of other requests. */
const isOfOthers = ({ entries, gap }: Finding): boolean =>
	gap === undefined && entries.every(({ bulkId }) => bulkId !== undefined && bulkId !== '');
