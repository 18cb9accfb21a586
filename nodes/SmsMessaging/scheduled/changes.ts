import type { NewStatus } from '../api/bulks';
import type { Result } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { refusalBy, type BulkCalls } from './bulkCalls';

/** What the service says of the messages of a bulk ID. */
interface BulkState {
	sendAt?: string;
	status?: string;
}

/** Does what an operation is for. @param sendAt the new time, if there is one */
export type Act = (calls: BulkCalls, bulkId: string, sendAt: string) => Promise<Result<BulkState>>;

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
export const reschedule: Act = async (calls, bulkId, sendAt) => {
	const moved = await calls.move(bulkId, sendAt);
	if (!moved.ok && moved.failure.kind !== 'refused') return failed(moved.failure);
	// Of paused messages, their time alone would not be true
	const status = await calls.status(bulkId);
	if (moved.ok) return done({ sendAt: moved.value, ...(status.ok && { status: status.value }) });
	const isBecauseUnpaused = moved.failure.httpStatus === 404 && status.ok && status.value === 'PENDING';
	if (!isBecauseUnpaused) return failed(refusalBy(status, moved.failure));
	return await moveWhilePaused(calls, bulkId, sendAt);
};

async function moveWhilePaused(calls: BulkCalls, bulkId: string, sendAt: string): Promise<Result<BulkState>> {
	const paused = await calls.setStatus(bulkId, 'PAUSED');
	if (!paused.ok) return failed(paused.failure.kind === 'unclear' ? maybePaused(paused.failure) : paused.failure);
	const moved = await calls.move(bulkId, sendAt);
	const resumed = await calls.setStatus(bulkId, 'PENDING');
	if (!resumed.ok) return failed(leftPaused(resumed.failure, moved));
	if (moved.ok) return done({ sendAt: moved.value, status: resumed.value });
	const { failure } = moved;
	return failed(failure.kind === 'unclear' ? failure : refusalBy(resumed, failure));
}

function maybePaused(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		message: `The messages were not moved, and may be paused: ${failure.message}`,
		description: 'Paused messages are not sent. Use Get to see their status; if it is PAUSED, use Resume.',
	};
}

function leftPaused(failure: ServiceFailure, moved: Result<string>): ServiceFailure {
	const isUnclear = !moved.ok && moved.failure.kind === 'unclear';
	const time = moved.ok ? 'have their new time' : isUnclear ? 'may have their new time' : 'have their former time';
	const state = failure.kind === 'unclear' ? 'may be paused' : 'are paused';
	return {
		...failure,
		message: `The messages ${time}, but ${state}: ${failure.message}`,
		description: `Paused messages are not sent. Use Resume with this bulk ID; before that, Get shows their time and status.`,
	};
}

const done = (value: BulkState): Result<BulkState> => ({ ok: true, value });
const failed = (failure: ServiceFailure): Result<never> => ({ ok: false, failure });
