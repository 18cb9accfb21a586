import { bulkStatus, bulkTime, type NewStatus } from '../api/bulks';
import type { Result, Service } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { readingPacer } from '../api/pacer';
import { RETRY_TIMES } from '../api/retryTimes';
import { instantOfDateTime, toIsoUtc } from '../text/dateTime';

/** How long calls are retried after 429 and refused connections, in all. */
const PATIENCE_MS = 60_000;

/** documents: why the messages of a bulk can no longer be changed */
const TOO_LATE: Readonly<Record<string, string>> = {
	CANCELED: 'they are cancelled',
	FAILED: 'they have failed',
	FINISHED: 'they have been sent',
	PROCESSING: 'they are being sent',
};

/** What a status shows after an unclear answer, if it was set. Resumed messages may have left meanwhile. */
const SHOWS: Readonly<Record<NewStatus, readonly string[]>> = {
	CANCELED: ['CANCELED'],
	PAUSED: ['PAUSED'],
	PENDING: ['PENDING', 'PROCESSING', 'FINISHED'],
};

export class BulkCalls {
	// A bulk that is paused in order to move it must not stay so because the execution was stopped
	private readonly pacer = readingPacer(
		{
			patienceMs: PATIENCE_MS,
			triesIfUnclear: RETRY_TIMES.unclearAnswers.logs,
			advice: 'the service did not take this call.',
		},
		undefined,
	);

	constructor(private readonly service: Service) {}

	/** When the messages are due, in UTC. */
	async time(bulkId: string): Promise<Result<string>> {
		const result = await this.pacer.request(async () => await bulkTime(this.service, bulkId));
		return result.ok ? { ok: true, value: toIsoUtc(result.value) } : result;
	}

	async status(bulkId: string): Promise<Result<string>> {
		return await this.pacer.request(async () => await bulkStatus(this.service, bulkId));
	}

	/** @returns the new time, in UTC */
	async move(bulkId: string, sendAt: string): Promise<Result<string>> {
		const result = await this.change(
			async () => await bulkTime(this.service, bulkId, sendAt),
			async () => await this.time(bulkId),
			(seen) => instantOfDateTime(seen) === instantOfDateTime(sendAt),
		);
		return result.ok ? { ok: true, value: toIsoUtc(result.value) } : result;
	}

	/** @returns the new status; it may have been that before. A refusal says why, as far as the status shows it. */
	async setStatus(bulkId: string, wanted: NewStatus): Promise<Result<string>> {
		const result = await this.change(
			async () => await bulkStatus(this.service, bulkId, wanted),
			async () => await this.status(bulkId),
			(seen) => SHOWS[wanted].includes(seen),
		);
		if (result.ok || result.failure.kind !== 'refused') return result;
		const seen = await this.status(bulkId);
		if (seen.ok && seen.value === wanted) return seen;
		return { ok: false, failure: refusalBy(seen, result.failure) };
	}

	/**
	 * Makes a change. After an unclear answer, the state says whether it was made; only one that was not is made again, once.
	 * @param isMade whether the state shows the change
	 */
	private async change(
		make: () => Promise<Result<string>>,
		look: () => Promise<Result<string>>,
		isMade: (seen: string) => boolean,
	): Promise<Result<string>> {
		for (let tries = 1; ; tries++) {
			const result = await this.pacer.request(make, 1);
			if (result.ok || result.failure.kind !== 'unclear') return result;
			const seen = await look();
			if (seen.ok && isMade(seen.value)) return seen;
			if (seen.ok && tries === 1) continue;
			return { ok: false, failure: notKnown(result.failure, seen) };
		}
	}
}

export function refusalBy(status: Result<string>, refusal: ServiceFailure): ServiceFailure {
	// That there is no such bulk says more than that it cannot be changed
	if (!status.ok) return status.failure.httpStatus === 404 ? status.failure : refusal;
	const { value } = status;
	const reason = TOO_LATE[value];
	const { httpStatus, serviceText = '' } = refusal;
	if (reason === undefined && httpStatus !== 404) return refusal;
	return {
		...refusal,
		message:
			reason === undefined
				? `The service refused the change (404): ${serviceText}`
				: `The messages can no longer be changed: ${reason} (${value})`,
		description: `Their status is ${value}, and nothing was changed. To send them at another time, send them anew.`,
	};
}

function notKnown(failure: ServiceFailure, seen: Result<string>): ServiceFailure {
	const shown = seen.ok
		? `The service still shows ${seen.value}.`
		: `The service did not say: ${seen.failure.message}.`;
	return {
		...failure,
		message: `It is not known whether the change was made: ${failure.message}`,
		description: `${shown} Use Get to see the time and status, then run again if they are not as they should be.`,
	};
}
