import { asAnswer, type Entry } from '../../api/entry';
import { judge, judgeLog, surestOf } from '../../api/statuses';
import { digitsOf } from '../../text/numbers';
import type { Doubt, Outcome, Target } from '../plan/target';
import type { Run } from '../run';
import type { Finding } from './messageLogs';
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

// What answers and logs mean, all in one place: the table in CONTRIBUTING.md

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

/** What the logs say before a message is sent: an outcome, or that it may be sent. */
export function beforeSending(run: Run, target: Target, finding: Finding): Outcome | 'send' {
	const { doubt } = target;
	const log = ownLog(run, target, finding);
	if (log?.to !== undefined && run.options.messageIds === 'own' && digitsOf(log.to) !== target.destination.to)
		return { state: 'notSent', failure: usedFor(log.to) };
	if (log === undefined && !isAbsent(finding)) {
		const failure = finding.entries.length > 0 ? USED_BEFORE : finding.gap!;
		return unknown(target, notChecked(failure), doubt?.mayResend ?? true);
	}
	const isRefused = log !== undefined && judgeLog(log) === 'refused';
	if (log !== undefined && !isRefused) return { ...ofLog(target, log, doubt?.mayResend ?? true), isRecalled: true };
	if (doubt?.mayResend !== false) return 'send';
	return unknown(target, isRefused ? failureOfStatus(log, target.destination.to) : SENT_BEFORE, false);
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
	const own = entries.filter(({ bulkId }) => isOfAny || identity.isOwnBulkId(bulkId));
	const log = surestOf(own);
	// It may have been rejected in one request and accepted in another
	const areAll = gap === undefined && own.length === entries.length;
	return log === undefined || areAll || judgeLog(log) === 'accepted' ? log : undefined;
}

/** Whether all that the logs have under the ID is of other requests. */
const isOfOthers = ({ entries, gap }: Finding): boolean =>
	gap === undefined && entries.every(({ bulkId }) => bulkId !== undefined && bulkId !== '');
