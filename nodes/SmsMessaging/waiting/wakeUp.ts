import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { host } from '../n8n/host';
import { forgetReports, waitMemoryOf } from './seenReports';
import { keepWait, type WaitState } from './waitState';

/** What wakes an execution must arrive within this time: n8n's view of the execution goes stale, unnoticed in queue mode. */
const MAX_READING_MS = 5000;

/** Whether the execution went on, or is about to: n8n would reset it to an earlier state, and repeat everything it has done since. */
export function isGoingOn(wait: WaitState): boolean {
	const { endedRound, endingRound } = waitMemoryOf(wait);
	return endedRound >= wait.round || endingRound === wait.round;
}

/** @param beganAt when the request arrived, on the monotonic clock */
export function tookTooLong(beganAt: number): boolean {
	return host.elapsed() - beganAt > MAX_READING_MS;
}

/**
 * Has the webhook wake the execution with what is known now; n8n stores it before it answers 200.
 * @param nodeContext what n8n keeps for the node with the execution
 * @param isEnd whether the wait ends with it
 */
export function wakeWith(
	context: IWebhookFunctions,
	nodeContext: IDataObject,
	wait: WaitState,
	known: WaitState,
	isEnd: boolean,
): void {
	const memory = waitMemoryOf(wait);
	memory.endingRound = wait.round;
	memory.wokenAt = host.elapsed();
	// If the wait did not end after all, the sender tries again or another one comes. A sender that is gone does not affect this.
	const response = context.getResponseObject();
	response.once('prefinish', () => {
		if (response.statusCode !== 200) memory.endingRound = undefined;
		else if (isEnd) forgetReports(wait);
	});
	keepWait(nodeContext, known);
}
