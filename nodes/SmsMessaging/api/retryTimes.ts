import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dateTime';

const SECOND_MS = 1000;

/**
 * When and how often something is tried again. The user sets the total time.
 * Which failures are worth another try: isNotNow in failure.ts.
 */
export const RETRY_TIMES = {
	/** A request that the service does not take now. Each delay is twice the last one, longer if Retry-After says so. */
	notNow: {
		firstDelayMs: 0.5 * SECOND_MS,
		longestDelayMs: 30 * SECOND_MS,
		/** How much a delay may differ, so that executions that began together do not come back together. */
		jitter: 0.25,
	},
	/** When to ask the logs for messages without a clear answer, as fractions of the look-up time. What they do not show is sent once more. */
	lookUps: [0, 1 / 15, 3 / 15, 7 / 15, 1],
	/** After how many refusals with the same text, the first of destinations that were sent alone, a refused request is no longer split. */
	sameRefusals: 3,
	/** Reading logs or reports: the least time between two calls once the service has refused one, doubled after each further call that it refuses. */
	reading: { firstIntervalMs: 0.25 * SECOND_MS, longestIntervalMs: 10 * SECOND_MS },
	/** Tries for a call with an unclear answer. Reports can be fetched only once, so a further call would hide that some were lost. */
	unclearAnswers: { logs: 3, reports: 1 },
	/** Polling: no call for as long as Retry-After says, otherwise for a minute, doubled after each further refusal. */
	polling: {
		firstPauseMs: MINUTE_MS,
		longestPauseMs: 30 * MINUTE_MS,
		/** Longer than services ask for, and short enough not to lose reports. */
		longestRetryAfterMs: DAY_MS,
	},
	/** A node that waits looks into the logs: each pause is as long as the time since sending, within these. */
	waiting: { shortestPauseMs: MINUTE_MS, longestPauseMs: HOUR_MS },
} as const;
