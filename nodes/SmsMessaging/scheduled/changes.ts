import type { IDataObject } from 'n8n-workflow';

import { bulkStatus, bulkTime, type NewStatus, type Result, type Service } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { readingPacer, RETRY_TIMES } from '../api/pacer';
import { describe } from '../parameters/values';
import { isWithinASecond, toIsoUtc } from '../text/dateTime';

type BulkState = { sendAt?: string; status?: string };

/**
 * Does what an operation is for.
 * @param sendAt the new time, if there is one
 * @param paused bulk IDs whose messages this execution has paused to move them: the next try has to resume them. Changed in place
 */
export type Act = (calls: BulkCalls, bulkId: string, sendAt: string, paused: IDataObject) => Promise<Result<BulkState>>;

export const get: Act = async (calls, bulkId) => {
	const time = await calls.time(bulkId);
	if (!time.ok) return failed(time.failure);
	const status = await calls.status(bulkId);
	return status.ok ? done({ sendAt: time.value, status: status.value }) : failed(status.failure);
};

export const setStatus =
	(status: NewStatus): Act =>
	async (calls, bulkId) => {
		const result = await calls.setStatus(bulkId, status);
		return result.ok ? done({ status: result.value }) : failed(result.failure);
	};

/**
 * documents: the time is simply set; field: for messages that are not paused, a service answers 404, and takes it once they are.
 * So it is tried directly, and only if that is refused, between pausing and resuming.
 */
export const reschedule: Act = async (calls, bulkId, sendAt, paused) => {
	const moved = await calls.move(bulkId, sendAt);
	if (!moved.ok && moved.failure.kind !== 'refused') return failed(moved.failure);
	// Of paused messages, their time alone would not be true
	const status = await calls.status(bulkId);
	const isPaused = !status.ok || status.value === 'PAUSED';
	if (!isPaused) delete paused[bulkId];
	else if (paused[bulkId] === true) return await resume(calls, bulkId, moved, paused);
	if (moved.ok) return done({ sendAt: moved.value, ...(status.ok && { status: status.value }) });
	const isBecauseUnpaused = moved.failure.httpStatus === 404 && status.ok && status.value === 'PENDING';
	if (!isBecauseUnpaused) return failed(refusalBy(status, moved.failure));
	const pause = await calls.setStatus(bulkId, 'PAUSED');
	if (pause.ok || pause.failure.kind === 'unclear') paused[bulkId] = true;
	if (!pause.ok) return failed(pause.failure.kind === 'unclear' ? maybePaused(pause.failure) : pause.failure);
	return await resume(calls, bulkId, await calls.move(bulkId, sendAt), paused);
};

/** @param moved whether they have their new time */
async function resume(
	calls: BulkCalls,
	bulkId: string,
	moved: Result<string>,
	paused: IDataObject,
): Promise<Result<BulkState>> {
	const resumed = await calls.anew().setStatus(bulkId, 'PENDING');
	if (!resumed.ok) return failed(leftPaused(resumed.failure, moved));
	delete paused[bulkId];
	if (moved.ok) return done({ sendAt: moved.value, status: resumed.value });
	const { failure } = moved;
	return failed(failure.kind === 'unclear' ? failure : refusalBy(resumed, failure));
}

const maybePaused = (failure: ServiceFailure): ServiceFailure => ({
	...failure,
	message: `The messages were not moved, and may be paused: ${failure.message}`,
	description: '',
});

function leftPaused(failure: ServiceFailure, moved: Result<string>): ServiceFailure {
	const isUnclear = !moved.ok && moved.failure.kind === 'unclear';
	const time = moved.ok ? 'have their new time' : isUnclear ? 'may have their new time' : 'could not be moved';
	const state = failure.kind === 'unclear' ? 'may be paused' : 'are paused';
	return {
		...failure,
		message: `The messages ${time}, but ${state}: ${failure.message}`,
		description: '',
	};
}

const done = (value: BulkState): Result<BulkState> => ({ ok: true, value });
const failed = (failure: ServiceFailure): Result<never> => ({ ok: false, failure });

/** How long the calls for a bulk ID are retried after 429 and refused connections. */
const PATIENCE_MS = 60_000;

/** documents: why the messages of a bulk can no longer be changed */
const TOO_LATE: Readonly<Record<string, string>> = {
	CANCELED: 'they are cancelled',
	FAILED: 'they have failed',
	FINISHED: 'they have been sent',
	PROCESSING: 'they are being sent',
};

/** What happens to messages that could not be changed. */
const WHAT_NOW: Readonly<Record<string, string>> = {
	CANCELED: 'They are not sent.',
	PAUSED: 'They are not sent until you use Resume.',
	PENDING: 'They are still sent at their time, so do not send them again.',
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

	/** For calls that are made however those before have ended. */
	anew(): BulkCalls {
		return new BulkCalls(this.service);
	}

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
			(seen) => isWithinASecond(seen, sendAt),
			// It is not known which time they have
			(value) => notMade('unclear', 'the time', value),
		);
		return result.ok ? { ok: true, value: toIsoUtc(result.value) } : result;
	}

	/** @returns the new status; it may have been that before. A refusal says why, as far as the status shows it. */
	async setStatus(bulkId: string, wanted: NewStatus): Promise<Result<string>> {
		const isMade = (status: string) => SHOWS[wanted].includes(status);
		const result = await this.change(
			async () => await bulkStatus(this.service, bulkId, wanted),
			async () => await this.status(bulkId),
			isMade,
			(value) => notMade('refused', 'the status', value),
		);
		if (result.ok || result.failure.kind !== 'refused') return result;
		const seen = await this.status(bulkId);
		if (seen.ok && isMade(seen.value)) return seen;
		return { ok: false, failure: refusalBy(seen, result.failure) };
	}

	/**
	 * Makes a change. After an unclear answer, the state says whether it was made; only one that was not is made again, once.
	 * @param isMade whether the state shows the change
	 * @param failureOf says so if the answer does not show the change
	 */
	private async change(
		make: () => Promise<Result<string>>,
		look: () => Promise<Result<string>>,
		isMade: (seen: string) => boolean,
		failureOf: (value: string) => ServiceFailure,
	): Promise<Result<string>> {
		for (let tries = 1; ; tries++) {
			const result = await this.pacer.request(make, 1);
			if (result.ok) return isMade(result.value) ? result : failed(failureOf(result.value));
			if (result.failure.kind !== 'unclear') return result;
			const seen = await look();
			if (seen.ok && isMade(seen.value)) return seen;
			if (seen.ok && tries === 1) continue;
			return { ok: false, failure: notKnown(result.failure, seen) };
		}
	}
}

function refusalBy(status: Result<string>, refusal: ServiceFailure): ServiceFailure {
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
		description: [`Their status is ${value}, and this call changed nothing.`, WHAT_NOW[value]]
			.filter(Boolean)
			.join(' '),
	};
}

const notMade = (kind: ServiceFailure['kind'], what: string, value: string): ServiceFailure => ({
	kind,
	message: `The service did not confirm the change: it answered with ${what} ${describe(value)}`,
	description: 'Use Get to see the time and status, then run again if they are not as they should be.',
});

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
