import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dateTime';

const SECOND_MS = 1000;

/**
 * When and how often something is tried again. Delays grow from the first to the longest (delayMs in pacer.ts); the user sets the total time.
 * Which failures are worth another try: isNotNow in failure.ts.
 */
export const RETRY_TIMES = {
	/** A request that the service does not take now. With jitter, executions that began together do not come back together. */
	notNow: { firstMs: 0.5 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 },
	/** When to ask the logs for messages without a clear answer, as fractions of the look-up time. What they do not show is sent once more. */
	lookUps: [0, 1 / 15, 3 / 15, 7 / 15, 1],
	/** After how many refusals with the same text, the first of destinations that were sent alone, a refused request is no longer split. */
	sameRefusals: 3,
	/** Reading logs or reports, which may take many calls: the least time between two once the service has refused one with 429. */
	reading: { firstMs: 0.25 * SECOND_MS, longestMs: 10 * SECOND_MS },
	/** Tries for a call with an unclear answer. Reports can be fetched only once, so a further call would hide that some were lost. */
	unclearAnswers: { logs: 3, reports: 1 },
	/** The polling trigger after a 429. A day is longer than services ask for, and short enough not to lose reports. */
	polling: { firstMs: MINUTE_MS, longestMs: 30 * MINUTE_MS, longestRetryAfterMs: DAY_MS },
	/** A node that waits looks into the logs, from when it has sent. */
	waiting: { firstMs: MINUTE_MS, longestMs: HOUR_MS },
} as const;
